/** Events of a reduction, for all its listeners: terminal, editor, log, tests. */
import type { OracleVerdict } from '../../oracle/oracle';
import type { ClusterStatus } from '../../cluster/terms';
import type { SourceText } from '../../text/source';
import type { Row } from '../comparison/comparison';
import type { Calibrated, Ended, Size } from './ended';

export type { Calibrated } from './ended';
export type { Ended, Ending } from './ended';
export type { Size } from './ended';

export interface Started extends Size {
  readonly event: 'started';
  /** Base name of the file; for several files, the name of their directory. */
  readonly file: string;
  /** Several files, by their paths. */
  readonly files?: readonly StartedFile[];
  /** The grammar's id; null without a grammar, or for several files. */
  readonly language: string | null;
  /** The text of the `SearchValue` that runs; of several files all that run, separated by commas. */
  readonly search: string;
  /** The oracle's command. */
  readonly oracle: string;
  /** Isolation: changes between the two texts, in its unit: lines, words or characters. */
  readonly difference?: Difference;
  /** Reason for a deviation from the settings: no grammar, too slow to parse. */
  readonly notice?: string;
}

interface Difference {
  readonly changes: number;
  readonly unit: string;
}

/** One of several files. */
interface StartedFile extends Size {
  readonly file: string;
  /** The grammar's id, if it has one. */
  readonly language: string | null;
  /** Strategy for this file; null if it can only go whole. */
  readonly search: string | null;
}

interface PhaseEntered {
  readonly event: 'phase';
  readonly label: string;
}

/** A verdict of the search's committed sequence. */
interface CandidateTested {
  readonly event: 'candidate';
  readonly verdict: OracleVerdict;
  /** True if the same content was tested before. */
  readonly cached: boolean;
  /** Wall time of its run. */
  readonly ms: number;
  /** Committed so far. */
  readonly tests: number;
}

/** The property held: this is the new text. */
export interface Accepted extends Size {
  readonly event: 'accepted';
  readonly tests: number;
  readonly text: SourceText;
}

export interface FileChange {
  /** Path in the set. */
  readonly file: string;
  readonly gone: boolean;
  /** The rest of its text; unset if it is gone. */
  readonly text?: SourceText;
}

/** The same for several files: sizes are sums over all that are left. */
export interface FilesAccepted extends Size {
  readonly event: 'accepted';
  readonly tests: number;
  readonly text?: undefined;
  /** Files that are left. */
  readonly files: number;
  readonly changes: readonly FileChange[];
}

/** The run waits; running tests may end. */
interface Paused {
  readonly event: 'paused';
  /** Reason that the run has paused itself: one sentence with the remedy. */
  readonly problem?: string;
}

/** The run continues: after a pause, or from its journal. */
interface Resumed {
  readonly event: 'resumed';
  /** Committed so far. */
  readonly tests: number;
  /** Unset after a pause. */
  readonly journal?: Earlier;
}

/** The run before it was resumed from its journal. */
export interface Earlier {
  /** The sum of the times of its tests. */
  readonly ms: number;
  /** Sizes over time: `tokens` after this many tests, with this sum of times, ms. */
  readonly course: readonly { readonly tests: number; readonly ms: number; readonly tokens: number }[];
}

/** The user skipped a phase. */
interface Skipped {
  readonly event: 'skipped';
  readonly label: string;
}

/** The workers of a cluster, once a second. */
interface ClusterTold extends ClusterStatus {
  readonly event: 'cluster';
}

/** A warning for the user; the run continues. */
interface Noticed {
  readonly event: 'notice';
  readonly message: string;
}

export interface Finished extends Ended {
  readonly event: 'finished';
  readonly bytes: { readonly before: number; readonly after: number };
  readonly tokens: { readonly before: number; readonly after: number };
  /** Number of files; unset for a single file. */
  readonly files?: { readonly before: number; readonly after: number };
}

/** Isolation: a passing and a failing text came closer. */
interface Narrowed extends Difference {
  readonly event: 'narrowed';
  readonly tests: number;
}

/** The subject of a run has another state: smaller, or two texts that are closer. */
export type StateTold = Accepted | FilesAccepted | Narrowed;

/** The end of an isolation. */
export interface Isolated extends Ended, Difference {
  readonly event: 'isolated';
}

/** The end of a run with a result. */
export type EndTold = Finished | Isolated;

interface Failed {
  readonly event: 'failed';
  readonly message: string;
  /** Output of the oracle, if the oracle failed. */
  readonly output?: string;
}

/** The run is over and has left something behind that the user must know of. */
interface LeftBehind {
  readonly event: 'left';
  readonly message: string;
}

/** Comparison: a search begins; the following events are from it. */
interface ContenderBegun {
  readonly event: 'contender';
  readonly name: string;
  /** From 0. */
  readonly index: number;
  readonly of: number;
}

/** Comparison: the search has ended. */
interface Compared {
  readonly event: 'compared';
  readonly row: Row;
}

export type ReductionEvent =
  | ContenderBegun
  | Compared
  | Started
  | Calibrated
  | PhaseEntered
  | CandidateTested
  | Accepted
  | FilesAccepted
  | Paused
  | Resumed
  | Skipped
  | Noticed
  | ClusterTold
  | Finished
  | Narrowed
  | Isolated
  | Failed
  | LeftBehind;

export type Listener = (event: ReductionEvent) => void;
