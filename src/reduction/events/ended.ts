/** The end of a run, and its cost. */
import type { SettledRule } from '../../oracle/calibration/calibrateProperty';
import type { Tally } from '../../oracle/judging/repeat';
import type { Layer } from '../../oracle/processes/starter';
import type { OtherFailure } from '../ending/otherFailures';

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
export interface Calibrated extends Tally {
  readonly event: 'calibrated';
  /** Wall time of the longest test of the unchanged input. */
  readonly ms: number;
  readonly timeoutMs: number;
  readonly memoryBytes?: number;
  /** Processor cores that a test keeps busy; number of tests at once. */
  readonly cores: number;
  readonly jobs: number;
  /** The settled rule of each command. */
  readonly rules: readonly SettledRule[];
  /** What keeps candidates from doing harm, if they run here. */
  readonly layer?: Layer;
  /** Files and directories outside its own ones that the test of the unchanged input changes. */
  readonly writes?: readonly string[];
  /** The test is not reliable, or lacks something: one sentence. */
  readonly notice?: string;
}

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
