/** What the extension host and the worker thread of a run say to each other. */
import type { Remedy } from '../../oracle/calibration/diagnosis';
import type { Accepted, ReductionEvent } from '../../reduction/events/events';
import type { IsolationJob } from '../../reduction/job';
import type { Job } from '../../reduction/job';
import type { ReadableJob } from '../../reduction/reader';
import type { ElementRows } from './elementRows';

/** What a run's thread is started for. */
export type RunWork =
  { readonly kind: 'reduce'; readonly job: Job } | { readonly kind: 'isolate'; readonly job: IsolationJob };

/** What a thread is started for. */
export type Work =
  | RunWork
  /** The elements of the job's text, for the view that shows them. */
  | { readonly kind: 'elements'; readonly job: ReadableJob };

/** What a thread is given. */
export interface Given {
  readonly work: Work;
  /** The sentences in the language of the window; unset in English. */
  readonly bundle: Readonly<Record<string, string>> | undefined;
}

/** The two texts that an isolation ends with, byte order marks included. */
export interface IsolatedTexts {
  readonly passing: string;
  readonly failing: string;
}

/** What comes of it: the whole text of the reduction, the two of the isolation, or the elements. */
export type Outcome<W extends Work> = W extends { readonly kind: 'reduce' }
  ? string
  : W extends { readonly kind: 'isolate' }
    ? IsolatedTexts
    : ElementRows | undefined;

export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** `accepted` without its text. */
interface Shrunk extends Omit<Accepted, 'text' | 'event'> {
  readonly event: 'shrunk';
  /** What of the original is gone, as start, end, start, end, …: only in the last one of a batch. */
  readonly removed?: readonly number[];
  /** What was put in, and after which offset of the original: likewise. */
  readonly inserted?: readonly Insertion[];
}

export type WatchedEvent = Exclude<ReductionEvent, Accepted> | Shrunk;

/** What is told at once. */
export interface Batch {
  readonly events: readonly WatchedEvent[];
  /** What of the original is left and would go, were the candidate taken that is tested now: start, end, …; unset if that is as before. */
  readonly tried?: readonly number[];
}

export type FromWorker<W extends Work> =
  | ({ readonly kind: 'events' } & Batch)
  /** The last message: what came of it, or why there is nothing. */
  | { readonly kind: 'result'; readonly outcome: Outcome<W> }
  | { readonly kind: 'error'; readonly message: string; readonly output?: string; readonly remedy?: Remedy };

/** What a user may say to a run. */
export type Verb = 'pause' | 'resume' | 'skip' | 'stop';

/** `watch`: whether the window wants to know what is tested. */
export type ToWorker = { readonly kind: Verb } | { readonly kind: 'watch'; readonly candidates: boolean };
