/** What a user can choose from to reproduce a bug: tasks, the file's test runner, programs for its language, workers. */
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { programLines } from '../../runners/programs';
import { recipeOracle, runnerOracle, runnersOf } from '../failingTests/testOracle';
import { askedOracle } from './askedVariables';
import { type ChosenOracle, isWhittleTask, whittleDefinition, workersLabel, workersOracle } from './taskOracle';

export interface OracleItem extends vscode.QuickPickItem {
  /** The same at every question; unset for what is no answer. */
  readonly id?: string;
  /** The user has typed it. */
  readonly line?: string;
  choose(): Promise<ChosenOracle | undefined>;
}

/** Tasks of tasks.json, then those for this file, then tasks that VS Code has found. */
export async function suggestions(document: vscode.Uri, isFolder = false): Promise<OracleItem[]> {
  const tasks = (await oracleTasks()).filter((task) => isFit(task) && concerns(task, document));
  const pick = (task: vscode.Task) => taskPick(task, document);
  return [
    ...workers(document),
    ...tasks.filter(isWritten).map(pick),
    ...(isFolder ? [] : await fromFile(document)),
    ...tasks.filter((task) => !isWritten(task)).map(pick),
  ];
}

/** Tasks with a command. */
export async function oracleTasks(): Promise<vscode.Task[]> {
  const tasks = await vscode.tasks.fetchTasks();
  return tasks.filter(
    (task) =>
      isWhittleTask(task) ||
      task.execution instanceof vscode.ShellExecution ||
      task.execution instanceof vscode.ProcessExecution,
  );
}

/** Throws `UnknownVariable`. */
export function typedCommand(line: string, document: vscode.Uri): ChosenOracle {
  const label = l10n.t('reduce {0}', vscode.workspace.asRelativePath(document));
  return recipeOracle({ label, command: line }, document);
}

export function lineItem(icon: string, line: string, description: string, document: vscode.Uri): OracleItem {
  const choose = async () => typedCommand(line, document);
  return { id: `line:${line}`, line, label: `$(${icon}) ${line}`, description, choose };
}

function workers(document: vscode.Uri): OracleItem[] {
  const label = workersLabel(document);
  if (label === undefined) return [];
  const choose = async () => workersOracle(document);
  return [{ id: 'workers', label: `$(server) ${label}`, description: 'whittle.cluster', choose }];
}

/** The test runner of the file, or programs for its language. */
async function fromFile(uri: vscode.Uri): Promise<OracleItem[]> {
  const document = await vscode.workspace.openTextDocument(uri);
  const runners = runnersOf(document).map((found) => ({
    id: `runner:${found.runner}`,
    label: `$(beaker) ${found.label}`,
    description: l10n.t('its current failure'),
    detail: found.command,
    choose: async () => runnerOracle(found, uri),
  }));
  return runners.length > 0 ? runners : programs(document);
}

function programs(document: vscode.TextDocument): OracleItem[] {
  const { languageId, uri } = document;
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;
  const lines = programLines(languageId, folder, folder && dirname(uri.fsPath), document.getText());
  return lines.map((line) => lineItem('terminal', line, l10n.t('if it fails on this file'), uri));
}

/** Scripts that set up a project, or go on until they are stopped, tell nothing of a file. */
const installs = /^(?:npm|pnpm|yarn|bun|pip3?) (?:i|ci|install|add)\b/;
const unfit = /\b(?:(?:pre|post)?install|ci|prepare|(?:pre|post)?publish|(?:pre|post)?pack|watch|serve|start|dev)\b/;

function isFit(task: vscode.Task): boolean {
  if (isWhittleTask(task)) return true;
  const isFound = !isWritten(task) && unfit.test(task.name);
  return !isFound && !task.isBackground && task.group?.id !== 'clean' && !installs.test(commandText(task) ?? '');
}

/** It is in tasks.json. */
export function isWritten(task: vscode.Task): boolean {
  return isWhittleTask(task) || task.source === 'Workspace' || task.source === 'User';
}

/** A whittle task with a file is for that file only. */
function concerns(task: vscode.Task, document: vscode.Uri): boolean {
  const file = isWhittleTask(task) ? whittleDefinition(task).file : undefined;
  return !file || file.includes('${') || document.path.endsWith(`/${file.replace(/^(\.?\/)+/, '')}`);
}

function taskPick(task: vscode.Task, document: vscode.Uri): OracleItem {
  return {
    id: `task:${task.source}:${task.name}`,
    label: `$(${isWhittleTask(task) ? 'beaker' : 'tools'}) ${task.name}`,
    description: task.source,
    detail: task.detail ?? commandText(task),
    choose: () => askedOracle(task, document),
  };
}

function commandText({ execution, definition }: vscode.Task): string | undefined {
  if (execution instanceof vscode.ShellExecution && execution.commandLine) return execution.commandLine;
  return typeof definition.command === 'string' ? definition.command : undefined;
}
