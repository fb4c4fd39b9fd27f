/** The port of a run: messages between the worker that does it and whoever has started it, and windows that watch it. */
import type { Content } from '../oracle/content';
import type { Speaker } from '../options/spelling';
import type { Remedy } from '../oracle/calibration/diagnosis';
import type { ReductionEvent, Smaller } from '../reduction/events/events';
import type { OrderJob } from '../failingTests/order';
import type { TestJob } from '../failingTests/testRun';
import type { FoundFolder } from '../reduction/folder/findFolder';
import type { FilesInput, Job, JobFile, PairInput, TextInput } from '../reduction/job';
import type { Range } from '../text/ranges';
import type { Reproducing } from '../reproduction/command';
import type { Reproduction } from '../reproduction/exportReproduction';

/** What is gone of an original, and what was put in: offsets in it without a byte order mark. */
export interface Removal {
  readonly removed: readonly Range[];
  readonly inserted: readonly { readonly at: number; readonly text: string }[];
}

/** Of a file, by its name or its path among several; `gone`: it is not there any more. */
export interface FileRemoval extends Removal {
  readonly file: string;
  readonly gone: boolean;
}

/** An event without texts. For a window, the last `accepted` of a batch has the removals of all files that the batch has changed. */
export type WatchedEvent = ReductionEvent | (Smaller & { readonly changes?: readonly FileRemoval[] });

export interface Batch {
  readonly events: readonly WatchedEvent[];
  /** Digests of several files, by their paths: once. */
  readonly files?: Readonly<Record<string, string>>;
}

/** `result` or `error` comes once, at the end. */
export type FromRun =
  /** For windows in batches; for a terminal one at once. */
  | ({ readonly kind: 'events' } & Batch)
  /** The best result so far, if it is kept. */
  | { readonly kind: 'best'; readonly content: Content }
  /** The worker knows that it must stop. */
  | { readonly kind: 'heard' }
  | { readonly kind: 'result'; readonly outcome: unknown }
  | {
      readonly kind: 'error';
      readonly message: string;
      /** It was an `OracleError`, which these belong to. */
      readonly isOracle?: boolean;
      readonly output?: string;
      readonly remedy?: Remedy;
    };

export const verbs = ['pause', 'resume', 'skip', 'finish', 'stop'] as const;
export type Verb = (typeof verbs)[number];

export interface ToRun {
  /** `best`: send the best result so far now. */
  readonly kind: Verb | 'best';
}

/** A run of a terminal first tells its file, then its job on demand; it is quiet until `watch`. One JSON text each line. */
export type FromTerminal =
  { readonly kind: 'path'; readonly path: string } | { readonly kind: 'job'; readonly job: Job } | FromRun;

export type ToTerminal = { readonly kind: 'job' | 'watch' } | ToRun;

/** Of a reduction or an isolation. */
export type DocumentRunJob = Job<TextInput & Partial<PairInput>>;

/** A reduction of several files, which the thread reads. */
export type FolderJob = Job<FolderInput>;

interface FolderInput extends Pick<FilesInput, 'likely'> {
  /** Where its files were looked for: absolute. */
  readonly paths: readonly string[];
  readonly found: FoundFolder;
  /** What the editors know of files, by their paths in the folder. */
  readonly open: Readonly<Record<string, OpenFile>>;
  /** Patterns of text that stays. */
  readonly keep: readonly string[];
  /** The result becomes a reproduction. */
  readonly reproduces?: boolean;
}

export interface OpenFile {
  /** With unsaved edits, byte order mark included; otherwise unset. */
  readonly text?: string;
  /** Offsets in the text without a byte order mark. */
  readonly kept: NonNullable<JobFile['kept']>;
}

export type RunJob = DocumentRunJob | FolderJob;

export function isFolder(job: RunJob): job is FolderJob {
  return 'found' in job.input;
}

export type Work =
  /** Ends with the text of the reduction, with `IsolatedTexts`, with the `FolderOutcome`, or the `Reproduction`; for a terminal with the `FileSet`. */
  | { readonly kind: 'run'; readonly job: RunJob; readonly reproduces?: Reproducing }
  /** Ends with the `Why` of the job's test, which is reduced to `small`. */
  | { readonly kind: 'why'; readonly job: TestJob; readonly small: string }
  /** Ends with a `Row` for each of the contenders. */
  | { readonly kind: 'compare'; readonly job: Job; readonly contenders: readonly string[]; readonly round: number }
  /** Ends with the `Order` of the job's test. */
  | { readonly kind: 'order'; readonly job: OrderJob }
  /** Ends with the `FileAt` of the job's file. */
  | { readonly kind: 'fileAt'; readonly job: { readonly file: string; readonly assets: string }; readonly at: string }
  /** Ends with the `FoundFolder` of these paths. */
  | { readonly kind: 'find'; readonly job: Pick<FolderInput, 'paths'> & { readonly assets: string } }
  /** Ends with the versions of the programs that this line runs in `cwd`. */
  | {
      readonly kind: 'versions';
      readonly job: { readonly line: string; readonly cwd: string; readonly assets: string };
    }
  /** Ends with what one test of this text says: `Tried`. */
  | { readonly kind: 'try'; readonly job: Job; readonly text: string }
  /** Ends with the `TestFolder` of the job. */
  | { readonly kind: 'test'; readonly job: TestJob }
  /** Ends with whether this is the journal of an interrupted run of the job. */
  | { readonly kind: 'resumable'; readonly job: FolderJob; readonly at: string };

/** The data of a new thread. */
export interface Given {
  readonly work: Work;
  /** Whose words sentences have. */
  readonly speaker: Speaker;
  /** The sentences in the language of the window; unset in English. */
  readonly bundle: Readonly<Record<string, string>> | undefined;
  /**
   * A terminal has started it: windows may watch it, and events are told at once. `keepsBest`: it wants the best result so far;
   * `isAttended`: a user there can resume a paused run.
   */
  readonly terminal?: { readonly keepsBest?: boolean; readonly isAttended?: boolean };
}

/** Byte order marks included. */
export interface IsolatedTexts {
  readonly passing: string;
  readonly failing: string;
}

/** Of a folder, or of a reproduction. */
export interface FolderOutcome extends Partial<Reproduction> {
  /** The directory with the result; unset if nothing could go, or if it could not be written. */
  readonly path?: string;
  /** Why it could not be written: one sentence with the remedy. */
  readonly problem?: string;
}
