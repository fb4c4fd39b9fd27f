/** What a user can choose from to reproduce a bug: tasks, the file's test runner, programs for its language, workers. */
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { inPlace } from '../../oracle/places/inPlace/inPlace';
import { overlay } from '../../oracle/places/overlay';
import { nearestRoot, realPath } from '../../oracle/places/roots';
import { programLines } from '../../runners/programs';
import { type Recognised, recognise } from '../../runners/recognise';
import { settingsFor } from '../window/settings';
import { type Recipe, recipeOf } from './taskOracle';

/** An answer: a recipe, or a task. */
export interface OracleItem extends vscode.QuickPickItem {
  readonly recipe?: Recipe;
  readonly task?: vscode.Task;
  /** The command, which may be edited. */
  readonly line?: string;
}

/** A command that failed on this file in the terminal, tasks of tasks.json, then those for this file, then tasks that VS Code has found. */
export async function suggestions(document: vscode.Uri, memory: vscode.Memento, isFolder = false) {
  const tasks = (await oracleTasks()).filter((task) => isFit(task) && concerns(task, document));
  return [
    ...workers(document),
    ...failedOn(document, memory),
    ...tasks.filter(isWritten).map(taskItem),
    ...(isFolder ? [] : await fromFile(document)),
    ...tasks.filter((task) => !isWritten(task)).map(taskItem),
    ...(await makeItems(document)),
  ];
}

/** Tasks with a command. */
export async function oracleTasks(): Promise<vscode.Task[]> {
  const tasks = await vscode.tasks.fetchTasks();
  return tasks.filter(
    (task) =>
      recipeOf(task) ||
      task.execution instanceof vscode.ShellExecution ||
      task.execution instanceof vscode.ProcessExecution,
  );
}

export function lineItem(icon: string, command: string, description: string): OracleItem {
  return { label: `$(${icon}) ${command}`, description, recipe: { command }, line: command };
}

/** Of the last command that failed on a file in a terminal: a recipe. */
export const failedKey = (file: vscode.Uri) => `failed:${file.toString()}`;

function failedOn(document: vscode.Uri, memory: vscode.Memento): OracleItem[] {
  const recipe = memory.get<Recipe>(failedKey(document));
  const description = l10n.t('failed in the terminal');
  return recipe ? [{ ...lineItem('terminal', recipe.command!, description), recipe }] : [];
}

const checks = /^(?:test|check|lint|build|verify|compile)\b[\w-]*$/;

async function makeItems(document: vscode.Uri): Promise<OracleItem[]> {
  const folder = vscode.workspace.getWorkspaceFolder(document)?.uri;
  const file = folder && vscode.Uri.joinPath(folder, 'Makefile');
  const text = file ? await vscode.workspace.fs.readFile(file).then(String, () => '') : '';
  const targets = [...text.matchAll(/^([\w-]+)\s*:(?!=)/gm)].map(([, target]) => target);
  return [...new Set(targets)]
    .filter((target) => checks.test(target))
    .map((target) => lineItem('tools', `make ${target}`, 'Makefile'));
}

function workers(document: vscode.Uri): OracleItem[] {
  const { redis, oracle } = settingsFor(document).cluster;
  if (!redis || !oracle) return [];
  const label = `$(server) ${l10n.t('{0} on the workers', oracle)}`;
  return [{ label, description: 'whittle.cluster', recipe: { cluster: { oracle } } }];
}

/** The runners that a document may belong to, the likeliest first; for one of its tests if there are titles. */
export function runnersOf(document: vscode.TextDocument, titles: readonly string[] = []): Recognised[] {
  if (document.uri.scheme !== 'file' && document.uri.scheme !== 'vscode-remote') return [];
  const path = realPath(document.uri.fsPath);
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  const root = folder ? realPath(folder.uri.fsPath) : nearestRoot(path);
  return recognise({ path, text: document.getText(), root }, titles);
}

/** For a test of the document, or the first that fails; undefined if its runner is not recognised for sure. */
export function sureRecipe(document: vscode.TextDocument, titles: readonly string[] = []): Recipe | undefined {
  const [found] = runnersOf(document, titles);
  return found && found.sureness !== 'guess' ? runnerRecipe(found, document.uri, titles) : undefined;
}

/** Command and rule are found when it runs. */
function runnerRecipe(found: Recognised, document: vscode.Uri, test: readonly string[] = []): Recipe {
  const { command, cwd, runner } = found;
  const place = settingsFor(document).place === inPlace.name ? inPlace.name : overlay.name;
  return { command, cwd, place, runner, test };
}

/** The test runner of the file, or programs for its language. */
async function fromFile(uri: vscode.Uri): Promise<OracleItem[]> {
  const document = await vscode.workspace.openTextDocument(uri);
  const runners = runnersOf(document).map((found) => ({
    label: `$(beaker) ${found.label}`,
    description: l10n.t('its current failure'),
    detail: found.command,
    recipe: runnerRecipe(found, uri),
  }));
  return runners.length > 0 ? runners : programs(document);
}

function programs(document: vscode.TextDocument): OracleItem[] {
  const { languageId, uri } = document;
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;
  const lines = programLines(languageId, folder, folder && dirname(uri.fsPath), document.getText());
  return lines.map((line) => lineItem('terminal', line, l10n.t('if it fails on this file')));
}

/** Scripts that set up a project, or go on until they are stopped, tell nothing of a file. */
const installs = /^(?:npm|pnpm|yarn|bun|pip3?) (?:i|ci|install|add)\b/;
const unfit = /\b(?:(?:pre|post)?install|ci|prepare|(?:pre|post)?publish|(?:pre|post)?pack|watch|serve|start|dev)\b/;

function isFit(task: vscode.Task): boolean {
  if (recipeOf(task)) return true;
  const isFound = !isWritten(task) && unfit.test(task.name);
  return !isFound && !task.isBackground && task.group?.id !== 'clean' && !installs.test(commandText(task) ?? '');
}

/** It is in tasks.json. */
export function isWritten(task: vscode.Task): boolean {
  return recipeOf(task) !== undefined || task.source === 'Workspace' || task.source === 'User';
}

/** A whittle task with a file is for that file only. */
function concerns(task: vscode.Task, document: vscode.Uri): boolean {
  const file = recipeOf(task)?.file;
  return !file || file.includes('${') || document.path.endsWith(`/${file.replace(/^(\.?\/)+/, '')}`);
}

function taskItem(task: vscode.Task): OracleItem {
  const icon = recipeOf(task) ? 'beaker' : 'tools';
  const detail = task.detail ?? commandText(task);
  return { label: `$(${icon}) ${task.name}`, description: task.source, detail, task };
}

function commandText({ execution, definition }: vscode.Task): string | undefined {
  if (execution instanceof vscode.ShellExecution && execution.commandLine) return execution.commandLine;
  return typeof definition.command === 'string' ? definition.command : undefined;
}
