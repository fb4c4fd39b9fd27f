/** The output of a test runner, as plain data: which tests failed, how, and which passed. */
import type { Said } from '../processes/output';

/** A place in a file, as the runner prints it: the path may be relative to the directory of the command. */
export interface Frame {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

export interface TestFailure {
  /** Its full name, as the runner joins it. */
  readonly test: string;
  /** What selects this test alone: its titles, outermost first, as a `Finding` takes them. */
  readonly titles: readonly string[];
  /** Class of the error, or the word that the runner has for it. */
  readonly kind: string;
  /** The whole message, with expected and received values. */
  readonly message: string;
  /** Where it failed, innermost first; without the runner's own. */
  readonly frames: readonly Frame[];
}

export interface TestReport {
  readonly failures: readonly TestFailure[];
  /** How many passed. */
  readonly passed: number;
}

/** Undefined if the output has no report: the runner did not get that far. */
export type ReadReport = (said: Said) => TestReport | undefined;
