/**
 * Reductions that a terminal or an agent has begun on a file of the workspace: the window shows them as runs of its own, and stops them
 * by asking them to. Nothing is started here, and no process is ended.
 */
import { watch } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isAlive } from '../../oracle/platform/platform';
import type { Job } from '../../reduction/job';
import { conversation, isSocket, meetingDirectory, socketsIn } from '../../host/watchable';
import type { Batch, FromRun, FromTerminal, ToTerminal } from '../../host/port';
import type { Controller } from '../controller';
import { Reduction } from '../runs/kinds';
import type { Elsewhere, Made } from '../runs/run';
import type { HostedRun } from '../../host/host';
import { assets } from '../thread';
import { RunFailed } from '../window/problems';

/** Until a new socket is asked again, ms. */
const againMs = 200;

export class TerminalRuns implements vscode.Disposable {
  private readonly sockets = new Map<string, Socket>();
  private readonly directory = meetingDirectory();
  private readonly watcher = this.directory === undefined ? undefined : watch(this.directory);

  constructor(private readonly controller: Controller) {
    this.watcher?.on('change', (_, name) => this.look(String(name))).on('error', () => {});
    if (this.directory !== undefined) socketsIn(this.directory).forEach((name) => this.look(name));
  }

  dispose(): void {
    this.watcher?.close();
    for (const socket of this.sockets.values()) socket.destroy();
  }

  private look(name: string): void {
    const directory = this.directory!;
    if (this.sockets.has(name) || !isSocket(directory, name)) return;
    const socket = connect(join(directory, name));
    this.sockets.set(name, socket);
    socket.on('close', () => this.sockets.delete(name));
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      // It may be about to listen. That of a killed run goes when the next one begins.
      if (code === 'ECONNREFUSED' && isAlive(parseInt(name))) setTimeout(() => this.look(name), againMs).unref();
    });
    let hear = (_: FromRun): void => {};
    /** The run speaks as soon as it is asked to. */
    const start = <O>(onBatch: (batch: Batch) => void): HostedRun<O> => {
      const outcome = new Promise<O>((resolve, reject) => {
        hear = (message) => {
          if (message.kind === 'events') onBatch(message);
          else if (message.kind === 'result') resolve(message.outcome as O);
          else if (message.kind === 'error') reject(new RunFailed(message.message));
        };
        socket.on('close', () => reject(new RunFailed(l10n.t('The run in the terminal ended without a result.'))));
      });
      send({ kind: 'watch' });
      return { outcome, tell: send };
    };
    const send = conversation<FromTerminal, ToTerminal>(socket, (message) => {
      if (message.kind === 'path' && isInWorkspace(message.path)) send({ kind: 'job' });
      else if (message.kind === 'job' && isInWorkspace(message.job.input.file!)) {
        void this.show(message.job, start).catch(() => socket.destroy());
      } else if (message.kind === 'path' || message.kind === 'job') socket.destroy();
      else hear(message);
    });
  }

  /** Rejects if the run fails, or if there is one of this window. */
  private async show(job: Job, start: Elsewhere['start']): Promise<void> {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(job.input.file!));
    const made: Made = { job: { ...job, journal: undefined, assets }, elsewhere: { start } };
    await this.controller.begin(Reduction, document, made, {});
  }
}

function isInWorkspace(path: string): boolean {
  return vscode.workspace.isTrusted && vscode.workspace.getWorkspaceFolder(vscode.Uri.file(path)) !== undefined;
}
