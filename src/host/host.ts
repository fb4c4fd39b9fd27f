/** Starts the worker of a run, and stands between it and whoever has started it. */
import * as l10n from '@vscode/l10n';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { OracleError } from '../oracle/calibration/calibrate';
import { restoreEnded } from '../oracle/places/inPlace/restore';
import { Interrupted } from '../reduction/controls';
import type { Batch, FromRun, Given, PlainEvent, ToRun } from './port';

/** Whoever does the work of a run. */
export interface HostedRun<O> {
  /** Rejects with `OracleError`, `Interrupted` or another error: the message is for the user. */
  readonly outcome: Promise<O>;
  tell(message: ToRun): void;
}

export interface TerminalRun<O> extends HostedRun<O> {
  /** The last word, if the best result so far is on disk: it stays, and this is its path; or it goes. */
  settle(how: 'keep' | 'drop'): Promise<string | undefined>;
}

/** Why a run has no result, if it is not the oracle. The message is for the user. */
export class RunError extends Error {}

interface Ears {
  onBatch?(batch: Batch): void;
  onEvent?(event: PlainEvent): void;
}

/** A worker that does long work hears nothing meanwhile; ended after this time, ms. */
const patience = 3000;

type Hand = Pick<Worker, 'on' | 'postMessage' | 'terminate'>;

/** Where runs are done; tests do them in their own thread, whose modules and grammars are loaded. */
export const workers = {
  begin: (given: Given): Hand => new Worker(join(given.work.job.assets, 'worker.js'), { workerData: given }),
};

export function start<O>(given: Given, { onBatch, onEvent }: Ears, begin = workers.begin): TerminalRun<O> {
  const worker = begin(given);
  const gone = new Promise<void>((resolve) => worker.on('exit', () => resolve()));
  let timer: NodeJS.Timeout | undefined;
  let onKept: (path: string | undefined) => void;
  const kept = new Promise<string | undefined>((resolve) => (onKept = resolve));
  const outcome = new Promise<O>((resolve, reject) => {
    worker.on('message', (message: FromRun) => {
      if (message.kind === 'events') onBatch?.(message);
      else if (message.kind === 'told') onEvent?.(message.event);
      else if (message.kind === 'kept') onKept(message.path);
      else clearTimeout(timer);
      if (message.kind === 'result') resolve(message.outcome as O);
      if (message.kind === 'error') reject(errorOf(message));
    });
    worker.on('error', (error) => reject(new Error(l10n.t('The run failed: {0}', (error as Error).message))));
    void gone.then(() => {
      clearTimeout(timer);
      const failed = timer ? new Interrupted() : new Error([l10n.t('The run failed.'), ...problemsOf(given)].join(' '));
      reject(failed);
    });
  });
  const tell = (message: ToRun) => {
    worker.postMessage(message);
    // Windows wait for the result, as it would be lost.
    if (message.kind === 'stop' && given.terminal) timer ??= setTimeout(() => void worker.terminate(), patience);
  };
  const settle = async (how: 'keep' | 'drop') => {
    if (!given.terminal?.best) return undefined;
    worker.postMessage({ kind: how } satisfies ToRun);
    const path = await Promise.race([kept, gone.then(() => undefined)]);
    // Connections may still wait for a Redis that is gone.
    void worker.terminate();
    return path;
  };
  return { outcome, tell, settle };
}

function errorOf({ message, isOracle, output = '', remedy }: Extract<FromRun, { kind: 'error' }>): Error {
  return isOracle ? new OracleError(message, output, remedy) : new RunError(message);
}

/** A worker that broke off may have left a candidate in the place of the file. */
function problemsOf({ work: { job } }: Given): string[] {
  const file = 'input' in job && 'file' in job.input ? job.input.file : undefined;
  return file === undefined ? [] : restoreEnded(file).flatMap(({ problem }) => problem ?? []);
}
