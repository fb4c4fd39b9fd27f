/** Files that another program has open: Windows moves and replaces none of these, but few programs keep one for long. */
import { setTimeout as later } from 'node:timers/promises';

const busy = /^(?:EBUSY|EPERM|EACCES)$/;

/** ms */
const patience = { step: 50, most: 1000 };

/** Throws the error unless it may be over in a moment. `waited`: until now, ms. */
function bear(error: unknown, waited: number, system: NodeJS.Platform): void {
  const isLocked = system === 'win32' && busy.test(String((error as NodeJS.ErrnoException).code));
  if (!isLocked || waited >= patience.most) throw error;
}

/** Does the work again while a file is locked, for a second on Windows; elsewhere such an error has another cause. Throws the last error. */
export function unlocked<T>(work: () => T, system: NodeJS.Platform = process.platform): T {
  for (let waited = 0; ; waited += patience.step) {
    try {
      return work();
    } catch (error) {
      bear(error, waited, system);
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, patience.step);
  }
}

/** The same, and other work goes on meanwhile. */
export async function whenUnlocked<T>(work: () => Promise<T>, system: NodeJS.Platform = process.platform): Promise<T> {
  for (let waited = 0; ; waited += patience.step) {
    try {
      return await work();
    } catch (error) {
      bear(error, waited, system);
    }
    await later(patience.step);
  }
}
