/** Tasks of type `whittle`: run by *Tasks: Run Task*, they reduce their file and show the log in a terminal. */
import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { logLines } from '../reduction/logLines';
import type { Controller } from './controller';
import { DocumentProblem } from './jobs';
import { taskOracle, whittleDefinition } from './taskOracle';
import type { ReductionResult } from './reduction';

export function whittleTaskProvider(controller: Controller): vscode.TaskProvider {
  return {
    // Tasks of this type are written by people; there is nothing to detect.
    provideTasks: () => [],
    resolveTask: (task) => {
      const execution = new vscode.CustomExecution(
        async (definition) => new ReductionTerminal(controller, task, definition.file as string | undefined),
      );
      const scope = task.scope ?? vscode.TaskScope.Workspace;
      return new vscode.Task(task.definition, scope, task.name, 'whittle', execution);
    },
  };
}

/** A reduction as the program of a terminal: its output is the log, Ctrl-C or closing stops it. */
class ReductionTerminal implements vscode.Pseudoterminal {
  private readonly written = new vscode.EventEmitter<string>();
  private readonly closed = new vscode.EventEmitter<number>();
  readonly onDidWrite = this.written.event;
  readonly onDidClose = this.closed.event;
  private document: vscode.TextDocument | undefined;

  constructor(
    private readonly controller: Controller,
    private readonly task: vscode.Task,
    /** As VS Code has resolved it. */
    private readonly file: string | undefined,
  ) {}

  open(): void {
    this.reduce().then(
      ({ finished }) => this.closed.fire(finished.confirmed ? 0 : 1),
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

  private async reduce(): Promise<ReductionResult> {
    this.document = await vscode.workspace.openTextDocument(taskFile(this.task, this.file));
    const reduction = await this.controller.run(this.document, taskOracle(this.task, this.document.uri), {
      ...whittleDefinition(this.task),
      onEvents: (events) => {
        const told = events.filter(({ event }) => event !== 'candidate' && event !== 'failed');
        for (const line of told.flatMap(logLines)) this.write(line);
      },
    });
    void this.controller.present(reduction);
    return reduction.result!;
  }

  private write(line: string): void {
    this.written.fire(`${line.replaceAll('\n', '\r\n')}\r\n`);
  }
}

/** The file that the task names, or the one in the active editor. */
function taskFile(task: vscode.Task, file: string | undefined): vscode.Uri {
  const active = vscode.window.activeTextEditor?.document.uri;
  if (!file && active) return active;
  if (!file) throw new DocumentProblem('The task names no "file" and no editor is open: open the failing input first.');
  const folder = typeof task.scope === 'object' ? task.scope : vscode.workspace.workspaceFolders?.[0];
  if (isAbsolute(file)) return folder ? folder.uri.with({ path: file }) : vscode.Uri.file(file);
  if (!folder) throw new DocumentProblem(`The task's file ${file} is relative, but no folder is open.`);
  return vscode.Uri.joinPath(folder.uri, file);
}
