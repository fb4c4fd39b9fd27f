/** Events of a reduction, for all its listeners: terminal, editor, log, tests. */
import type { Tally } from '../../oracle/judging/repeat';
import type { OracleVerdict } from '../../oracle/oracle';
import type { ClusterStatus } from '../../cluster/terms';
import type { SourceText } from '../../text/source';
import type { Row } from '../comparison/comparison';
import type { BeforeAndAfter, Calibrated, Ended, Size } from './ended';

export type { BeforeAndAfter, Calibrated, Ended, Ending, Size } from './ended';

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

interface PhaseTold<E> {
  readonly event: E;
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
  /** A run of it did not end in time. */
  readonly timedOut?: boolean;
  /** Committed so far. */
  readonly tests: number;
  /** Of the whole search, if nothing more goes; unset until it is near enough to its end. */
  readonly expected?: number;
}

/** The property held for a smaller input. */
export interface Smaller extends Size {
  readonly event: 'accepted';
  /** Committed so far. */
  readonly tests: number;
  /** Of several files, those that are left: sizes are sums over them. */
  readonly files?: number;
  /** Of a flaky test: in how many runs this input showed the bug so far. */
  readonly shown?: Tally;
  /** The number that is to become small. */
  readonly number?: number;
}

export interface Accepted extends Smaller {
  /** One file, or those of several that have changed. */
  readonly changes: readonly FileChange[];
}

export interface FileChange {
  /** Path in the set; of a single file its name. */
  readonly file: string;
  readonly gone: boolean;
  /** The rest of its text; unset if it is gone. */
  readonly text?: SourceText;
}

/** The run before it was resumed from its journal. */
export interface Earlier {
  /** The sum of the times of its tests. */
  readonly ms: number;
  /** Sizes over time: `tokens` after this many tests, with this sum of times, ms. */
  readonly course: readonly { readonly tests: number; readonly ms: number; readonly tokens: number }[];
}

/** A warning for the user: the run continues, or (`left`) it is over and has left something behind. */
interface Noticed<E> {
  readonly event: E;
  readonly message: string;
}

export interface Finished extends Ended {
  readonly event: 'finished';
  readonly bytes: BeforeAndAfter;
  readonly tokens: BeforeAndAfter;
  /** Number of files; unset for a single file. */
  readonly files?: BeforeAndAfter;
}

/** Isolation: a passing and a failing text came closer. */
interface Narrowed extends Difference, Pick<Smaller, 'shown'> {
  readonly event: 'narrowed';
  readonly tests: number;
}

/** The subject of a run has another state: smaller, or two texts that are closer. */
export type StateTold = Accepted | Narrowed;

/** The end of an isolation. */
export interface Isolated extends Ended, Difference {
  readonly event: 'isolated';
}

/** The end of a run with a result. */
export type EndTold = Finished | Isolated;

/** All but those with texts are plain data. */
export type PlainEvent =
  /** Comparison: a search begins; the following events are from it. `index`: from 0. */
  | { readonly event: 'contender'; readonly name: string; readonly index: number; readonly of: number }
  /** Comparison: the search has ended. */
  | { readonly event: 'compared'; readonly row: Row }
  | Started
  | Calibrated
  | PhaseTold<'phase'>
  /** By the user. */
  | PhaseTold<'skipped'>
  | CandidateTested
  /** The run waits; running tests may end. `problem`: why it has paused itself, one sentence with the remedy. */
  | { readonly event: 'paused'; readonly problem?: string }
  /** The run continues: after a pause, or from its journal. `tests`: committed so far. */
  | { readonly event: 'resumed'; readonly tests: number; readonly journal?: Earlier }
  | Noticed<'notice'>
  | Noticed<'left'>
  /** The workers of a cluster, once a second. */
  | ({ readonly event: 'cluster' } & ClusterStatus)
  | Finished
  | Narrowed
  | Isolated
  /** `output`: of the oracle, if the oracle failed. */
  | { readonly event: 'failed'; readonly message: string; readonly output?: string };

export type ReductionEvent = PlainEvent | Accepted;

export type Listener = (event: ReductionEvent) => void;
