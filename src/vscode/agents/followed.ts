/** A run that an agent has begun: an ordinary one of the window, which shows it and can stop it. */
import * as vscode from 'vscode';
import type { Controller } from '../controller';
import { makeVisible } from '../window/addresses';
import type { DocumentJob } from '../runs/jobs';
import type { Named, Run } from '../runs/run';
import type { KindOfRun } from '../runs/runs';

/**
 * Runs to the end, without a journal: only the agent knows whether to go on. `notes`: notices of the run. Throws `Problem`,
 * `RunFailed`, and `CancellationError` if there is nothing to do any more.
 */
export async function followed<R extends Run>(
  controller: Controller,
  Kind: KindOfRun<R>,
  document: vscode.TextDocument,
  made: DocumentJob,
  named: Named,
  token: vscode.CancellationToken,
): Promise<{ readonly run: R; readonly notes: string[] }> {
  const { runs } = controller;
  runs.requireIdle(document.uri);
  await makeVisible(document, { preserveFocus: true });
  if (token.isCancellationRequested) throw new vscode.CancellationError();
  const notes: string[] = [];
  const cancelled = token.onCancellationRequested(() => runs.runningOn(document.uri)?.stop());
  try {
    const run = await controller.begin(Kind, document, made, named, {
      onEvents: (events) => {
        for (const event of events) if (event.event === 'notice' || event.event === 'left') notes.push(event.message);
      },
    });
    void controller.presented(run, false);
    return { run, notes };
  } finally {
    cancelled.dispose();
  }
}
