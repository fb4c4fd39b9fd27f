/** The runs of one command, of a call of the library or of an agent, one after the other, each in a worker. */
import type { Speaker } from '../options/spelling';
import type { Content } from '../oracle/content';
import type { EndTold, Listener, ReductionEvent } from '../reduction/events/events';
import { BestSoFar, type BestOf } from './bestSoFar';
import { start, type HostedRun, type workers } from './host';
import type { Batch, ToRun, Work } from './port';

/** How a run has ended. */
export interface Done<O, E extends EndTold = EndTold> {
  readonly outcome: O;
  /** Its last event. A comparison has none. */
  readonly end: E;
  /** What was known of its input. */
  readonly notice?: string;
}

interface HostingOptions {
  readonly speaker: Speaker;
  /** Whose best result is kept; `isWritten`: also during the run, which has no journal. */
  readonly of?: BestOf & { readonly isWritten: boolean };
  /** An abort stops a run. */
  readonly signal?: AbortSignal;
  /** The place of the best result so far is told during the run: it is gone at the end. */
  readonly tellsBest?: boolean;
  readonly begin?: typeof workers.begin;
}

export class Hosting {
  private readonly controller = new AbortController();
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

  /** Aborted when the work is to end. */
  get signal(): AbortSignal {
    return this.controller.signal;
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
