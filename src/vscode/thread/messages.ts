/** Messages between the extension host and the worker thread of a run. */
import type { Remedy } from '../../oracle/calibration/diagnosis';
import type { Accepted, ReductionEvent } from '../../reduction/events/events';
import type { TestJob } from '../../failingTests/testJob';
import type { IsolationJob, Job } from '../../reduction/job';
import type { ReadableJob } from '../../reduction/reader';

/** Of a reduction or an isolation. */
export type RunJob = Job & Partial<Pick<IsolationJob, 'passing' | 'unit'>>;

export function isolates(job: RunJob): job is RunJob & IsolationJob {
  return job.passing !== undefined;
}

export type Work =
  /** Ends with the text of the reduction, or with `IsolatedTexts`. */
  | { readonly kind: 'run'; readonly job: RunJob }
  /** Ends with the paths of the files that `filesThatMatter` finds. */
  | { readonly kind: 'changed'; readonly job: TestJob; readonly at: string }
  /** Ends with the `FileAt` of the job's file. */
  | { readonly kind: 'fileAt'; readonly job: { readonly file: string; readonly assets: string }; readonly at: string }
  /** Ends with the `ElementRows` of the job's text. */
  | { readonly kind: 'elements'; readonly job: ReadableJob };

/** The data of a new thread. */
export interface Given {
  readonly work: Work;
  /** The sentences in the language of the window; unset in English. */
  readonly bundle: Readonly<Record<string, string>> | undefined;
}

/** Byte order marks included. */
export interface IsolatedTexts {
  readonly passing: string;
  readonly failing: string;
}

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
export type FromWorker =
  | ({ readonly kind: 'events' } & Batch)
  | { readonly kind: 'result'; readonly outcome: unknown }
  | { readonly kind: 'error'; readonly message: string; readonly output?: string; readonly remedy?: Remedy };

/** The user's commands to a run. */
export type Verb = 'pause' | 'resume' | 'skip' | 'finish' | 'stop';

/** `watch`: whether batches include `tried`. */
export type ToWorker = { readonly kind: Verb } | { readonly kind: 'watch'; readonly candidates: boolean };
