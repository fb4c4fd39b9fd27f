/**
 * Ctrl-C, SIGTERM and the like in the middle of work that blocks the event loop: reading a text of 20 MB takes seconds. Of all signals
 * only Ctrl-C ends a script then, so a thread of its own passes the others on as Ctrl-C.
 */
import { constants } from 'node:os';
import { Script } from 'node:vm';
import { Interrupted, type Doing } from '../reduction/controls';
import { Worker } from 'node:worker_threads';
import { endings, signals } from '../oracle/platform/processes';
import { traits } from '../oracle/platform/traits';

/** The script finds the work in this global variable. */
const name = '__whittleWork';
const script = new Script(`${name}()`);

/** Does work that a signal can end at once: then it calls `stop` and throws `Interrupted`. */
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
      throw new Interrupted();
    } finally {
      given[name] = before;
    }
  };
}

/**
 * Node has no public name for signals in a thread: without this one, a signal waits for the end of the work. `isAtWork[0]` counts
 * nested works.
 */
const program = `
  const { workerData: { numbers, isAtWork } } = require('node:worker_threads');
  process.noDeprecation = true;
  const { Signal } = process.binding('signal_wrap');
  for (const number of numbers) {
    const signal = new Signal();
    signal.onsignal = () => Atomics.load(isAtWork, 0) > 0 && process.kill(process.pid, '${signals.interrupt}');
    signal.start(number);
  }
`;

/** Set up by the first work; lives as long as the process. */
let watched: (<T>(work: () => T) => T) | undefined;

function underWatch<T>(work: () => T): T {
  watched ??= traits.signalsThreads ? posted() : (unwatched) => unwatched();
  return watched(work);
}

function posted(): NonNullable<typeof watched> {
  const isAtWork = new Int32Array(new SharedArrayBuffer(4));
  const numbers = endings.map((name) => constants.signals[name]);
  const thread = new Worker(program, { eval: true, workerData: { numbers, isAtWork } });
  thread.on('error', () => {});
  thread.unref();
  return (work) => {
    Atomics.add(isAtWork, 0, 1);
    try {
      return work();
    } finally {
      Atomics.sub(isAtWork, 0, 1);
    }
  };
}
