/**
 * Hears SIGTERM and the like while the main thread is at work that lets no event in: of its signals only Ctrl-C reaches it then (see
 * `interrupting.ts`), so a thread of its own passes the others on as Ctrl-C.
 */
import { constants } from 'node:os';
import { Worker } from 'node:worker_threads';

/** Those that end a run, beside SIGINT. */
const heard = ['SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * Node has no public name for signals in a thread: should this one go, a signal waits for the end of the work. `isAtWork[0]` is
 * how much of it is under way, one inside the other.
 */
const program = `
  const { workerData: { numbers, isAtWork } } = require('node:worker_threads');
  process.noDeprecation = true;
  const { Signal } = process.binding('signal_wrap');
  for (const number of numbers) {
    const signal = new Signal();
    signal.onsignal = () => Atomics.load(isAtWork, 0) > 0 && process.kill(process.pid, 'SIGINT');
    signal.start(number);
  }
`;

/** Does work of which the sentinel knows. It is set up by the first work and lives as long as the process. */
let watched: (<T>(work: () => T) => T) | undefined;

export function underWatch<T>(work: () => T): T {
  watched ??= process.platform === 'win32' ? (unwatched) => unwatched() : posted();
  return watched(work);
}

function posted(): NonNullable<typeof watched> {
  const isAtWork = new Int32Array(new SharedArrayBuffer(4));
  const numbers = heard.map((name) => constants.signals[name]);
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
