/** Starts the worker thread of one run and waits for its end. */
import { l10n } from 'vscode';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Remedy } from '../../oracle/calibration/diagnosis';
import { restoreEnded } from '../../oracle/places/inPlace/restore';
import { requireTrust } from '../window/trust';
import type { Batch, FromWorker, Given, Outcome, ToWorker, Verb, Work } from './messages';

/** There is no result; the message is for the user, `output` is what the oracle said. */
export class RunFailed extends Error {
  /** A button that begins the run anew with the remedy. */
  help?: { readonly title: string; begin(): Promise<void> };

  constructor(
    message: string,
    readonly output?: string,
    /** What would help. */
    readonly remedy?: Remedy,
  ) {
    super(message);
  }
}

export interface WorkerThread<W extends Work> {
  /** Rejects with `RunFailed`. */
  readonly outcome: Promise<Outcome<W>>;
  /** `stop` ends the search; the best result so far follows. */
  say(verb: Verb): void;
  /** Whether batches also tell what is tested. */
  watch(candidates: boolean): void;
}

/** Throws `NotTrusted` where no command of ours may run. */
export function startThread<W extends Work>(work: W, onBatch: (batch: Batch) => void = () => {}): WorkerThread<W> {
  requireTrust();
  const worker = new Worker(join(work.job.assets, 'worker.js'), {
    workerData: { work, bundle: l10n.bundle } satisfies Given,
  });
  const outcome = new Promise<Outcome<W>>((resolve, reject) => {
    worker.on('message', (message: FromWorker<W>) => {
      if (message.kind === 'events') onBatch(message);
      else if (message.kind === 'result') resolve(message.outcome);
      else reject(new RunFailed(message.message, message.output, message.remedy));
    });
    worker.on('error', (error) => reject(new RunFailed(l10n.t('The run failed: {0}', (error as Error).message))));
    worker.on('exit', () => reject(new RunFailed([l10n.t('The run failed.'), ...problemsOf(work)].join(' '))));
  });
  const tell = (message: ToWorker) => worker.postMessage(message);
  return { outcome, say: (kind) => tell({ kind }), watch: (candidates) => tell({ kind: 'watch', candidates }) };
}

/** A thread that broke off may have left a candidate in the place of the file. */
function problemsOf({ job }: Work): string[] {
  const restored = 'file' in job && job.file !== undefined ? restoreEnded(job.file) : [];
  return restored.flatMap(({ problem }) => problem ?? []);
}
