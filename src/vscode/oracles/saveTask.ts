/** *Save as Task*: the oracle of a finished reduction goes to tasks.json, whose comments, order and layout stay. */
import { relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  type Node,
  type ParseError,
  applyEdits,
  findNodeAtLocation,
  modify,
  parse,
  parseTree,
  stripComments,
} from 'jsonc-parser';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { type ExitRule, type OutputPattern, type VerdictRule, exitZero } from '../../oracle/judging/rule';
import type { RuleWords } from '../../oracle/judging/ruleWords';
import { realPath } from '../../oracle/places/roots';
import type { Reduction } from '../runs/kinds';
import { openFolderButton, openTasks, tasksButton, taskProblem, Problem } from '../window/buttons';
import type { Recipe } from './taskOracle';

type Task = Readonly<Record<string, unknown>>;

/** With the rule that the reduction was judged by. Returns the task's name. Throws `Problem`. */
export async function saveTask({ uri, named: { recipe, task }, rules, name }: Reduction): Promise<string> {
  if (!recipe) {
    throw new Problem(l10n.t('The test of {0} is already a task: see tasks.json.', name), tasksButton(task));
  }
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (!folder) {
    const message = l10n.t('{0} is outside the open folders: open its folder to have a tasks.json for it.', name);
    throw new Problem(message, openFolderButton());
  }
  const inFolder = (path: string) => relative(realPath(folder.uri.fsPath), realPath(path)).replaceAll('\\', '/');
  const cwd = recipe.cwd === undefined ? '' : inFolder(recipe.cwd);
  const tasks = vscode.Uri.joinPath(folder.uri, '.vscode', 'tasks.json');
  const label = await put(tasks, taskFrom(recipe, { file: inFolder(uri.fsPath), cwd, rule: rules[0]?.rule }));
  void tell(tasks, label);
  return label;
}

/** Edits that are not saved stay so. Returns the label. */
async function put(tasks: vscode.Uri, task: Task): Promise<string> {
  const file = new vscode.WorkspaceEdit();
  file.createFile(tasks, { ignoreIfExists: true });
  await vscode.workspace.applyEdit(file);
  const document = await vscode.workspace.openTextDocument(tasks);
  const wasSaved = !document.isDirty;
  const { text, label } = withTask(document.getText(), task);
  const change = new vscode.WorkspaceEdit();
  change.replace(tasks, new vscode.Range(0, 0, document.lineCount, 0), text);
  await vscode.workspace.applyEdit(change);
  if (wasSaved) await document.save();
  return label;
}

async function tell(tasks: vscode.Uri, label: string): Promise<void> {
  const open = l10n.t('Open tasks.json');
  const message = l10n.t('Saved the task "{0}". Run it with Tasks: Run Task, or choose it in Reduce File.', label);
  if ((await vscode.window.showInformationMessage(message, open)) === open) await openTasks(tasks, label);
}

const empty = '{\n  "version": "2.0.0",\n  "tasks": []\n}\n';

/** The task comes last, unless it is there already; another task of its name keeps the name, and this one gets a number. Throws `Problem`. */
export function withTask(text: string, task: Task): { readonly text: string; readonly label: string } {
  const before = text.trim() === '' ? empty : text;
  const errors: ParseError[] = [];
  const root = parseTree(before, errors, { allowTrailingComma: true });
  const list = root && findNodeAtLocation(root, ['tasks']);
  if (errors.length > 0 || root?.type !== 'object' || (list && list.type !== 'array')) {
    throw taskProblem(l10n.t('tasks.json cannot be read: fix its syntax, then save the task again.'));
  }
  if (!list) return withTask(applyEdits(before, modify(before, ['tasks'], [], { formattingOptions: {} })), task);
  const { tasks } = parse(before) as { readonly tasks: readonly Task[] };
  for (let number = 1; ; number++) {
    const label = number === 1 ? String(task.label) : `${String(task.label)} ${number}`;
    const same = tasks.find((one) => one?.label === label);
    if (isDeepStrictEqual(same, { ...task, label })) return { text, label };
    if (!same) return { text: withLast(before, list, { ...task, label }), label };
  }
}

/** jsonc-parser would lay out the element before anew, and lose which of them a comment belongs to. */
function withLast(text: string, list: Node, task: Task): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  const end = list.offset + list.length - 1;
  const last = list.children?.at(-1);
  const lastEnd = last ? last.offset + last.length : list.offset + 1;
  const between = text.slice(lastEnd, end).trimEnd();
  const needsComma = last !== undefined && !stripComments(between).includes(',');
  const outer = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', list.offset) + 1))![0];
  const lines = JSON.stringify(task, null, indent).split('\n');
  const added = lines.map((line) => eol + outer + indent + line).join('');
  return `${text.slice(0, lastEnd)}${needsComma ? ',' : ''}${between}${added}${eol}${outer}${text.slice(end)}`;
}

/** Plain JSON. `file` and `cwd` are relative to the workspace folder. */
export function taskFrom(
  { label, command, onWorkers, place, test }: Recipe,
  { file, cwd, rule }: { readonly file: string; readonly cwd: string; readonly rule: VerdictRule | undefined },
): Record<string, unknown> {
  if (test) return { label, type: 'whittle', file, test, problemMatcher: [] };
  return {
    label,
    type: 'whittle',
    ...(onWorkers ? { cluster: { oracle: command } } : { command }),
    ...(cwd !== '' && { cwd: `\${workspaceFolder}/${cwd}` }),
    file,
    ...(place && { place }),
    ...(rule && wordsOf(rule)),
    problemMatcher: [],
  };
}

/** A rule as tasks.json says it: `ruleFrom` reads it back. */
export function wordsOf({ exit, match = [], noMatch = [] }: VerdictRule): RuleWords {
  const [must, mustNot] = [match, noMatch].map((patterns) => patterns.map(patternText));
  const usual = must.length > 0 ? undefined : exitZero.exit;
  return {
    ...(JSON.stringify(exit) !== JSON.stringify(usual) && { exit: exit ? exitText(exit) : 'any' }),
    ...(must.length > 0 && { match: must }),
    ...(mustNot.length > 0 && { noMatch: mustNot }),
  };
}

function exitText({ codes, not }: ExitRule): string {
  return `${not ? 'not ' : ''}${codes.join(',')}`;
}

function patternText({ stream, pattern }: OutputPattern): string {
  return stream ? `${stream}:${pattern}` : pattern;
}
