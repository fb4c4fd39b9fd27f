/** What a run works on, and what it is made of. */
import type * as vscode from 'vscode';
import type { Batch, RunJob } from '../thread/messages';
import type { RunThread } from '../thread/thread';

/** A document, or a folder. */
export interface Target {
  readonly uri: vscode.Uri;
}

export interface Made {
  readonly job: RunJob;
  /** The run is under way in a terminal, and goes on without this window. */
  readonly elsewhere?: <O>(onBatch: (batch: Batch) => void) => RunThread<O>;
}
