/** What the extension host and the worker thread of a run say to each other. */
import type { Accepted, ReductionEvent } from '../reduction/events';
import type { IsolationJob } from '../reduction/isolate';
import type { Job } from '../reduction/job';

/** What a thread is started for. */
export type Work =
  { readonly kind: 'reduce'; readonly job: Job } | { readonly kind: 'isolate'; readonly job: IsolationJob };

/** The two texts that an isolation ends with, byte order marks included. */
export interface IsolatedTexts {
  readonly passing: string;
  readonly failing: string;
}

/** What comes of it: the whole text of the reduction, or the two of the isolation. */
export type Outcome<W extends Work> = W extends { readonly kind: 'reduce' } ? string : IsolatedTexts;

export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** `accepted` without its text. */
export interface Shrunk extends Omit<Accepted, 'text' | 'event'> {
  readonly event: 'shrunk';
  /** What of the original is gone, as start, end, start, end, …: only in the last one of a batch. */
  readonly removed?: readonly number[];
  /** What was put in, and after which offset of the original: likewise. */
  readonly inserted?: readonly Insertion[];
}

export type WatchedEvent = Exclude<ReductionEvent, Accepted> | Shrunk;

export type FromWorker<W extends Work> =
  | { readonly kind: 'events'; readonly events: readonly WatchedEvent[] }
  /** The last message: what came of it, or why there is nothing. */
  | { readonly kind: 'result'; readonly outcome: Outcome<W> }
  | { readonly kind: 'error'; readonly message: string; readonly output?: string };

export type ToWorker = { readonly kind: 'stop' };
