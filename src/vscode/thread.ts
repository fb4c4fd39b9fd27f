/** Starts the worker thread of one run and waits for its end. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FromWorker, Outcome, ToWorker, WatchedEvent, Work } from './messages';

/** There is no result; the message is for the user, `output` is what the oracle said. */
export class RunFailed extends Error {
  constructor(
    message: string,
    readonly output?: string,
  ) {
    super(message);
  }
}

export interface WorkerThread<W extends Work> {
  /** Rejects with `RunFailed`. */
  readonly outcome: Promise<Outcome<W>>;
  /** Ends the search; the best result so far follows. */
  stop(): void;
}

export function startThread<W extends Work>(
  work: W,
  onEvents: (events: readonly WatchedEvent[]) => void,
): WorkerThread<W> {
  const worker = new Worker(join(work.job.assets, 'worker.js'), { workerData: work });
  const outcome = new Promise<Outcome<W>>((resolve, reject) => {
    worker.on('message', (message: FromWorker<W>) => {
      if (message.kind === 'events') onEvents(message.events);
      else if (message.kind === 'result') resolve(message.outcome);
      else reject(new RunFailed(message.message, message.output));
    });
    worker.on('error', (error) => reject(new RunFailed(`The run broke off: ${(error as Error).message}`)));
    worker.on('exit', () => reject(new RunFailed('The run broke off.')));
  });
  return { outcome, stop: () => worker.postMessage({ kind: 'stop' } satisfies ToWorker) };
}
