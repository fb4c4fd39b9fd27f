/** Messages between the extension host and the worker thread of a run. */
import type { TestJob } from '../../failingTests/testJob';
import type { IsolationJob, Job } from '../../reduction/job';
import type { ReadableJob } from '../../reduction/reader';

export type { Batch, FromRun, Insertion, ToRun, Verb, WatchedEvent } from '../../reduction/watching/messages';

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
