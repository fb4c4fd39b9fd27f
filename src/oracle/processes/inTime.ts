/** How long a work may take, and how many there are at once. */

/**
 * What `work` gives; undefined if that takes more than `ms`. Throws what it throws, and the signal's reason if aborted. It does not end the
 * work. After this process was held up, an answer may be waiting: it comes before an immediate.
 */
export function inTime<T>(work: Promise<T>, ms: number, signal?: AbortSignal): Promise<T | undefined> {
  let settle = () => {};
  const over = new Promise<undefined>((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(resolve, undefined), ms);
    const abort = () => reject(signal!.reason as Error);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
  });
  return Promise.race([work, over]).finally(settle);
}

/** The same work, but one at a time, in order. */
export function oneAtATime<A extends unknown[], T>(work: (...given: A) => Promise<T>): (...given: A) => Promise<T> {
  let busy: Promise<unknown> = Promise.resolve();
  return (...given) => {
    const turn = busy.then(() => work(...given));
    busy = turn.catch(() => undefined);
    return turn;
  };
}
