/**
 * Controllers that are aborted with another signal. AbortSignal.any and .timeout would say the same in a word, but on Node 20
 * a time-out that only such a signal knows of is collected as garbage before it fires.
 */

export interface ChildController {
  readonly signal: AbortSignal;
  abort(): void;
  /** Lets go of the parent. */
  release(): void;
}

/** What a timer can wait at most: 24 days. */
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
