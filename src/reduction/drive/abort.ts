/**
 * Controllers that abort with another signal. AbortSignal.any and .timeout would be shorter. But on Node 20 a time-out that only such
 * a signal refers to is garbage-collected before it fires.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface ChildController {
  readonly signal: AbortSignal;
  abort(): void;
  /** Stops listening to the parent. */
  release(): void;
}

/** The longest possible timer: 24 days. */
const longest = 2 ** 31 - 1;

/** Aborted with `parent`, by itself, or after `ms`. */
export function childController(parent: AbortSignal, ms?: number): ChildController {
  const controller = new AbortController();
  const abort = () => controller.abort(parent.reason);
  const timer = ms === undefined ? undefined : setTimeout(abort, Math.min(ms, longest));
  if (parent.aborted) abort();
  else parent.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    abort,
    release() {
      clearTimeout(timer);
      parent.removeEventListener('abort', abort);
    },
  };
}

/** Waits for the promise, or until `signal` is aborted. */
export async function orAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  let wake = () => {};
  const aborted = new Promise<void>((done) => (wake = done));
  signal.addEventListener('abort', wake, { once: true });
  await Promise.race([promise, aborted]);
  signal.removeEventListener('abort', wake);
}

/** Lets timers and signals run now and then, even during a long row of remembered verdicts. */
export function breathing(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < 20) return;
    await nextTurn();
    last = performance.now();
  };
}
