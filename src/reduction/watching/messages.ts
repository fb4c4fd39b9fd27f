/** Messages between a run and the window that shows it: of a worker thread, or of a terminal. */
import type { Remedy } from '../../oracle/calibration/diagnosis';
import type { Accepted, FilesAccepted, ReductionEvent } from '../events/events';
import type { Job } from '../job';

export interface Insertion {
  /** Offset in the original. */
  readonly at: number;
  readonly text: string;
}

/** What is gone of an original: ranges (start, end, …), and what was put in. */
export interface Removal {
  readonly removed: readonly number[];
  readonly inserted: readonly Insertion[];
}

/** Of one of several files; `gone`: the file is not there any more. */
export interface FileRemoval extends Removal {
  readonly file: string;
  readonly gone: boolean;
}

/** `accepted` without texts; the last one of a batch has the removal, or those of all files that the batch has changed. */
interface Shrunk extends Omit<Accepted, 'text' | 'event'>, Partial<Removal> {
  readonly event: 'shrunk';
  /** Files that are left, of several. */
  readonly files?: number;
  readonly changes?: readonly FileRemoval[];
}

export type WatchedEvent = Exclude<ReductionEvent, Accepted | FilesAccepted> | Shrunk;

export interface Batch {
  readonly events: readonly WatchedEvent[];
  /** Digests of several files, by their paths: once. */
  readonly files?: Readonly<Record<string, string>>;
}

/** `result` or `error` is the last message. */
export type FromRun =
  | ({ readonly kind: 'events' } & Batch)
  | { readonly kind: 'result'; readonly outcome: unknown }
  | { readonly kind: 'error'; readonly message: string; readonly output?: string; readonly remedy?: Remedy };

/** The user's commands to a run. */
export type Verb = 'pause' | 'resume' | 'skip' | 'finish' | 'stop';

export interface ToRun {
  readonly kind: Verb;
}

/** A run of a terminal first tells its file, then its job on demand; it is quiet until `watch`. One JSON text each line. */
export type FromTerminal =
  { readonly kind: 'path'; readonly path: string } | { readonly kind: 'job'; readonly job: Job } | FromRun;

export type ToTerminal = { readonly kind: 'job' | 'watch' } | ToRun;
