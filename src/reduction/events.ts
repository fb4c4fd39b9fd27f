/** What happens in a reduction, told once, to whoever watches: terminal, editor, log, tests. */
import type { OracleVerdict } from '../oracle/oracle';
import type { SourceText } from '../text/source';

export interface Size {
  readonly bytes: number;
  /** Matches of `\w+|\S`. */
  readonly tokens: number;
}

export interface Started extends Size {
  readonly event: 'started';
  readonly file: string;
  /** The grammar's id; null if the file is reduced without one. */
  readonly language: string | null;
  readonly reducer: string;
  readonly strategy: string;
  /** The oracle's command. */
  readonly oracle: string;
  /** Why something is not as it was asked for: no grammar, too slow to parse. */
  readonly notice?: string;
}

export interface Calibrated {
  readonly event: 'calibrated';
  /** Wall time of the test on the unchanged input. */
  readonly ms: number;
  readonly timeoutMs: number;
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

export type Ending = 'done' | 'time' | 'tests' | 'interrupted' | 'broken';

/** How a run ended, and what it took. */
export interface Ended {
  /** Why it ended: nothing left to try, a budget, the user, or something that kept candidates from being tested. */
  readonly ending: Ending;
  /** What broke it, in one sentence. */
  readonly problem?: string;
  /** Oracle processes run, all of them. */
  readonly tests: number;
  readonly cacheHits: number;
  readonly timeouts: number;
  readonly oracleMs: number;
  readonly ms: number;
  /** The exact bytes of the result were tested once more, and the verdict was the same. */
  readonly confirmed: boolean;
  /** What the search asked for and committed: no calibration, no confirmation, no run ahead that was not used. */
  readonly search: { readonly tests: number; readonly cacheHits: number };
}

export interface Finished extends Ended {
  readonly event: 'finished';
  readonly bytes: { readonly before: number; readonly after: number };
  readonly tokens: { readonly before: number; readonly after: number };
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

export type ReductionEvent =
  Started | Calibrated | PhaseEntered | CandidateTested | Accepted | Finished | Narrowed | Isolated | Failed;

export type Listener = (event: ReductionEvent) => void;
