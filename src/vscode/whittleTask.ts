/** Tasks of type `whittle`: they reduce their file and show the log in a terminal. */
import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { WatchedEvent } from '../host/port';
import { spelled } from '../options/spelling';
import { logLines } from '../reduction/events/logLines';
import type { Controller } from './controller';
import { taskOracle } from './oracles/taskOracle';
import { documentFor } from './window/addresses';
import { openFolderButton, Problem } from './window/problems';

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
