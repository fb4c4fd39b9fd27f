/** What is over in a moment: a file that another program has open, as Windows moves and replaces none of these. */
import { setTimeout as later } from 'node:timers/promises';

const busy = /^(?:EBUSY|EPERM|EACCES)$/;

/** ms */
const patience = { step: 50, most: 1000 };

/** Is a file locked? Only Windows locks files so: elsewhere such an error has another cause. */
function isLocked(error: unknown, system: NodeJS.Platform): boolean {
  return system === 'win32' && busy.test(String((error as NodeJS.ErrnoException).code));
}

/** Does the work again while a file is locked, for a second. Throws the last error. */
export function unlocked<T>(work: () => T, system: NodeJS.Platform = process.platform): T {
  for (let waited = 0; ; waited += patience.step) {
    try {
      return work();
    } catch (error) {
      if (waited >= patience.most || !isLocked(error, system)) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, patience.step);
  }
}

/** The same, and other work goes on meanwhile. */
export function whenUnlocked<T>(work: () => Promise<T>, system: NodeJS.Platform = process.platform): Promise<T> {
  return patiently(work, (error) => isLocked(error, system));
}

/** Does the work again while its error may be over in a moment, for `most` ms. Throws the last error. */
export async function patiently<T>(
  work: () => Promise<T>,
  isPassing: (error: unknown) => boolean,
  most = patience.most,
): Promise<T> {
  for (let waited = 0; ; waited += patience.step) {
    try {
      return await work();
    } catch (error) {
      if (waited >= most || !isPassing(error)) throw error;
    }
    await later(patience.step);
  }
}
