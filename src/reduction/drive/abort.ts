/**
 * Controllers that abort with another signal. AbortSignal.any would be shorter. But on Node 20 a signal to which only such a signal
 * refers is garbage-collected before it fires.
 */

export interface ChildController {
  readonly signal: AbortSignal;
  abort(): void;
  /** Stops listening to the parent. */
  release(): void;
}

/** Aborted with `parent`, or by itself. */
export function childController(parent: AbortSignal): ChildController {
  const controller = new AbortController();
  const abort = () => controller.abort(parent.reason);
  if (parent.aborted) abort();
  else parent.addEventListener('abort', abort, { once: true });
  return { signal: controller.signal, abort, release: () => parent.removeEventListener('abort', abort) };
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
