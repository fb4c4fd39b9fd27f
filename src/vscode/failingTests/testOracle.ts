/** A test file's runner, as it is recognised → an oracle: the same failure, in a copy of the workspace. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { fixedText, userPath } from '../../oracle/processes/command';
import { inPlace } from '../../oracle/places/inPlace/inPlace';
import { overlay } from '../../oracle/places/overlay';
import { nearestRoot, realPath } from '../../oracle/places/roots';
import type { VerdictRule } from '../../oracle/judging/rule';
import { recognise, type Recognised } from '../../runners/recognise';
import type { Recipe } from '../oracles/recipe';
import { byItsEnd, typedOracle, type ChosenOracle } from '../oracles/taskOracle';
import { workersOracle } from '../oracles/workersOracle';
import { settingsFor } from '../window/settings';

/** The runners that a document may belong to, the likeliest first; for one of its tests if there are titles. */
export function runnersOf(document: vscode.TextDocument, titles: readonly string[] = []): Recognised[] {
  if (document.uri.scheme !== 'file' && document.uri.scheme !== 'vscode-remote') return [];
  const path = realPath(document.uri.fsPath);
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  const root = folder ? realPath(folder.uri.fsPath) : nearestRoot(path);
  return recognise({ path, text: document.getText(), root }, titles);
}

/** Command and rule are found when it runs. */
export function runnerOracle(found: Recognised, document: vscode.Uri, titles: readonly string[] = []): ChosenOracle {
  const { command, cwd, label, runner } = found;
  const place = settingsFor(document).place === inPlace.name ? inPlace.name : overlay.name;
  return {
    oracle: { invocation: { line: fixedText(command) }, cwd: userPath(cwd) },
    overrides: { place, test: titles },
    recipe: { label: l10n.t('reduce {0}', label), command, cwd, place, runner, test: titles },
  };
}

/** Something else than the test's own file is searched. */
export function ofTestIn(testFile: string, { overrides, recipe, ...rest }: ChosenOracle): ChosenOracle {
  return { ...rest, overrides: { ...overrides, testFile }, recipe: recipe && { ...recipe, testFile } };
}

/** An oracle that was recognised, typed or chosen before. Throws `ClusterProblem` and `UnknownVariable`. */
export function recipeOracle(recipe: Recipe, document: vscode.Uri, rule: VerdictRule | undefined): ChosenOracle {
  const { command, onWorkers, cwd, place, runner, test, testFile } = recipe;
  if (onWorkers) return workersOracle(document, command, rule);
  const oracle =
    runner === undefined
      ? { ...typedOracle(command, document), ...(cwd !== undefined && { cwd: userPath(cwd) }) }
      : { invocation: { line: fixedText(command) }, cwd: userPath(cwd ?? '/') };
  if (test) return { oracle, overrides: { place, test, testFile }, recipe };
  return { oracle, overrides: { ...byItsEnd, ...(rule && { rule }), ...(place && { place }) }, recipe };
}
