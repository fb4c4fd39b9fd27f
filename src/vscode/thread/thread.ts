/** Starts the worker thread of one run. */
import { l10n } from 'vscode';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Remedy } from '../../oracle/calibration/diagnosis';
import { restoreEnded } from '../../oracle/places/inPlace/restore';
import { type Button, requireTrust } from '../window/buttons';
import type { Batch, FromRun, Given, ToRun, Work } from './messages';

/** There is no result; the message is for the user. */
export class RunFailed extends Error {
  /** The remedies; set where they are known. */
  buttons: readonly Button[] = [];

  constructor(
    message: string,
    /** Of the oracle, which cannot work; unset if something else is wrong. */
    readonly output?: string,
    readonly remedy?: Remedy,
  ) {
    super(message);
  }
}

/** Who does the work of a run. `outcome` rejects with `RunFailed`. */
export interface RunThread<O> {
  readonly outcome: Promise<O>;
  tell(message: ToRun): void;
}

/** Throws `NotTrusted`. */
export function startThread<O>(work: Work, onBatch: (batch: Batch) => void = () => {}): RunThread<O> {
  requireTrust();
  const worker = new Worker(join(work.job.assets, 'worker.js'), {
    workerData: { work, bundle: l10n.bundle } satisfies Given,
  });
  const outcome = new Promise<O>((resolve, reject) => {
    worker.on('message', (message: FromRun) => {
      if (message.kind === 'events') onBatch(message);
      else if (message.kind === 'result') resolve(message.outcome as O);
      else reject(new RunFailed(message.message, message.output, message.remedy));
    });
    worker.on('error', (error) => reject(new RunFailed(l10n.t('The run failed: {0}', (error as Error).message))));
    worker.on('exit', () => reject(new RunFailed([l10n.t('The run failed.'), ...problemsOf(work)].join(' '))));
  });
  return { outcome, tell: (message) => worker.postMessage(message) };
}

/** A thread that broke off may have left a candidate in the place of the file. */
function problemsOf({ job }: Work): string[] {
  const file = 'input' in job && 'file' in job.input ? job.input.file : undefined;
  const restored = file === undefined ? [] : restoreEnded(file);
  return restored.flatMap(({ problem }) => problem ?? []);
}
