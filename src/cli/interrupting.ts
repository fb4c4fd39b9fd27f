/** Ctrl-C and the like in the middle of work that lets no event in: reading a text of 20 MB takes seconds. */
import { Script } from 'node:vm';
import { Interrupted } from '../reduction/controls';
import type { Doing } from '../reduction/controls';
import { underWatch } from './sentinel';

/** Where the script finds the work: it sees nothing but what is global. */
const name = '__whittleWork';
const script = new Script(`${name}()`);

/** Does work that ends at once with Ctrl-C or another signal that ends a run, which then calls `stop` and throws `Interrupted`. */
export function doingUntilInterrupted(stop: () => void): Doing {
  return <T>(work: () => T): T => {
    const given = globalThis as { [name]?: () => T };
    const before = given[name];
    given[name] = work;
    try {
      return underWatch(() => script.runInThisContext({ breakOnSigint: true }) as T);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_INTERRUPTED') throw error;
      stop();
      throw new Interrupted('Interrupted before anything was removed: no result is written.');
    } finally {
      given[name] = before;
    }
  };
}
