/**
 * Runs, each in a worker: starts one, and stands between it and whoever has started it. `Hosting` has those of one command, of a call of the
 * library or of an agent, one after the other.
 */
import * as l10n from '@vscode/l10n';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Speaker } from '../options/spelling';
import { OracleError } from '../oracle/calibration/calibrate';
import type { Content } from '../oracle/content';
import { restoreEnded } from '../oracle/places/inPlace/restore';
import { Interrupted } from '../reduction/controls';
import type { EndTold, Listener, ReductionEvent } from '../reduction/events/events';
import { BestSoFar, type BestOf } from './bestSoFar';
import type { Batch, FromRun, Given, ToRun, Work } from './port';

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
      if (message.kind === 'error') {
        const { message: sentence, isOracle, output = '', remedy } = message;
        reject(isOracle ? new OracleError(sentence, output, remedy) : new RunError(sentence));
      }
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

/** A worker that broke off may have left a candidate in the place of the file. */
function problemsOf({ work: { job } }: Given): string[] {
  const file = 'input' in job && 'file' in job.input ? job.input.file : undefined;
  return file === undefined ? [] : restoreEnded(file).flatMap(({ problem }) => problem ?? []);
}

export interface Done<O, E extends EndTold = EndTold> {
  readonly outcome: O;
  /** Its last event. A comparison has none. */
  readonly end: E;
  readonly notice?: string;
}

interface HostingOptions {
  readonly speaker: Speaker;
  /** Whose best result is kept; `isWritten`: also during the run, which has no journal. */
  readonly of?: BestOf & { readonly isWritten: boolean };
  readonly signal?: AbortSignal;
  /** The place of the best result so far is told during the run: it is gone at the end. */
  readonly tellsBest?: boolean;
  readonly begin?: typeof workers.begin;
}

export class Hosting {
  private readonly controller = new AbortController();
  /** Aborted when the work is to end. */
  readonly signal: AbortSignal = this.controller.signal;
  private current: HostedRun<unknown> | undefined;
  /** A user can resume a paused run. */
  isAttended = false;
  private isRunning = false;
  paused = false;
  /** The best result so far, if it is kept during the run. */
  latest: Content | undefined;
  /** Kept if the result cannot be written. */
  readonly best: BestSoFar | undefined;

  constructor(
    private readonly onEvent: Listener,
    private readonly options: HostingOptions,
  ) {
    this.best = options.of && new BestSoFar(options.of, (path) => this.tellBest(path));
  }

  /** Rejects with `OracleError`, `Interrupted` and other errors. */
  async run<O, E extends EndTold = EndTold>(work: Work): Promise<Done<O, E>> {
    let end: EndTold | undefined;
    let notice: string | undefined;
    const onBatch = ({ events }: Batch) => {
      for (const event of events) {
        if (event.event === 'paused' || event.event === 'resumed') this.paused = event.event === 'paused';
        if (event.event === 'started') notice = event.notice;
        if (event.event === 'finished' || event.event === 'isolated') end = event;
        this.isRunning = end === undefined;
        this.onEvent(event as ReductionEvent);
      }
    };
    const { of, signal, begin, speaker } = this.options;
    const terminal = { keepsBest: of?.isWritten, isAttended: this.isAttended };
    const onBest = (content: Content) => {
      this.latest = content;
      this.best?.offer(content);
    };
    const run = start<O>({ work, speaker, bundle: undefined, terminal }, onBatch, onBest, begin);
    this.current = run;
    if (this.signal.aborted || signal?.aborted) this.tell('stop');
    signal?.addEventListener('abort', this.stop, { once: true });
    try {
      return { outcome: await run.outcome, end: end as E, notice };
    } finally {
      signal?.removeEventListener('abort', this.stop);
    }
  }

  /** Does work that ends with a written result. If it fails, the best one so far stays, and `tell` gets its place in a sentence. */
  async toEnd<T>(work: () => Promise<T>, tell: (sentence: string) => void): Promise<T> {
    try {
      const ended = await work();
      await this.best?.drop();
      return ended;
    } catch (error) {
      const path = await this.best?.keep();
      if (path !== undefined) tell(`The best result so far is in ${path}.`);
      throw error;
    }
  }

  readonly stop = (): void => {
    this.controller.abort();
    this.tell('stop');
  };

  tell(kind: ToRun['kind']): void {
    this.current?.tell({ kind });
  }

  /** The end is the last event of a run. */
  private tellBest(path: string): void {
    if (this.isRunning && this.options.tellsBest)
      this.onEvent({ event: 'notice', message: `The best result so far is kept in ${path}.` });
  }
}
