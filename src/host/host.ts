/** Starts the worker of a run, and stands between it and whoever has started it. */
import * as l10n from '@vscode/l10n';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { OracleError } from '../oracle/calibration/calibrate';
import type { Content } from '../oracle/content';
import { restoreEnded } from '../oracle/places/inPlace/restore';
import { Interrupted } from '../reduction/controls';
import type { Batch, FromRun, Given, ToRun } from './port';

/** Whoever does the work of a run. */
export interface HostedRun<O> {
  /** Rejects with `OracleError`, `Interrupted` or another error: the message is for the user. */
  readonly outcome: Promise<O>;
  tell(message: ToRun): void;
}

/** Why a run has no result, if it is not the oracle. The message is for the user. */
export class RunError extends Error {}

/** A worker that does long work hears nothing meanwhile; ended after this time, ms. */
const patience = 3000;

/** Where runs are done; tests do them in their own thread, whose modules and grammars are loaded. */
export const workers = {
  begin: (given: Given): Pick<Worker, 'on' | 'postMessage' | 'terminate'> =>
    new Worker(join(given.work.job.assets, 'worker.js'), { workerData: given }),
};

/** `onBest` gets better results, if they are wanted. What a listener throws ends the run. */
export function start<O>(
  given: Given,
  onBatch?: (batch: Batch) => void,
  onBest?: (content: Content) => void,
  begin = workers.begin,
): HostedRun<O> {
  const worker = begin(given);
  let timer: NodeJS.Timeout | undefined;
  let thrown: { readonly error: unknown } | undefined;
  const tell = (message: ToRun) => {
    worker.postMessage(message);
    // Windows wait for the result, as it would be lost.
    if (message.kind === 'stop' && given.terminal) timer ??= setTimeout(() => void worker.terminate(), patience);
  };
  const hear = (batch: Batch) => {
    try {
      if (!thrown) onBatch?.(batch);
    } catch (error) {
      thrown = { error };
      tell({ kind: 'stop' });
    }
  };
  const outcome = new Promise<O>((resolve, reject) => {
    worker.on('message', (message: FromRun) => {
      if (message.kind === 'events') return hear(message);
      if (message.kind === 'best') return onBest?.(message.content);
      clearTimeout(timer);
      if (thrown && message.kind !== 'heard') reject(thrown.error as Error);
      if (message.kind === 'result') resolve(message.outcome as O);
      if (message.kind === 'error') reject(errorOf(message));
      // Connections may still wait for a Redis that is gone.
      if (message.kind !== 'heard' && given.terminal) void worker.terminate();
    });
    worker.on('error', (error) => reject(new Error(l10n.t('The run failed: {0}', (error as Error).message))));
    worker.on('exit', () => {
      clearTimeout(timer);
      if (timer) reject(new Interrupted('Interrupted in the middle of long work.'));
      else reject(new Error([l10n.t('The run failed.'), ...problemsOf(given)].join(' ')));
    });
  });
  return { outcome, tell };
}

function errorOf({ message, isOracle, output = '', remedy }: Extract<FromRun, { kind: 'error' }>): Error {
  return isOracle ? new OracleError(message, output, remedy) : new RunError(message);
}

/** A worker that broke off may have left a candidate in the place of the file. */
function problemsOf({ work: { job } }: Given): string[] {
  const file = 'input' in job && 'file' in job.input ? job.input.file : undefined;
  return file === undefined ? [] : restoreEnded(file).flatMap(({ problem }) => problem ?? []);
}
