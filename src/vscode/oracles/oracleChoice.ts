/** Asks for the oracle of a run. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { VerdictRule } from '../../oracle/judging/rule';
import { programLines } from '../../runners/programs';
import { chooseSearch } from '../searches/chooseSearch';
import { settingsFor } from '../window/settings';
import type { Recipe } from './recipe';
import { askedOracle } from './askedVariables';
import { byItsEnd, isWhittleTask, TaskProblem, typedOracle, whittleDefinition, type ChosenOracle } from './taskOracle';
import { workersLabel, workersOracle } from './workersOracle';
import { recipeOracle, runnerOracle, runnersOf } from '../failingTests/testOracle';

/** For keybindings and other extensions: nothing is asked. */
export interface OracleRequest {
  /** A task's name in tasks.json. */
  readonly task?: string;
  /** A shell command. */
  readonly command?: string;
  /** The name of a command of the workers in the setting `whittle.cluster`. */
  readonly oracle?: string;
  /** Of an earlier run, with its rule. */
  readonly recipe?: Recipe;
  readonly rule?: VerdictRule;
}

interface OracleItem extends vscode.QuickPickItem {
  choose(): Promise<ChosenOracle | undefined>;
}

export interface Question {
  readonly title?: string;
  /** Offers *Choose Search…* too. */
  readonly withSearch?: boolean;
}

/** Undefined if the user cancels. Throws `TaskProblem`, `ClusterProblem` and `UnknownVariable`. */
export async function chooseOracle(
  document: vscode.Uri,
  memory: vscode.Memento,
  request: OracleRequest = {},
  question: Question = {},
): Promise<ChosenOracle | undefined> {
  if (request.command) return typed(request.command, document);
  if (request.oracle) return workersOracle(document, request.oracle);
  if (request.recipe) return recipeOracle(request.recipe, document, request.rule);
  if (request.task) {
    const task = (await oracleTasks()).find(({ name }) => name === request.task);
    if (!task) throw new TaskProblem(l10n.t('No task "{0}" runs a command: check tasks.json.', request.task));
    return askedOracle(task, document);
  }
  const choice = await vscode.window.showQuickPick(picks(document, memory, question), {
    title: question.title ?? l10n.t('How do you reproduce the bug in {0}?', basename(document.path)),
    placeHolder: l10n.t('Pick the command that fails. Whittle keeps whatever preserves that failure.'),
    matchOnDetail: true,
  });
  return choice?.choose();
}

async function picks(document: vscode.Uri, memory: vscode.Memento, question: Question): Promise<OracleItem[]> {
  const key = `oracle:${document.toString()}`;
  const last = memory.get<string>(key);
  const tasks = (await oracleTasks())
    .filter((task) => concerns(task, document))
    .map((task) => taskPick(task, document));
  return [
    ...workers(document),
    ...(await suggestions(document)),
    ...(last ? [linePick('history', last, l10n.t('last used'), document)] : []),
    ...tasks,
    {
      label: `$(edit) ${l10n.t('Type a Command…')}`,
      alwaysShow: true,
      choose: async () => {
        const line = await askForCommand(last);
        if (line === undefined) return undefined;
        await memory.update(key, line);
        return typed(line, document);
      },
    },
    ...(question.withSearch ? [searchPick(document, memory, question)] : []),
  ];
}

function searchPick(document: vscode.Uri, memory: vscode.Memento, question: Question): OracleItem {
  return {
    label: `$(settings-gear) ${l10n.t('Choose Search…')}`,
    description: settingsFor(document).search,
    alwaysShow: true,
    choose: async () => {
      await chooseSearch(document);
      return chooseOracle(document, memory, {}, question);
    },
  };
}

function workers(document: vscode.Uri): OracleItem[] {
  const label = workersLabel(document);
  return label === undefined
    ? []
    : [{ label: `$(server) ${label}`, description: 'whittle.cluster', choose: async () => workersOracle(document) }];
}

/** The test runner of the file, or programs for its language. */
async function suggestions(uri: vscode.Uri): Promise<OracleItem[]> {
  const document = await vscode.workspace.openTextDocument(uri);
  const runners = runnersOf(document).map((found) => ({
    label: `$(beaker) ${found.label}`,
    description: l10n.t('its current failure'),
    detail: found.command,
    choose: async () => runnerOracle(found, uri),
  }));
  return runners.length > 0 ? runners : programs(document);
}

function programs({ languageId, uri }: vscode.TextDocument): OracleItem[] {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;
  return programLines(languageId, folder).map((line) =>
    linePick('terminal', line, l10n.t('if it fails on this file'), uri),
  );
}

function linePick(icon: string, line: string, description: string, document: vscode.Uri): OracleItem {
  return { label: `$(${icon}) ${line}`, description, choose: async () => typed(line, document) };
}

/** Tasks with a command. */
async function oracleTasks(): Promise<vscode.Task[]> {
  const tasks = await vscode.tasks.fetchTasks();
  return tasks.filter(
    (task) =>
      isWhittleTask(task) ||
      task.execution instanceof vscode.ShellExecution ||
      task.execution instanceof vscode.ProcessExecution,
  );
}

/** A whittle task with a file is for that file only. */
function concerns(task: vscode.Task, document: vscode.Uri): boolean {
  const file = isWhittleTask(task) ? whittleDefinition(task).file : undefined;
  return !file || file.includes('${') || document.path.endsWith(`/${file.replace(/^(\.?\/)+/, '')}`);
}

function taskPick(task: vscode.Task, document: vscode.Uri): OracleItem {
  return {
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

function askForCommand(last: string | undefined): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: l10n.t('Which command reproduces the bug?'),
    prompt: l10n.t(
      'A command that fails on the file, or a script that ends with exit code 0 while the bug is there. {0} is the path of the candidate. Without {0}, the command runs in a copy of the workspace folder.',
      '${file}',
    ),
    placeHolder: 'node check.js ${file}',
    value: last,
    ignoreFocusOut: true,
    validateInput: (line) => (line.trim() === '' ? l10n.t('Enter a command.') : undefined),
  });
}

function typed(line: string, document: vscode.Uri): ChosenOracle {
  const recipe = { label: l10n.t('reduce {0}', vscode.workspace.asRelativePath(document)), command: line };
  return { oracle: typedOracle(line, document), overrides: byItsEnd, recipe };
}
