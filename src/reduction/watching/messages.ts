/** Messages between a run and the window that shows it: of a worker thread, or of a terminal. */
import type { Remedy } from '../../oracle/calibration/diagnosis';
import type { Accepted, ReductionEvent } from '../events/events';
import type { Job } from '../job';

export interface Insertion {
  /** Offset in the original. */
  readonly at: number;
  readonly text: string;
}

/** `accepted` without its text; the last one of a batch has the removed ranges (start, end, …) and the insertions. */
interface Shrunk extends Omit<Accepted, 'text' | 'event'> {
  readonly event: 'shrunk';
  readonly removed?: readonly number[];
  readonly inserted?: readonly Insertion[];
}

export type WatchedEvent = Exclude<ReductionEvent, Accepted> | Shrunk;

export interface Batch {
  readonly events: readonly WatchedEvent[];
  /** Remaining text that the current candidate leaves out: start, end, …; unset if that is as before. */
  readonly tried?: readonly number[];
}

/** `result` or `error` is the last message. */
export type FromRun =
  | ({ readonly kind: 'events' } & Batch)
  | { readonly kind: 'result'; readonly outcome: unknown }
  | { readonly kind: 'error'; readonly message: string; readonly output?: string; readonly remedy?: Remedy };

/** The user's commands to a run. */
export type Verb = 'pause' | 'resume' | 'skip' | 'finish' | 'stop';

/** `watch`: whether batches include `tried`. */
export type ToRun = { readonly kind: Verb } | { readonly kind: 'watch'; readonly candidates: boolean };

/** A run of a terminal first tells its file, then its job on demand; it is quiet until `watch`. One JSON text each line. */
export type FromTerminal =
  { readonly kind: 'path'; readonly path: string } | { readonly kind: 'job'; readonly job: Job } | FromRun;

export type ToTerminal = { readonly kind: 'job' } | ToRun;
