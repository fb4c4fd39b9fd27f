/** *Reduce the File to This Error*: a problem of the Problems view is what is looked for; its task or its own program is the command. */
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { overlay } from '../../oracle/places/overlay';
import { foldersUp } from '../../runners/testFile';
import { runnableLine } from '../../runners/programs';
import type { Controller } from '../controller';
import { askedOracle } from '../oracles/askedVariables';
import { isWritten, oracleTasks } from '../oracles/suggestions';
import { type ChosenOracle, recipeOf, recipeOracle } from '../oracles/taskOracle';
import type { ReductionResult } from '../runs/kinds';
import { documentFor } from '../window/addresses';
import { reduceButton, Problem } from '../window/buttons';
import { registered } from '../window/telling';

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
  return diagnostics.flatMap((diagnostic) => {
    const problem = findingOf(diagnostic);
    if (!problem || !checkOf(problem)) return [];
    const action = new vscode.CodeAction(l10n.t('Reduce the File to This Error'), vscode.CodeActionKind.QuickFix);
    action.command = { command: 'whittle.reduceToProblem', title: action.title, arguments: [uri, problem] };
    action.diagnostics = [diagnostic];
    return [action];
  });
}

/** Undefined for a mere hint. */
function findingOf({ severity, source = '', code, message }: vscode.Diagnostic): Finding | undefined {
  const value = typeof code === 'object' ? code.value : code;
  if (severity > vscode.DiagnosticSeverity.Warning) return undefined;
  return { source, code: value === undefined ? undefined : String(value), message };
}

/** Without a problem: the one at the cursor. Throws `Problem`. */
async function reduceToProblem(
  controller: Controller,
  uri: vscode.Uri | undefined,
  given: Finding | undefined,
): Promise<ReductionResult | undefined> {
  const document = await documentFor(uri);
  controller.runs.requireIdle(document.uri);
  const [check] = (given ? [given] : findingsAtCursor(document)).flatMap((finding) => checkOf(finding) ?? []);
  if (!check) {
    throw new Problem(
      l10n.t('There is no error at the cursor that a known program shows: choose a command with Reduce File.'),
      reduceButton(document.uri),
    );
  }
  const chosen = await oracleFor(check, document.uri);
  if (chosen) return controller.reduce(document, chosen);
  const programs = check.lines.map((line) => line.split(' ')[0]).join(', ');
  throw new Problem(
    l10n.t('{0} was not found: install it, or choose a command with Reduce File.', programs),
    reduceButton(document.uri),
  );
}

function findingsAtCursor(document: vscode.TextDocument): Finding[] {
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  const here = vscode.languages.getDiagnostics(document.uri);
  return here.flatMap((one) => (editor && one.range.intersection(editor.selection) && findingOf(one)) || []);
}

/** The nearest tsconfig.json, from the workspace folder; undefined if there is none, or if a shell would not take its path for a word. */
function projectOf(path: string, root: string): string | undefined {
  const found = foldersUp({ path, root }).find((one) => existsSync(join(one, 'tsconfig.json')));
  const name = found && relative(root, join(found, 'tsconfig.json')).replaceAll('\\', '/');
  return name && /^[\w./@+-]+$/.test(name) ? name : undefined;
}

/**
 * By a task with its problem matcher, else by its own program in a copy of the workspace. Tasks that extensions detect name the real
 * files, as `tsc -p /path/tsconfig.json` does: each candidate would show the error.
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
    const chosen = await askedOracle(task, uri);
    return chosen && { ...chosen, overrides: { ...chosen.overrides, rule, place: overlay.name } };
  }
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;
  const project = folder && projectOf(uri.fsPath, folder);
  const [command] = lines.flatMap((line) => {
    if (!project && line.includes('${project}')) return [];
    return (
      runnableLine(
        line.replace('${project}', () => project!),
        folder,
        dirname(uri.fsPath),
      ) ?? []
    );
  });
  if (command === undefined) return undefined;
  const place = folder === undefined ? undefined : overlay.name;
  return recipeOracle({ command, place }, uri, rule);
}

/** A problem of the Problems view. */
export interface Finding {
  /** Who says so: `ts`, `eslint`, … */
  readonly source: string;
  readonly code?: string;
  readonly message: string;
}

interface Checker {
  readonly sources: RegExp;
  /** The first word is the program; the first line whose program is found runs. `${project}`: the nearest tsconfig.json; without one it does not run. */
  readonly lines: readonly string[];
  /** Problem matchers whose problems these are. */
  readonly matchers?: readonly string[];
  /** The code is no part of the output's line. */
  readonly hidesCode?: boolean;
}

const checkers: readonly Checker[] = [
  {
    sources: /^(ts|tsc|typescript|js|javascript)$/i,
    lines: ['tsc --noEmit --pretty false -p ${project}', 'tsc --noEmit --pretty false --allowJs --checkJs ${file}'],
    matchers: ['$tsc', '$tsc-watch'],
  },
  { sources: /^eslint$/i, lines: ['eslint --no-color ${file}'], matchers: ['$eslint-stylish', '$eslint-compact'] },
  { sources: /^stylelint$/i, lines: ['stylelint --no-color ${file}'] },
  { sources: /^ruff$/i, lines: ['ruff check --no-cache --output-format concise ${file}'] },
  { sources: /^mypy$/i, lines: ['mypy --no-error-summary --no-color-output ${file}'] },
  { sources: /^(based)?py(right|lance)$/i, lines: ['pyright ${file}', 'basedpyright ${file}'] },
  { sources: /^pylint$/i, lines: ['pylint ${file}'] },
  { sources: /^flake8$/i, lines: ['flake8 ${file}'] },
  { sources: /^shellcheck$/i, lines: ['shellcheck --format gcc ${file}'] },
  {
    sources: /^(rustc|cargo|rust-analyzer)$/i,
    lines: ['cargo check --message-format short --quiet'],
    matchers: ['$rustc'],
    hidesCode: true,
  },
  {
    sources: /^(gcc|g\+\+|clang|clang\+\+|clangd|c\/c\+\+|cpptools)$/i,
    lines: ['clang -fsyntax-only -fno-color-diagnostics ${file}', 'gcc -fsyntax-only ${file}'],
    matchers: ['$gcc'],
    hidesCode: true,
  },
  { sources: /^(go|compiler|gopls)$/i, lines: ['go vet .'], matchers: ['$go'], hidesCode: true },
];

interface Check {
  readonly matchers: readonly string[];
  readonly lines: readonly string[];
  /** Regular expression for one line of the output. */
  readonly pattern: string;
}

/** Undefined for problems that no known command shows. */
export function checkOf({ source, code, message }: Finding): Check | undefined {
  const checker = checkers.find(({ sources }) => sources.test(source));
  // The editor adds such a hint, and linters leave the last full stop out.
  const text = message
    .split('\n')[0]
    .replace(/ \(fix(es)? available\)$/, '')
    .replace(/\.$/, '')
    .trim();
  if (!checker || text === '') return undefined;
  const { matchers = [], lines, hidesCode } = checker;
  const said = expressionFor(text);
  // Before the message or after it.
  const name =
    code && !hidesCode ? expressionFor(/^\d+$/.test(code) && /^(ts|js)/i.test(source) ? `TS${code}` : code) : '';
  return { matchers, lines, pattern: name ? `^(?=.*${said}).*${name}(?!\\w)` : said };
}

/** The text literally, but for its blanks and the kind of its quotes. */
function expressionFor(text: string): string {
  return text
    .replace(/[{}$.*+?^()[\]\\|/]/g, '\\$&')
    .replace(/\s+/g, '\\s+')
    .replace(/['"`‘’“”]/g, '[\'"`‘’“”]');
}
