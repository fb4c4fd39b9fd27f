/** Starts the worker thread of one reduction and waits for its end. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Job } from '../reduction/job';
import type { FromWorker, ToWorker, WatchedEvent } from './messages';

/** The reduction could not be made; the message is for the user, `output` is what the oracle said. */
export class ReductionFailed extends Error {
  constructor(
    message: string,
    readonly output?: string,
  ) {
    super(message);
  }
}

export interface ReductionThread {
  /** The text of the result. Rejects with `ReductionFailed`. */
  readonly result: Promise<string>;
  /** Ends the search; the best result so far follows. */
  stop(): void;
}

export function startThread(job: Job, onEvents: (events: readonly WatchedEvent[]) => void): ReductionThread {
  const worker = new Worker(join(job.assets, 'worker.js'), { workerData: job });
  const result = new Promise<string>((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'events') onEvents(message.events);
      else if (message.kind === 'result') resolve(message.text);
      else reject(new ReductionFailed(message.message, message.output));
    });
    worker.on('error', (error) => reject(new ReductionFailed(`The reduction broke off: ${(error as Error).message}`)));
    worker.on('exit', () => reject(new ReductionFailed('The reduction broke off.')));
  });
  return { result, stop: () => worker.postMessage({ kind: 'stop' } satisfies ToWorker) };
}
