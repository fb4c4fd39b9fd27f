/** *Reduce the File to This Error*: a problem of the Problems view is what is looked for; its task or its own program is the command. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { overlay } from '../../oracle/places/overlay';
import { foldersUp } from '../../runners/folders';
import { runnableLine } from '../../runners/programs';
import type { Controller } from '../controller';
import { recipeOracle } from '../failingTests/testOracle';
import { askedOracle } from '../oracles/askedVariables';
import { isWhittleTask, type ChosenOracle } from '../oracles/taskOracle';
import { oracleTasks } from '../questions/suggestions';
import type { ReductionResult } from '../runs/reduction';
import { DocumentProblem } from '../runs/jobs';
import { documentFor } from '../window/addresses';
import { reduceButton } from '../window/buttons';
import { registered } from '../window/telling';
import { checkOf, type Check, type Problem } from './checkers';

export function registerProblems(controller: Controller): vscode.Disposable[] {
  const kinds = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };
  return [
    vscode.languages.registerCodeActionsProvider({ scheme: 'file' }, { provideCodeActions: actionsFor }, kinds),
    ...registered(controller, {
      'whittle.reduceToProblem': (uri?: vscode.Uri, problem?: Problem) => reduceToProblem(controller, uri, problem),
    }),
  ];
}

function actionsFor({ uri }: vscode.TextDocument, _: unknown, { diagnostics }: vscode.CodeActionContext) {
  return diagnostics.filter(isProblem).flatMap((diagnostic) => {
    const problem = problemOf(diagnostic);
    if (!checkOf(problem)) return [];
    const action = new vscode.CodeAction(l10n.t('Reduce the File to This Error'), vscode.CodeActionKind.QuickFix);
    action.command = { command: 'whittle.reduceToProblem', title: action.title, arguments: [uri, problem] };
    action.diagnostics = [diagnostic];
    return [action];
  });
}

const isProblem = ({ severity }: vscode.Diagnostic) => severity <= vscode.DiagnosticSeverity.Warning;

function problemOf({ source = '', code, message }: vscode.Diagnostic): Problem {
  const value = typeof code === 'object' ? code.value : code;
  return { source, code: value === undefined ? undefined : String(value), message };
}

/** Without a problem: the one at the cursor. Throws `DocumentProblem`. */
async function reduceToProblem(
  controller: Controller,
  uri: vscode.Uri | undefined,
  given: Problem | undefined,
): Promise<ReductionResult | undefined> {
  const document = await documentFor(uri);
  controller.runs.requireIdle(document.uri);
  const problem = given ?? problemAtCursor(document);
  const check = problem && checkOf(problem);
  if (!check) {
    throw new DocumentProblem(
      l10n.t('There is no error at the cursor that a known program shows: choose a command with Reduce File.'),
      reduceButton(document.uri),
    );
  }
  const chosen = await oracleFor(check, document.uri);
  if (!chosen) {
    const programs = check.lines.map((line) => line.split(' ')[0]).join(', ');
    throw new DocumentProblem(
      l10n.t('{0} was not found: install it, or choose a command with Reduce File.', programs),
      reduceButton(document.uri),
    );
  }
  return controller.reduce(document, chosen);
}

function problemAtCursor(document: vscode.TextDocument): Problem | undefined {
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  const here = vscode.languages
    .getDiagnostics(document.uri)
    .filter((diagnostic) => isProblem(diagnostic) && editor && diagnostic.range.intersection(editor.selection));
  const problems = here.map(problemOf);
  return problems.find((problem) => checkOf(problem));
}

/** The nearest tsconfig.json, from the workspace folder; undefined if there is none, or if a shell would not take its path for a word. */
function projectOf(path: string, root: string): string | undefined {
  const found = foldersUp({ path, root }).find((one) => existsSync(join(one, 'tsconfig.json')));
  const name = found && relative(root, join(found, 'tsconfig.json')).replaceAll('\\', '/');
  return name && /^[\w./@+-]+$/.test(name) ? name : undefined;
}

/** By a person, in a tasks.json? Tasks that extensions detect name the real files, as `tsc -p /path/tsconfig.json` does: each candidate would show the error. */
const isWritten = ({ source }: vscode.Task) => ['Workspace', 'User'].includes(source);

/** By a task with its problem matcher, else by its own program in a copy of the workspace. */
async function oracleFor({ matchers, lines, pattern }: Check, uri: vscode.Uri): Promise<ChosenOracle | undefined> {
  const rule = { match: [{ pattern }] };
  const task = (await oracleTasks()).find(
    (one) =>
      isWritten(one) &&
      !isWhittleTask(one) &&
      !one.isBackground &&
      one.problemMatchers.some((name) => matchers.includes(name)),
  );
  if (task) {
    const chosen = await askedOracle(task, uri);
    return chosen && { ...chosen, overrides: { ...chosen.overrides, rule, place: overlay.name } };
  }
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;
  const project = folder && projectOf(uri.fsPath, folder);
  const [line] = lines
    .filter((one) => project || !one.includes('${project}'))
    .flatMap(
      (one) =>
        runnableLine(
          one.replace('${project}', () => project!),
          folder,
          dirname(uri.fsPath),
        ) ?? [],
    );
  if (line === undefined) return undefined;
  const place = folder === undefined ? undefined : overlay.name;
  return recipeOracle({ label: l10n.t('reduce {0}', basename(uri.path)), command: line, place }, uri, rule);
}
