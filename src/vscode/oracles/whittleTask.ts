/** Tasks of type `whittle`: they reduce their file and show the log in a terminal. *Save as Task* makes one. */
import { isAbsolute, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { type ParseError, applyEdits, modify, parse } from 'jsonc-parser';
import type { WatchedEvent } from '../../host/port';
import { spelled } from '../../options/spelling';
import { logLines } from '../../reduction/events/logLines';
import type { Controller } from '../controller';
import { taskOracle, type Recipe } from './taskOracle';
import { documentFor } from '../window/addresses';
import { openFolderButton, Problem, openTasks, tasksButton, taskProblem } from '../window/problems';
import { type OutputPattern, type VerdictRule, exitZero } from '../../oracle/judging/rule';
import type { RuleWords } from '../../oracle/judging/ruleWords';
import { realPath } from '../../oracle/places/roots';
import type { Reduction } from '../runs/kinds';

export function whittleTaskProvider(controller: Controller): vscode.TaskProvider {
  return {
    // Users write these tasks; there is nothing to detect.
    provideTasks: () => [],
    resolveTask: (task) => {
      const execution = new vscode.CustomExecution(async (definition) =>
        reductionTerminal(controller, task, definition),
      );
      const scope = task.scope ?? vscode.TaskScope.Workspace;
      return new vscode.Task(task.definition, scope, task.name, 'whittle', execution);
    },
  };
}

/** A reduction as the program of a terminal. Ctrl-C or closing stops it. `resolved`: with VS Code's values of the variables. */
function reductionTerminal(
  controller: Controller,
  task: vscode.Task,
  resolved: vscode.TaskDefinition,
): vscode.Pseudoterminal {
  const [written, closed] = [new vscode.EventEmitter<string>(), new vscode.EventEmitter<number>()];
  let document: vscode.TextDocument | undefined;
  const write = (line: string) => written.fire(`${line.replaceAll('\n', '\r\n')}\r\n`);
  const onEvents = (events: readonly WatchedEvent[]) => {
    const told = events.filter(({ event }) => event !== 'candidate' && event !== 'failed');
    told.flatMap(logLines).forEach(write);
  };
  const reduce = async () => {
    document = await documentFor(fileOf(task, resolved.file as string | undefined));
    const chosen = await taskOracle(task, document.uri, resolved);
    const result = chosen && (await controller.reduce(document, chosen, { onEvents }));
    return result?.finished.confirmed && !result.finished.problem ? 0 : 1;
  };
  const fail = (error: Error) => {
    write(`failed: ${spelled(error.message, 'window')}`);
    return 1;
  };
  const close = () => document && controller.of(document.uri)?.stop();
  return {
    onDidWrite: written.event,
    onDidClose: closed.event,
    open: () =>
      void reduce()
        .catch(fail)
        .then((code) => closed.fire(code)),
    close,
    handleInput: (data) => data.includes('\x03') && close(),
  };
}

/** Undefined if the task names no file. Throws `Problem`. */
function fileOf({ scope }: vscode.Task, file: string | undefined): vscode.Uri | undefined {
  if (!file) return undefined;
  if (isAbsolute(file)) return vscode.Uri.file(file);
  const folder = typeof scope === 'object' ? scope : vscode.workspace.workspaceFolders?.[0];
  if (folder) return vscode.Uri.joinPath(folder.uri, file);
  throw new Problem(l10n.t("The task's file {0} is relative: open its folder.", file), openFolderButton());
}

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
  const file = inFolder(uri.fsPath);
  const tasks = vscode.Uri.joinPath(folder.uri, '.vscode', 'tasks.json');
  const cwd = recipe.cwd && inFolder(recipe.cwd);
  const label = await put(tasks, { label: l10n.t('reduce {0}', file), ...taskFrom(recipe, file, cwd, rules[0]?.rule) });
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

/** The task comes first, unless it is there already; another task of its name keeps the name, and this one gets a number. Throws `Problem`. */
export function withTask(text: string, task: Task): { readonly text: string; readonly label: string } {
  const before = text.trim() === '' ? empty : text;
  const errors: ParseError[] = [];
  const root = parse(before, errors, { allowTrailingComma: true }) as { readonly tasks?: readonly Task[] } | undefined;
  const tasks = root?.tasks ?? [];
  if (errors.length > 0 || !Array.isArray(tasks)) {
    throw taskProblem(l10n.t('tasks.json cannot be read: fix its syntax, then save the task again.'));
  }
  const formattingOptions = { insertSpaces: !/^\t/m.test(before), tabSize: /^ +/m.exec(before)?.[0].length ?? 2 };
  for (let number = 1; ; number++) {
    const label = number === 1 ? String(task.label) : `${String(task.label)} ${number}`;
    const same = tasks.find((one: Task) => one?.label === label);
    if (isDeepStrictEqual(same, { ...task, label })) return { text, label };
    if (same) continue;
    const edits = modify(before, ['tasks', 0], { ...task, label }, { isArrayInsertion: true, formattingOptions });
    return { text: applyEdits(before, edits), label };
  }
}

/** Plain JSON, without a label. `file` and `cwd` are relative to the workspace folder. */
export function taskFrom(recipe: Recipe, file: string, cwd?: string, rule?: VerdictRule): Task {
  const { runner: _, testFile: _file, test, ...rest } = recipe;
  const common = { type: 'whittle', file, problemMatcher: [] };
  if (test) return { ...common, test };
  const directory = cwd ? `\${workspaceFolder}/${cwd}` : undefined;
  const whole = { ...common, ...rest, cwd: directory, ...(rule && wordsOf(rule)) };
  // What is undefined is left out.
  return JSON.parse(JSON.stringify(whole)) as Task;
}

/** A rule as tasks.json says it: `ruleFrom` reads it back. */
export function wordsOf({ exit, match = [], noMatch = [] }: VerdictRule): RuleWords {
  const textOf = ({ stream, pattern }: OutputPattern) => (stream ? `${stream}:${pattern}` : pattern);
  const [must, mustNot] = [match.map(textOf), noMatch.map(textOf)];
  const codes = exit ? `${exit.not ? 'not ' : ''}${exit.codes.join(',')}` : 'any';
  const usual = must.length > 0 ? undefined : exitZero.exit;
  return {
    ...(JSON.stringify(exit) !== JSON.stringify(usual) && { exit: codes }),
    ...(must.length > 0 && { match: must }),
    ...(mustNot.length > 0 && { noMatch: mustNot }),
  };
}
