/** Tasks of type `whittle`: they reduce their file and show the log in a terminal. */
import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { logLines } from '../reduction/events/logLines';
import type { Controller } from './controller';
import { taskOracle } from './oracles/taskOracle';
import type { ReductionResult } from './runs/kinds';
import { documentFor } from './window/addresses';
import { openFolderButton, Problem } from './window/buttons';

export function whittleTaskProvider(controller: Controller): vscode.TaskProvider {
  return {
    // Users write these tasks; there is nothing to detect.
    provideTasks: () => [],
    resolveTask: (task) => {
      const execution = new vscode.CustomExecution(
        async (definition) => new ReductionTerminal(controller, task, definition),
      );
      const scope = task.scope ?? vscode.TaskScope.Workspace;
      return new vscode.Task(task.definition, scope, task.name, 'whittle', execution);
    },
  };
}

/** A reduction as the program of a terminal. Ctrl-C or closing stops it. */
class ReductionTerminal implements vscode.Pseudoterminal {
  private readonly written = new vscode.EventEmitter<string>();
  private readonly closed = new vscode.EventEmitter<number>();
  readonly onDidWrite = this.written.event;
  readonly onDidClose = this.closed.event;
  private document: vscode.TextDocument | undefined;

  constructor(
    private readonly controller: Controller,
    private readonly task: vscode.Task,
    /** Its definition, with VS Code's values of the variables. */
    private readonly resolved: vscode.TaskDefinition,
  ) {}

  open(): void {
    this.reduce().then(
      (result) => this.closed.fire(result?.finished.confirmed && !result.finished.problem ? 0 : 1),
      (error: Error) => {
        this.write(`failed: ${error.message}`);
        this.closed.fire(1);
      },
    );
  }

  close(): void {
    if (this.document) this.controller.of(this.document.uri)?.stop();
  }

  handleInput(data: string): void {
    if (data.includes('\x03')) this.close();
  }

  private async reduce(): Promise<ReductionResult | undefined> {
    this.document = await documentFor(fileOf(this.task, this.resolved.file as string | undefined));
    const chosen = taskOracle(this.task, this.document.uri);
    return this.controller.reduce(this.document, chosen, {
      onEvents: (events) => {
        const told = events.filter(({ event }) => event !== 'candidate' && event !== 'failed');
        for (const line of told.flatMap(logLines)) this.write(line);
      },
    });
  }

  private write(line: string): void {
    this.written.fire(`${line.replaceAll('\n', '\r\n')}\r\n`);
  }
}

/** Undefined if the task names no file. Throws `Problem`. */
function fileOf({ scope }: vscode.Task, file: string | undefined): vscode.Uri | undefined {
  if (!file) return undefined;
  if (isAbsolute(file)) return vscode.Uri.file(file);
  const folder = typeof scope === 'object' ? scope : vscode.workspace.workspaceFolders?.[0];
  if (folder) return vscode.Uri.joinPath(folder.uri, file);
  throw new Problem(l10n.t("The task's file {0} is relative: open its folder.", file), openFolderButton());
}
