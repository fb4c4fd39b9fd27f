/** What happens in a reduction, told once, to whoever watches: terminal, editor, log, tests. */
import type { SettledRule } from '../../oracle/calibrateProperty';
import type { OracleVerdict } from '../../oracle/oracle';
import type { Repeat, Tally } from '../../oracle/repeat';

import type { ClusterStatus } from '../../cluster/asking/cluster';
import type { SourceText } from '../../text/source';
import type { Row } from '../comparison/comparison';

export interface Size {
  readonly bytes: number;
  /** Matches of `\w+|\S`. */
  readonly tokens: number;
}

export interface Started extends Size {
  readonly event: 'started';
  /** Its base name; of several, the name of their directory. */
  readonly file: string;
  /** Several files, by their paths. */
  readonly files?: readonly StartedFile[];
  /** The grammar's id; null if the file is reduced without one, or if there are several. */
  readonly language: string | null;
  /** The text of the `SearchValue` that runs; of several files all that run, separated by commas. */
  readonly search: string;
  /** The oracle's command. */
  readonly oracle: string;
  /** Why something is not as it was asked for: no grammar, too slow to parse. */
  readonly notice?: string;
}

/** One of several files. */
export interface StartedFile extends Size {
  readonly file: string;
  /** The grammar's id, if it has one. */
  readonly language: string | null;
  /** How it is searched; null if it can only go whole. */
  readonly search: string | null;
}

/** In how many of how many runs the property held on the unchanged input, and what that means for the run. */
export interface Calibrated extends Tally {
  readonly event: 'calibrated';
  /** Wall time of the longest test of the unchanged input. */
  readonly ms: number;
  readonly timeoutMs: number;
  /** Processor cores that a test keeps busy; and how many tests run at once. */
  readonly cores: number;
  readonly jobs: number;
  /** What a test must be like for the property to hold, for each command. */
  readonly rules: readonly SettledRule[];
  /** The test is not reliable: one sentence with the remedy. */
  readonly notice?: string;
  /** How often each candidate should be tested then. */
  readonly better?: Repeat;
}

export interface PhaseEntered {
  readonly event: 'phase';
  readonly label: string;
}

/** A verdict of the search's committed sequence. */
export interface CandidateTested {
  readonly event: 'candidate';
  readonly verdict: OracleVerdict;
  /** True if the same content was asked before. */
  readonly cached: boolean;
  /** Wall time of its run. */
  readonly ms: number;
  /** Committed so far. */
  readonly tests: number;
}

/** The property held: this is the text from now on. */
export interface Accepted extends Size {
  readonly event: 'accepted';
  readonly tests: number;
  readonly text: SourceText;
}

export interface FileChange {
  /** Path in the set. */
  readonly file: string;
  readonly gone: boolean;
  /** What is left of it; unset if it is gone. */
  readonly text?: SourceText;
}

/** The same of several files: sizes are over all that are left. */
export interface FilesAccepted extends Size {
  readonly event: 'accepted';
  readonly tests: number;
  readonly text?: undefined;
  /** Files that are left. */
  readonly files: number;
  readonly changes: readonly FileChange[];
}

/** The run waits; what runs may end. */
export interface Paused {
  readonly event: 'paused';
  /** Why the run has paused itself: one sentence with the remedy. */
  readonly problem?: string;
}

/** The run goes on: after a pause, or from its journal. */
export interface Resumed {
  readonly event: 'resumed';
  /** Committed so far. */
  readonly tests: number;
}

/** The user gave a phase up. */
export interface Skipped {
  readonly event: 'skipped';
  readonly label: string;
}

/** The workers of a cluster, once a second. */
export interface ClusterTold extends ClusterStatus {
  readonly event: 'cluster';
}

/** Something that the user should know; the run goes on. */
export interface Noticed {
  readonly event: 'notice';
  readonly message: string;
}

export type Ending = 'done' | 'time' | 'tests' | 'size' | 'interrupted' | 'broken';

/** How a run ended, and what it took. */
export interface Ended {
  /** Why it ended: nothing left to try, a budget, small enough, the user, or something that kept candidates from being tested. */
  readonly ending: Ending;
  /** What broke it, in one sentence. */
  readonly problem?: string;
  /** Oracle processes run, all of them; of a resumed run also what its journal tells of. */
  readonly tests: number;
  readonly cacheHits: number;
  readonly timeouts: number;
  readonly oracleMs: number;
  readonly ms: number;
  /** The exact bytes of the result were tested once more, and the verdict was the same. */
  readonly confirmed: boolean;
  /** The end of what the commands said when the result was tested once more, at most 4,000 characters; unset if nothing. */
  readonly output?: string;
  /** In how many runs the property held, if that was not in each, or if candidates are tested several times. */
  readonly reliability?: { readonly input: Tally; readonly result: Tally };
  /** What the search asked for and committed: no calibration, no confirmation, no run ahead that was not used. */
  readonly search: { readonly tests: number; readonly cacheHits: number };
}

export interface Finished extends Ended {
  readonly event: 'finished';
  readonly bytes: { readonly before: number; readonly after: number };
  readonly tokens: { readonly before: number; readonly after: number };
  /** Of several files: how many. */
  readonly files?: { readonly before: number; readonly after: number };
}

/** Isolation: a passing and a failing text came closer. */
export interface Narrowed {
  readonly event: 'narrowed';
  /** Changes between them, in `unit`: lines, words or characters. */
  readonly changes: number;
  readonly unit: string;
  readonly tests: number;
}

/** The end of an isolation. */
export interface Isolated extends Ended {
  readonly event: 'isolated';
  readonly changes: number;
  readonly unit: string;
}

export interface Failed {
  readonly event: 'failed';
  readonly message: string;
  /** What the oracle said, if that is what failed. */
  readonly output?: string;
}

/** The run is over and has left something that the user must know of. */
export interface LeftBehind {
  readonly event: 'left';
  readonly message: string;
}

/** Comparison: a way to search begins; what follows is of it. */
export interface ContenderBegun {
  readonly event: 'contender';
  readonly name: string;
  /** From 0. */
  readonly index: number;
  readonly of: number;
}

/** Comparison: it has ended. */
export interface Compared {
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
