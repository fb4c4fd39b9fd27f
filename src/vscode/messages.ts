/** What the extension host and the worker thread that reduces say to each other. */
import type { Accepted, ReductionEvent } from '../reduction/events';

/** `accepted` without its text. */
export interface Shrunk extends Omit<Accepted, 'text' | 'event'> {
  readonly event: 'shrunk';
  /** What of the original is gone, as start, end, start, end, …: only in the last one of a batch. */
  readonly removed?: readonly number[];
}

export type WatchedEvent = Exclude<ReductionEvent, Accepted> | Shrunk;

export type FromWorker =
  | { readonly kind: 'events'; readonly events: readonly WatchedEvent[] }
  /** The last message: the whole text of the result, or why there is none. */
  | { readonly kind: 'result'; readonly text: string }
  | { readonly kind: 'error'; readonly message: string; readonly output?: string };

export type ToWorker = { readonly kind: 'stop' };
