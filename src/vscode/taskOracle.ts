/** A task of tasks.json → the command that is the oracle. */
import { homedir } from 'node:os';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Order } from '../reducers/options';
import { fixedText } from '../oracle/command';
import type { Invocation, OracleCommand } from '../oracle/command';
import { taskTemplate } from './variables';
import type { VariableContext } from './variables';

/** A task that cannot be an oracle; the message is one sentence with the remedy. */
export class TaskProblem extends Error {}

/** Definition of a task of type `whittle` in tasks.json. */
export interface WhittleTaskDefinition extends vscode.TaskDefinition {
  readonly type: 'whittle';
  readonly command: string;
  readonly file?: string;
  readonly cwd?: string;
  readonly reducer?: string;
  readonly strategy?: string;
  readonly loop?: string;
  readonly commit?: string;
  readonly jobs?: number;
  readonly timeout?: number;
  readonly p0?: number;
  readonly seed?: number;
  readonly order?: Order;
}

export function isWhittleTask(task: vscode.Task): boolean {
  return task.definition.type === 'whittle';
}

export function whittleDefinition(task: vscode.Task): WhittleTaskDefinition {
  return task.definition as WhittleTaskDefinition;
}

/** Throws `TaskProblem` and `UnknownVariable`. */
export function taskOracle(task: vscode.Task, document: vscode.Uri): OracleCommand {
  const context = contextOf(document, task.scope);
  if (isWhittleTask(task)) return whittleOracle(whittleDefinition(task), context);
  const { execution } = task;
  if (!(execution instanceof vscode.ShellExecution || execution instanceof vscode.ProcessExecution)) {
    throw new TaskProblem(`The task "${task.name}" runs no command of its own: choose one of type shell or process.`);
  }
  const invocation =
    execution instanceof vscode.ShellExecution
      ? shellInvocation(execution, context)
      : processInvocation(execution, context);
  return { invocation, ...surroundings(execution.options, context) };
}

/** A command typed by hand: `{}` and VS Code's variables both name the candidate. Throws `UnknownVariable`. */
export function typedOracle(line: string, document: vscode.Uri): OracleCommand {
  const context = contextOf(document, undefined);
  const text = line.replaceAll('{}', '${file}');
  return { invocation: { line: taskTemplate(text, context), ...userShell() }, ...surroundings(undefined, context) };
}

function whittleOracle(definition: WhittleTaskDefinition, context: VariableContext): OracleCommand {
  if (typeof definition.command !== 'string' || definition.command.trim() === '') {
    throw new TaskProblem(
      'A task of type whittle needs a "command": the test that ends with exit code 0 while the bug is there.',
    );
  }
  const line = taskTemplate(definition.command.replaceAll('{}', '${file}'), context);
  return { invocation: { line, ...userShell() }, ...surroundings({ cwd: definition.cwd }, context) };
}

function shellInvocation(execution: vscode.ShellExecution, context: VariableContext): Invocation {
  const shell = execution.options?.executable ? { shell: execution.options.executable } : userShell();
  if (execution.commandLine) return { line: taskTemplate(execution.commandLine, context), ...shell };
  const words = [execution.command, ...(execution.args ?? [])].filter((word) => word !== undefined);
  return { line: taskTemplate(words.map((word) => shellWord(word!)).join(' '), context), ...shell };
}

function processInvocation(execution: vscode.ProcessExecution, context: VariableContext): Invocation {
  return {
    program: taskTemplate(execution.process, context),
    args: execution.args.map((argument) => taskTemplate(argument, context)),
  };
}

/** As VS Code writes it: an argument with spaces is quoted, others are left to the shell; the quoting may be asked for. */
function shellWord(word: string | vscode.ShellQuotedString): string {
  if (typeof word === 'string') return /\s/.test(word) ? strong(word) : word;
  if (word.quoting === vscode.ShellQuoting.Strong) return strong(word.value);
  if (word.quoting === vscode.ShellQuoting.Weak) return `"${word.value.replace(/["\\]/g, '\\$&')}"`;
  return word.value.replace(/[\s"'\\()<>|&;*?]/g, '\\$&');
}

function strong(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function surroundings(
  options: { readonly cwd?: string; readonly env?: { [key: string]: string } } | undefined,
  context: VariableContext,
): Pick<OracleCommand, 'cwd' | 'env'> {
  const env = Object.entries(options?.env ?? {}).map(([name, value]) => [name, taskTemplate(value, context)]);
  return {
    cwd: options?.cwd ? taskTemplate(options.cwd, context) : fixedText(context.folder?.path ?? context.home),
    env: Object.fromEntries(env),
  };
}

/** The user's shell, where it reads a line as a POSIX shell does. */
function userShell(): { shell?: string } {
  const shell = vscode.env.shell;
  return ['bash', 'zsh', 'sh', 'dash', 'ksh'].includes(basename(shell)) ? { shell } : {};
}

function contextOf(document: vscode.Uri, scope: vscode.Task['scope']): VariableContext {
  const ofTask = typeof scope === 'object' ? scope : undefined;
  const folder = ofTask ?? vscode.workspace.getWorkspaceFolder(document) ?? vscode.workspace.workspaceFolders?.[0];
  return {
    folder: folder && { path: folder.uri.fsPath, name: folder.name },
    fileName: basename(document.path),
    home: homedir(),
    env: process.env,
    setting: (name) => vscode.workspace.getConfiguration(undefined, document).get(name),
  };
}
