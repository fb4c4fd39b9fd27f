/** Messages between the extension host and the worker thread of a run. */
import type { TestJob } from '../../failingTests/testJob';
import type { FoundFolder } from '../../reduction/folder/findFolder';
import type { IsolationJob, Job, PairInput, TextInput } from '../../reduction/job';
import type { FilesInput } from '../../reduction/subjects/filesPlan';
import type { Reproduction } from '../../reproduction/exportReproduction';
import type { JobFile } from '../../reduction/subjects/fileSet';

export type { Batch, FromRun, Insertion, ToRun, Verb, WatchedEvent } from '../../reduction/watching/messages';

/** Of a reduction or an isolation. */
export type DocumentRunJob = Job<TextInput & Partial<PairInput>>;

/** A reduction of several files, which the thread reads. */
export type FolderJob = Job<FolderInput>;

export interface FolderInput extends Pick<FilesInput, 'likely'> {
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

export function isolates(job: DocumentRunJob): job is IsolationJob {
  return job.input.passing !== undefined;
}

export function isFolder(job: RunJob): job is FolderJob {
  return 'found' in job.input;
}

export type Work =
  /** Ends with the text of the reduction, with `IsolatedTexts`, or with the `FolderOutcome`. */
  | { readonly kind: 'run'; readonly job: RunJob }
  /** Ends with the paths of the files that `filesThatMatter` finds. */
  | { readonly kind: 'changed'; readonly job: TestJob; readonly at: string }
  /** Ends with the `FileAt` of the job's file. */
  | { readonly kind: 'fileAt'; readonly job: { readonly file: string; readonly assets: string }; readonly at: string }
  /** Ends with the `FoundFolder` of these paths. */
  | { readonly kind: 'find'; readonly job: Pick<FolderInput, 'paths'> & { readonly assets: string } }
  /** Ends with the `TestFolder` of the job. */
  | { readonly kind: 'test'; readonly job: TestJob }
  /** Ends with whether this is the journal of an interrupted run of the job. */
  | { readonly kind: 'resumable'; readonly job: FolderJob; readonly at: string };

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

/** `ran`, `notice`, `whole`: of a reproduction. */
export interface FolderOutcome extends Partial<Pick<Reproduction, 'ran' | 'notice' | 'whole'>> {
  /** The directory with the result; unset if nothing could go, or if it could not be written. */
  readonly path?: string;
  /** Why it could not be written: one sentence with the remedy. */
  readonly problem?: string;
}
