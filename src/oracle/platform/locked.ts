/** Files that another program has open: Windows moves and replaces none of these, but few programs keep one for long. */

const busy = /^(?:EBUSY|EPERM|EACCES)$/;

/** ms */
const patience = { step: 50, most: 1000 };

function isLocked(error: unknown): boolean {
  return busy.test(String((error as NodeJS.ErrnoException).code));
}

/** Does the work again while a file is locked, for a second on Windows; elsewhere such an error has another cause. Throws the last error. */
export function unlocked<T>(work: () => T, system: NodeJS.Platform = process.platform): T {
  for (let waited = 0; ; waited += patience.step) {
    try {
      return work();
    } catch (error) {
      if (system !== 'win32' || !isLocked(error) || waited >= patience.most) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, patience.step);
  }
}
