/** *Reduce the File to This Error*: a problem of the Problems view is what is looked for; its task or its own program is the command. */
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { overlay } from '../../oracle/places/overlay';
import { withRules } from '../../reduction/job';
import { foldersUp } from '../../runners/testFile';
import { runnableLine } from '../../runners/programs';
import type { Controller } from '../controller';
import { isWritten, oracleTasks } from '../oracles/suggestions';
import { type ChosenOracle, recipeOf, recipeOracle, taskOracle } from '../oracles/taskOracle';
import { documentFor } from '../window/addresses';
import { reduceButton, Problem, registered } from '../window/problems';

/** A problem of the Problems view; its source is who says so: `ts`, `eslint`, … */
export type Finding = Pick<vscode.Diagnostic, 'source' | 'code' | 'message'>;

export function registerProblems(controller: Controller): vscode.Disposable[] {
  const kinds = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };
  return [
    vscode.languages.registerCodeActionsProvider({ scheme: 'file' }, { provideCodeActions: actionsFor }, kinds),
    ...registered(controller, {
      'whittle.reduceToProblem': (uri?: vscode.Uri, problem?: Finding) => reduceToProblem(controller, uri, problem),
    }),
  ];
}

function actionsFor({ uri }: vscode.TextDocument, _: unknown, { diagnostics }: vscode.CodeActionContext) {
  return diagnostics.filter(isShown).map((diagnostic) => {
    const { source, code, message } = diagnostic;
    const action = new vscode.CodeAction(l10n.t('Reduce the File to This Error'), vscode.CodeActionKind.QuickFix);
    const given = [uri, { source, code, message } satisfies Finding];
    action.command = { command: 'whittle.reduceToProblem', title: action.title, arguments: given };
    action.diagnostics = [diagnostic];
    return action;
  });
}

/** By a program that is known; mere hints do not count. */
function isShown(diagnostic: vscode.Diagnostic): boolean {
  return diagnostic.severity <= vscode.DiagnosticSeverity.Warning && checkOf(diagnostic) !== undefined;
}

/** Without a problem: the one at the cursor. Throws `Problem`. */
async function reduceToProblem(controller: Controller, uri?: vscode.Uri, given?: Finding) {
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
  const chosen = await oracleFor(check, document.uri);
  return chosen && controller.reduce(document, chosen);
}

function findingAtCursor(document: vscode.TextDocument): Finding | undefined {
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  const all = vscode.languages.getDiagnostics(document.uri).filter(isShown);
  return editor && all.find(({ range }) => range.intersection(editor.selection));
}

/** The nearest tsconfig.json, from the workspace folder; undefined if there is none, or if a shell would not take its path for a word. */
function projectOf(path: string, root: string): string | undefined {
  const found = foldersUp({ path, root }).find((one) => existsSync(join(one, 'tsconfig.json')));
  const name = found && relative(root, join(found, 'tsconfig.json')).replaceAll('\\', '/');
  return name && /^[\w./@+-]+$/.test(name) ? name : undefined;
}

/**
 * By a task with its problem matcher, else by its own program in a copy of the workspace. Tasks that extensions detect name the real
 * files, as `tsc -p /path/tsconfig.json` does: each candidate would show the error. Undefined if the user cancels. Throws `Problem`.
 */
async function oracleFor({ matchers, lines, pattern }: Check, uri: vscode.Uri): Promise<ChosenOracle | undefined> {
  const rule = { match: [{ pattern }] };
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

interface Check {
  /** The first word is the program; the first line whose program is found runs. `${project}`: the nearest tsconfig.json; without one it does not run. */
  readonly lines: readonly string[];
  /** Problem matchers whose problems these are. */
  readonly matchers: readonly string[];
  /** Regular expression for one line of the output. */
  readonly pattern: string;
}

/** Who says so, and how to see it; `hidesCode`: the code is no part of the output's line. */
type Checker = readonly [sources: RegExp, lines: readonly string[], matchers?: readonly string[], hidesCode?: boolean];

const checkers: readonly Checker[] = [
  [
    /^(ts|tsc|typescript|js|javascript)$/i,
    ['tsc --noEmit --pretty false -p ${project}', 'tsc --noEmit --pretty false --allowJs --checkJs ${file}'],
    ['$tsc', '$tsc-watch'],
  ],
  [/^eslint$/i, ['eslint --no-color ${file}'], ['$eslint-stylish', '$eslint-compact']],
  [/^stylelint$/i, ['stylelint --no-color ${file}']],
  [/^ruff$/i, ['ruff check --no-cache --output-format concise ${file}']],
  [/^mypy$/i, ['mypy --no-error-summary --no-color-output ${file}']],
  [/^(based)?py(right|lance)$/i, ['pyright ${file}', 'basedpyright ${file}']],
  [/^pylint$/i, ['pylint ${file}']],
  [/^flake8$/i, ['flake8 ${file}']],
  [/^shellcheck$/i, ['shellcheck --format gcc ${file}']],
  [/^(rustc|cargo|rust-analyzer)$/i, ['cargo check --message-format short --quiet'], ['$rustc'], true],
  [
    /^(gcc|g\+\+|clang|clang\+\+|clangd|c\/c\+\+|cpptools)$/i,
    ['clang -fsyntax-only -fno-color-diagnostics ${file}', 'gcc -fsyntax-only ${file}'],
    ['$gcc'],
    true,
  ],
  [/^(go|compiler|gopls)$/i, ['go vet .'], ['$go'], true],
];

/** Undefined for problems that no known command shows. */
export function checkOf({ source = '', code: given, message }: Finding): Check | undefined {
  const checker = checkers.find(([sources]) => sources.test(source));
  // The editor adds such a hint, and linters leave the last full stop out.
  const [line] = message.split('\n');
  const text = line.replace(/( \(fix(es)? available\))?\s*$/, '').replace(/\.$/, '');
  if (!checker || text.trim() === '') return undefined;
  const [, lines, matchers = [], hidesCode] = checker;
  const said = expressionFor(text.trim());
  const code = String((typeof given === 'object' ? given.value : given) ?? '');
  // Before the message or after it.
  const name = expressionFor(/^\d+$/.test(code) && /^(ts|js)/i.test(source) ? `TS${code}` : code);
  return { matchers, lines, pattern: name && !hidesCode ? `^(?=.*${said}).*${name}(?!\\w)` : said };
}

/** The text literally, but for its blanks and the kind of its quotes. */
function expressionFor(text: string): string {
  return text
    .replace(/[{}$.*+?^()[\]\\|/]/g, '\\$&')
    .replace(/\s+/g, '\\s+')
    .replace(/['"`‘’“”]/g, '[\'"`‘’“”]');
}
