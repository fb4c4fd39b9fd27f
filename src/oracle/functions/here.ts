/** A property function in this process. Nothing can end one that does not return; a promise is given up at the time-out. */
import { setImmediate as breath } from 'node:timers/promises';
import type { PropertyFunction } from './propertyFunction';
import { replyTo, replyToError, type Ask, type Reply } from './replies';

/** Asks the function. `encoding`: of the candidates. */
export function askHere(call: PropertyFunction, fileName: string, encoding: BufferEncoding): Ask {
  return async (content, { timeoutMs, signal }) => {
    // A search whose tests never wait would let no timer and no signal through.
    await breath();
    signal.throwIfAborted();
    const stop = new AbortController();
    const candidate = {
      // A function may change its bytes, but not those of the search.
      get bytes() {
        return new Uint8Array(content);
      },
      fileName,
      signal: stop.signal,
    };
    const began = performance.now();
    const after = (reply: Reply | undefined) => ({ reply, ms: performance.now() - began });
    try {
      const returned = call(Buffer.from(content).toString(encoding), candidate);
      if (typeof returned !== 'object') return after(replyTo(returned));
      return after(await inTime(Promise.resolve(returned), timeoutMs, signal));
    } catch (error) {
      signal.throwIfAborted();
      return after(replyToError(error));
    } finally {
      stop.abort();
    }
  };
}

/** Undefined at the time-out. Throws the signal's reason, and what the function throws. */
function inTime(returned: Promise<unknown>, timeoutMs: number, signal: AbortSignal): Promise<Reply | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), timeoutMs);
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    const settled = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    returned.finally(settled).then((value) => resolve(replyTo(value)), reject);
  });
}
