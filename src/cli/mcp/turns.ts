/** Calls at once on one file: they write to the same place, so one waits for the other. Each would take all cores anyway. */

/** Ends of the last call for each place. */
const busy = new Map<string, Promise<unknown>>();

/** Does the work as soon as no other call uses this place. Throws the signal's reason if it is aborted before. */
export async function inTurn<T>(place: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const before = busy.get(place);
  const { promise: over, resolve: end } = ending();
  const all = Promise.all([before, over]);
  busy.set(place, all);
  try {
    await Promise.race([before, aborted(signal)]);
    signal.throwIfAborted();
    return await work();
  } finally {
    end();
    if (busy.get(place) === all) void all.then(() => busy.get(place) === all && busy.delete(place));
  }
}

function ending() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
