/**
 * Time-out of a test. Until a candidate has held, calibration sets it. Then it is five times the longest of the last runs that held,
 * within bounds. If more tests run at once than the machine has cores for, each gets so much more time: else tests would time out that
 * hold when they run alone, and the result would depend on the number of jobs.
 */
import type { PropertyCalibration } from './calibrate';

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

/** `crowding`: how many times as long as alone a test takes beside the others, at least 1. */
export function adaptiveTimeout({ ms, timeoutMs }: Pick<PropertyCalibration, 'ms' | 'timeoutMs'>, crowding = 1) {
  const most = cap * crowding * timeoutMs;
  const least = crowding * floor;
  let now = crowding * timeoutMs;
  let recent = [ms];
  return {
    get ms() {
      return now;
    },
    most,
    held(took: number) {
      recent = [...recent, took].slice(-remembered);
      now = Math.min(most, Math.max(least, Math.ceil(factor * Math.max(...recent))));
    },
  };
}

/** The user's own time-out, which never changes. */
export function fixedTimeout(ms: number): Timeout {
  return { ms, most: ms, held: () => {} };
}
