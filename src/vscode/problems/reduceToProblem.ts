/** *Reduce the File to This Error*: a problem of the Problems view is what is looked for; its task or its own program is the command. */
import { basename, dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { overlay } from '../../oracle/places/overlay';
import { toldRule } from '../../oracle/judging/ruleWords';
import { described } from '../../oracle/processes/command';
import { commandsOf, withRules } from '../../reduction/job';
import { packageOf } from '../../runners/package';
import { projectOf, runnableLine } from '../../runners/programs';
import type { Controller } from '../controller';
import { isWritten, oracleTasks } from '../oracles/suggestions';
import { type ChosenOracle, recipeOf, recipeOracle, taskOracle } from '../oracles/taskOracle';
import { assets, startThread } from '../thread';
import { documentFor } from '../window/addresses';
import { reduceButton, Problem, registered, RunFailed } from '../window/problems';
import { type Check, checkOf, wordingIn } from './checkers';

export function registerProblems(controller: Controller): vscode.Disposable[] {
  const kinds = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };
  return [
    vscode.languages.registerCodeActionsProvider({ scheme: 'file' }, { provideCodeActions: actionsFor }, kinds),
    ...registered(controller, {
      'whittle.reduceToProblem': (uri?: vscode.Uri, problem?: vscode.Diagnostic) =>
        reduceToProblem(controller, uri, problem),
    }),
  ];
}

function actionsFor({ uri }: vscode.TextDocument, _: unknown, { diagnostics }: vscode.CodeActionContext) {
  return diagnostics.filter(isShown).map((diagnostic) => {
    const action = new vscode.CodeAction(l10n.t('Reduce the File to This Error'), vscode.CodeActionKind.QuickFix);
    action.command = { command: 'whittle.reduceToProblem', title: action.title, arguments: [uri, diagnostic] };
    action.diagnostics = [diagnostic];
    return action;
  });
}

/** By a program that is known; mere hints do not count. */
function isShown(diagnostic: vscode.Diagnostic): boolean {
  return diagnostic.severity <= vscode.DiagnosticSeverity.Warning && checkOf(diagnostic) !== undefined;
}

/** Without a problem: the one at the cursor. Throws `Problem`. */
async function reduceToProblem(controller: Controller, uri?: vscode.Uri, given?: vscode.Diagnostic) {
  const document = await documentFor(uri);
  controller.runs.requireIdle(document.uri);
  const finding = given ?? findingAtCursor(document);
  const check = finding && checkOf(finding);
  if (!check) {
    throw new Problem(
      l10n.t('There is no error at the cursor that a known program shows: choose a command with Reduce File.'),
      reduceButton(document.uri),
    );
  }
  return reduceAsWorded(controller, document, finding, check);
}

/** Another version of the checker may word the problem in another way: then its words count. Throws `Problem` and `RunFailed`. */
async function reduceAsWorded(
  controller: Controller,
  document: vscode.TextDocument,
  finding: vscode.Diagnostic,
  check: Check,
) {
  const chosen = await oracleFor(check, document.uri);
  if (!chosen) return undefined;
  try {
    return await controller.reduce(document, { ...chosen, about: { bug: check.told } });
  } catch (error) {
    if (!(error instanceof RunFailed) || error.output === undefined) throw error;
    const words = wordingIn(error.output, finding, basename(document.fileName), finding.range.start);
    const other = words ? checkOf({ ...finding, message: words }) : undefined;
    const worded = [await checkerOf(chosen, document), editorsCheckerOf(finding)] as const;
    if (!other) {
      const message = error.message.replace(toldRule(ruleOf(check)), () => `"${check.told}"`);
      error.message = l10n.t('{0} The command runs {1}, the editor {2}.', message, ...worded);
      throw error;
    }
    const oracle = withRules(chosen.oracle, [ruleOf(other)]);
    return controller.reduce(document, { ...chosen, oracle, about: { bug: other.told, worded } });
  }
}

const ruleOf = ({ pattern }: Check) => ({ match: [{ pattern }] });

/** `tsc 5.9.3`; the command itself if its program does not tell. */
async function checkerOf({ oracle }: ChosenOracle, { uri }: vscode.TextDocument): Promise<string> {
  const line = described(commandsOf(oracle)[0].command);
  const cwd = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? dirname(uri.fsPath);
  const versions = await startThread<string[]>({ kind: 'versions', job: { line, cwd, assets } }).outcome;
  return versions[0] ?? line;
}

/** `TypeScript 5.8.3`, which comes with VS Code; of others the name. */
function editorsCheckerOf({ source = '' }: vscode.Diagnostic): string {
  const path = join(vscode.env.appRoot, 'extensions/node_modules/typescript/package.json');
  const version = /^(ts|js)$/.test(source) ? packageOf(path)?.version : undefined;
  return version === undefined ? source : `TypeScript ${String(version)}`;
}

function findingAtCursor(document: vscode.TextDocument): vscode.Diagnostic | undefined {
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  const all = vscode.languages.getDiagnostics(document.uri).filter(isShown);
  return editor && all.find(({ range }) => range.intersection(editor.selection));
}

/**
 * By a task with its problem matcher, else by its own program in a copy of the workspace. Tasks that extensions detect name the real
 * files, as `tsc -p /path/tsconfig.json` does: each candidate would show the error. Undefined if the user cancels. Throws `Problem`.
 */
async function oracleFor(check: Check, uri: vscode.Uri): Promise<ChosenOracle | undefined> {
  const { matchers, lines } = check;
  const rule = ruleOf(check);
  const task = (await oracleTasks()).find(
    (one) =>
      isWritten(one) &&
      !recipeOf(one) &&
      !one.isBackground &&
      one.problemMatchers.some((name) => matchers.includes(name)),
  );
  if (task) {
    const chosen = await taskOracle(task, uri);
    return chosen && { ...chosen, oracle: withRules(chosen.oracle, [rule]), values: { place: overlay.name } };
  }
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;
  const project = folder && projectOf(uri.fsPath, folder);
  const [command] = lines.flatMap((line) => {
    const filled = project ? line.replace('${project}', () => project) : line;
    return filled.includes('${project}') ? [] : (runnableLine(filled, folder, dirname(uri.fsPath)) ?? []);
  });
  const place = folder === undefined ? undefined : overlay.name;
  if (command !== undefined) return recipeOracle({ command, place }, uri, rule);
  const programs = lines.map((line) => line.split(' ')[0]).join(', ');
  throw new Problem(
    l10n.t('{0} was not found: install it, or choose a command with Reduce File.', programs),
    reduceButton(uri),
  );
}
