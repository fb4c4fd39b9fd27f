/** What a run is made of, and what it ends with. */
import type * as vscode from 'vscode';
import type { HostedRun } from '../../host/host';
import type { Batch, FileRemoval, FolderOutcome, IsolatedTexts, RunJob } from '../../host/port';
import type { Speaker } from '../../options/spelling';
import type { State } from '../../reduction/events/runState';
import type { About } from './head';

/** A document, or a folder. */
export interface Target {
  readonly uri: vscode.Uri;
}

/** What a run is made of. */
export interface Made<J extends RunJob = RunJob> {
  readonly job: J;
  /** Of an isolation: the address of the file that passes; unset for the empty file. */
  readonly passing?: string;
  readonly elsewhere?: Elsewhere;
  /** The window, if unset. */
  readonly speaker?: Speaker;
}

/** The part of a run's state that is kept on disk. */
export interface KeptState extends State {
  readonly about: About;
}

/** The run is under way in a terminal, and goes on without this window; or the history keeps it. */
export interface Elsewhere {
  start<O>(onBatch: (batch: Batch) => void): HostedRun<O>;
  /** Of a kept run: its end, and what is gone of its files. */
  readonly state?: KeptState;
  readonly removals?: readonly FileRemoval[];
}

/** What a thread ends with: byte order marks included. */
export type Outcome = string | IsolatedTexts | FolderOutcome;
