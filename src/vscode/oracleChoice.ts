/** The one question of a first run: which task says whether the bug is still there? */
import * as vscode from 'vscode';
import type { OracleCommand } from '../oracle/command';
import type { Overrides } from './jobs';
import { isWhittleTask, taskOracle, TaskProblem, typedOracle, whittleDefinition } from './taskOracle';

export interface ChosenOracle {
  readonly oracle: OracleCommand;
  readonly overrides: Overrides;
}

/** How to name an oracle without being asked: for keybindings and other extensions. */
export interface OracleRequest {
  /** A task's name in tasks.json. */
  readonly task?: string;
  /** A shell command. */
  readonly command?: string;
}

interface Pick extends vscode.QuickPickItem {
  choose(): Promise<ChosenOracle | undefined>;
}

/** Undefined if the user thought better of it. Throws `TaskProblem` and `UnknownVariable`. */
export async function chooseOracle(
  document: vscode.Uri,
  memory: vscode.Memento,
  request: OracleRequest = {},
): Promise<ChosenOracle | undefined> {
  if (request.command) return typed(request.command, document);
  if (request.task) {
    const task = (await oracleTasks()).find(({ name }) => name === request.task);
    if (!task) throw new TaskProblem(`There is no task "${request.task}" that runs a command: look at tasks.json.`);
    return ofTask(task, document);
  }
  const choice = await vscode.window.showQuickPick(picks(document, memory), {
    title: 'Which task says that the bug is still there?',
    placeHolder: 'It must end with exit code 0 while the bug is there',
    matchOnDetail: true,
  });
  return choice?.choose();
}

async function picks(document: vscode.Uri, memory: vscode.Memento): Promise<Pick[]> {
  const last = memory.get<string>(memoryKey(document));
  const tasks = (await oracleTasks())
    .filter((task) => concerns(task, document))
    .map((task) => taskPick(task, document));
  return [
    ...(last ? [lastPick(last, document)] : []),
    ...tasks,
    {
      label: '$(edit) Type a Command…',
      alwaysShow: true,
      choose: async () => {
        const line = await askForCommand(last);
        if (line === undefined) return undefined;
        await memory.update(memoryKey(document), line);
        return typed(line, document);
      },
    },
  ];
}

/** Tasks that run a command of their own. */
async function oracleTasks(): Promise<vscode.Task[]> {
  const tasks = await vscode.tasks.fetchTasks();
  return tasks.filter(
    (task) =>
      isWhittleTask(task) ||
      task.execution instanceof vscode.ShellExecution ||
      task.execution instanceof vscode.ProcessExecution,
  );
}

/** A whittle task that names a file is for that file only. */
function concerns(task: vscode.Task, document: vscode.Uri): boolean {
  const file = isWhittleTask(task) ? whittleDefinition(task).file : undefined;
  return !file || file.includes('${') || document.path.endsWith(`/${file.replace(/^(\.?\/)+/, '')}`);
}

function taskPick(task: vscode.Task, document: vscode.Uri): Pick {
  return {
    label: `$(${isWhittleTask(task) ? 'beaker' : 'tools'}) ${task.name}`,
    description: task.source,
    detail: task.detail ?? commandText(task),
    choose: async () => ofTask(task, document),
  };
}

function commandText({ execution, definition }: vscode.Task): string | undefined {
  if (execution instanceof vscode.ShellExecution && execution.commandLine) return execution.commandLine;
  return typeof definition.command === 'string' ? definition.command : undefined;
}

function lastPick(line: string, document: vscode.Uri): Pick {
  return { label: `$(history) ${line}`, description: 'as last time', choose: async () => typed(line, document) };
}

function askForCommand(last: string | undefined): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: 'Which command says that the bug is still there?',
    prompt:
      'Exit code 0 = it is. ${file} is the path of the candidate. Without it, the command runs in a directory that holds a copy of the file.',
    placeHolder: 'node check.js ${file}',
    value: last,
    ignoreFocusOut: true,
    validateInput: (line) => (line.trim() === '' ? 'Type the command of your test.' : undefined),
  });
}

function ofTask(task: vscode.Task, document: vscode.Uri): ChosenOracle {
  const overrides: Overrides = isWhittleTask(task) ? whittleDefinition(task) : {};
  return { oracle: taskOracle(task, document), overrides };
}

function typed(line: string, document: vscode.Uri): ChosenOracle {
  return { oracle: typedOracle(line, document), overrides: {} };
}

function memoryKey(document: vscode.Uri): string {
  return `oracle:${document.toString()}`;
}
