/**
 * Time-out of a test. Until a candidate has held, calibration sets it. Then it is five times the longest of the last runs that held,
 * within bounds. It depends only on measured times: the same times give the same time-outs.
 */
import type { Calibration } from './calibrate';

export interface Timeout {
  /** For the next test, ms. */
  readonly ms: number;
  /** Upper bound, ms. */
  readonly most: number;
  /** Call after a test that held, with its wall time. */
  held(ms: number): void;
}

/** Multiple of the longest of the last runs that held. */
const factor = 5;

/** Number of last runs that held. */
const remembered = 10;

/** Lower bound, ms: an ordinary test must not time out because the machine is busy for a moment. */
const floor = 1000;

/** Upper bound, as a multiple of the first time-out: a candidate that takes longer hangs. */
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

/** The user's own time-out, which never changes. */
export function fixedTimeout(ms: number): Timeout {
  return { ms, most: ms, held: () => {} };
}
