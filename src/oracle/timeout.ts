/**
 * How long a test may take. Until a candidate has held, as long as calibration says; from then on five times the longest of the
 * last runs that held, within bounds. The rule knows nothing but measured times: the same times give the same time-outs.
 */
import type { Calibration } from './calibrate';

export interface Timeout {
  /** For the next test, ms. */
  readonly ms: number;
  /** The longest that this can come to, ms. */
  readonly most: number;
  /** A test held, in so many ms. */
  held(ms: number): void;
}

/** Times the longest of the last runs that held. */
const factor = 5;

/** Runs that held which are looked at. */
const remembered = 10;

/** No test of ordinary programs is cut off for a moment in which the machine had other things to do, ms. */
const floor = 1000;

/** Of the time-out at first: a candidate that takes this much longer than the input hangs. */
const cap = 2;

export function adaptiveTimeout({ ms, timeoutMs }: Pick<Calibration, 'ms' | 'timeoutMs'>): Timeout {
  const most = cap * timeoutMs;
  let now = timeoutMs;
  let recent = [ms];
  return {
    get ms() {
      return now;
    },
    most,
    held(took) {
      recent = [...recent, took].slice(-remembered);
      now = Math.min(most, Math.max(floor, Math.ceil(factor * Math.max(...recent))));
    },
  };
}

/** The user's own, which stays as it is. */
export function fixedTimeout(ms: number): Timeout {
  return { ms, most: ms, held: () => {} };
}
