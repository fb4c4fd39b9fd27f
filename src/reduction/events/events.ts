/** Events of a reduction, for all its listeners: terminal, editor, log, tests. */
import type { SizePoint } from '../../charts/chart';
import type { ClusterStatus } from '../../cluster/terms';
import type { PropertyCalibration } from '../../oracle/calibration/calibrateProperty';
import type { Tally } from '../../oracle/judging/repeat';
import type { OracleVerdict } from '../../oracle/oracle';
import type { Layer } from '../../oracle/processes/starter';
import type { SourceText } from '../../text/source';
import type { OtherFailure } from '../ending/otherFailures';

/** A size, or another number, before and after a run. */
export interface BeforeAndAfter {
  readonly before: number;
  readonly after: number;
}

/** How large a text is, for events and reports. */
export interface Size {
  readonly bytes: number;
  /** Matches of `\w+|\S`. */
  readonly tokens: number;
}

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

export type Ending = 'done' | 'time' | 'tests' | 'size' | 'enough' | 'interrupted' | 'broken';

export interface Ended {
  /** Why it ended: nothing left to try, a budget, small enough, enough for the user, the user at once, or something that kept candidates from being tested. */
  readonly ending: Ending;
  /** The error, or of another ending the reason why the result is an earlier one than the search found. One sentence. */
  readonly problem?: string;
  /** The result may be worth little: one sentence with the remedy, which was a notice as well. */
  readonly notice?: string;
  /** Oracle processes run, all of them; of a resumed run also what its journal tells of. */
  readonly tests: number;
  readonly cacheHits: number;
  readonly timeouts: number;
  /** Candidates that were tested, each by one process at least. */
  readonly candidates?: number;
  readonly oracleMs: number;
  readonly ms: number;
  /** The exact bytes of the result were tested again, as often as the search leaves room for doubt, and held. */
  readonly confirmed: boolean;
  /** A limit left no room for that: the result held once, in the search. */
  readonly unverified?: true;
  /** End of the commands' output when the result was tested again, at most 4,000 characters; unset if empty. */
  readonly output?: string;
  /** In how many runs the property held, if that was not in each, or if candidates are tested several times. */
  readonly reliability?: {
    readonly input: Tally;
    readonly result: Tally;
    /** Of a flaky test: bounds of the result's rate, 0 to 1, with 95 %. */
    readonly interval?: { readonly low: number; readonly high: number };
  };
  /** Committed tests of the search, without calibration, confirmation and unused tests ahead. */
  readonly search: { readonly tests: number; readonly cacheHits: number };
  /** That was to become small. */
  readonly number?: BeforeAndAfter;
  /** Failures of candidates that are not that of the input; unset if none was met. */
  readonly others?: readonly OtherFailure[];
  /** Of several files: those that git ignores, or links, that were taken along since the failure needs them; unset if there are none. */
  readonly takenAlong?: readonly string[];
}

/** Result of calibration: how often the property held on the unchanged input, and the resulting settings. */
export interface Calibrated
  extends Tally, Pick<PropertyCalibration, 'ms' | 'timeoutMs' | 'cores' | 'rules' | 'writes' | 'notice'> {
  readonly event: 'calibrated';
  readonly memoryBytes?: number;
  /** Number of tests at once. */
  readonly jobs: number;
  /** What keeps candidates from doing harm, if they run here. */
  readonly layer?: Layer;
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

/** What a search has cost, and its result. */
export interface Measured extends Pick<Ended, 'problem' | 'oracleMs' | 'ms' | 'confirmed' | 'unverified'> {
  /** The text of its `SearchValue`. */
  readonly name: string;
  /** `failed`: there is no result; the problem has prevented its start. */
  readonly ending: Ending | 'failed';
  readonly before?: Size;
  readonly after?: Size;
  /** Different candidates that the search requested and committed: without calibration, confirmation and unused tests ahead. */
  readonly tests: number;
}

export interface Row extends Measured {
  /** Its sizes over time, at most `mostPoints`; ms since the search began, without pauses. */
  readonly course: readonly SizePoint[];
}

/** All but those with texts are plain data. */
export type PlainEvent =
  /** Comparison: a search begins; the following events are from it. `index`: from 0. */
  | { readonly event: 'contender'; readonly name: string; readonly index: number; readonly of: number }
  /** Comparison: the search has ended. */
  | { readonly event: 'compared'; readonly row: Row }
  | Started
  | Calibrated
  | { readonly event: 'phase'; readonly label: string }
  /** By the user. */
  | { readonly event: 'skipped'; readonly label: string }
  | CandidateTested
  /** The run waits; running tests may end. `problem`: why it has paused itself, one sentence with the remedy. */
  | { readonly event: 'paused'; readonly problem?: string }
  /** The run continues: after a pause, or from its journal. `tests`: committed so far. */
  | { readonly event: 'resumed'; readonly tests: number; readonly journal?: Earlier }
  /** A warning for the user: the run continues, or (`left`) it is over and has left something behind. */
  | { readonly event: 'notice'; readonly message: string }
  | { readonly event: 'left'; readonly message: string }
  /** The workers of a cluster, once a second. */
  | ({ readonly event: 'cluster' } & ClusterStatus)
  | Finished
  | Narrowed
  | Isolated
  /** `output`: of the oracle, if the oracle failed. */
  | { readonly event: 'failed'; readonly message: string; readonly output?: string };

export type ReductionEvent = PlainEvent | Accepted;

export type Listener = (event: ReductionEvent) => void;
