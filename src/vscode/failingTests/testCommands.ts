/** *Reduce Failing Test* and *Reduce This Test*: the runner is recognised, and the failure itself is the bug. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { documentFor, openText } from '../window/addresses';
import type { Controller } from '../controller';
import { DocumentProblem } from '../runs/jobs';
import { chooseOracle } from '../oracles/oracleChoice';
import type { OracleRequest } from '../oracles/oracleChoice';
import type { ChosenOracle } from '../oracles/taskOracle';
import type { ReductionResult } from '../runs/reduction';
import { telling } from '../window/telling';
import { chosenTest } from './testItems';
import { runnerOracle, runnersOf } from './testOracle';

/** By its file: of the tests that fail the first one. */
export async function reduceFailingTest(
  controller: Controller,
  memory: vscode.Memento,
  uri: vscode.Uri | undefined,
  request?: OracleRequest,
): Promise<ReductionResult | undefined> {
  const document = await documentFor(uri);
  controller.runs.requireIdle(document.uri);
  const [found] = runnersOf(document);
  if (found && found.sureness !== 'guess' && !asks(request)) {
    return reduceBy(controller, document, runnerOracle(found, document.uri));
  }
  const title = found
    ? undefined
    : vscode.l10n.t('No test runner was recognised. Which task says that the bug is still there?');
  const chosen = await chooseOracle(document.uri, memory, asks(request) ? request : {}, { title, withSearch: true });
  return chosen && reduceBy(controller, document, chosen);
}

/** By the Test Explorer's item, or by a message there. */
export async function reduceThisTest(
  controller: Controller,
  memory: vscode.Memento,
  given: unknown,
): Promise<ReductionResult | undefined> {
  const test = chosenTest(given);
  if (!test)
    throw new DocumentProblem(vscode.l10n.t('No test is selected: right-click a failed test in the Test Explorer.'));
  if (!test.uri) {
    throw new DocumentProblem(
      vscode.l10n.t('The file of "{0}" is unknown: open it and run Reduce Failing Test.', test.label),
    );
  }
  const document = await openText(test.uri);
  controller.runs.requireIdle(document.uri);
  if (test.range) await showAt(document, test.range.start);
  const [found] = runnersOf(document, test.titles);
  return found && found.sureness !== 'guess'
    ? reduceBy(controller, document, runnerOracle(found, document.uri, test.titles))
    : reduceFailingTest(controller, memory, document.uri);
}

/** The test that was chosen is in view while the rest turns grey. */
async function showAt(document: vscode.TextDocument, start: vscode.Position): Promise<void> {
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(start, start), preview: false });
}

function asks(request: OracleRequest | undefined): request is OracleRequest {
  return typeof request === 'object' && ['task', 'command', 'oracle'].some((name) => name in request);
}

async function reduceBy(
  controller: Controller,
  document: vscode.TextDocument,
  { oracle, overrides, recipe, task }: ChosenOracle,
): Promise<ReductionResult | undefined> {
  const name = basename(document.uri.path);
  if (recipe?.runner) controller.runs.log.note(name, `recognised: ${recipe.runner}, in ${recipe.cwd}`);
  const reduction = await controller.run(document, oracle, { ...overrides, recipe, task });
  if (!reduction) return undefined;
  void telling(controller, () => controller.present(reduction));
  return reduction.result;
}
