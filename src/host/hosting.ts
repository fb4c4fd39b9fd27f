/** The runs of one command, of a call of the library or of an agent, one after the other, each in a worker. */
import type { EndTold, Listener, ReductionEvent } from '../reduction/events/events';
import { BestSoFar, type BestOf } from './bestSoFar';
import { start, workers, type HostedRun } from './host';
import type { Batch, ToRun, Work } from './port';

/** How a run has ended. */
export interface Done<O, E extends EndTold = EndTold> {
  readonly outcome: O;
  /** Its last event. A comparison has none. */
  readonly end: E;
}

/** Whose best result is kept; `isWritten`: also during the run, which has no journal. */
interface Best extends BestOf {
  readonly isWritten: boolean;
}

export class Hosting {
  private readonly controller = new AbortController();
  private current: HostedRun<unknown> | undefined;
  private isAttended = false;
  private isRunning = false;
  paused = false;
  /** Kept if the result cannot be written. */
  readonly best: BestSoFar | undefined;

  constructor(
    readonly onEvent: Listener,
    private readonly of?: Best,
    private readonly begin = workers.begin,
  ) {
    this.best = of && new BestSoFar(of, (path) => this.tellBest(path));
  }

  /** Aborted when the work is to end. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Rejects with `OracleError`, `Interrupted` and other errors. */
  async run<O, E extends EndTold = EndTold>(work: Work): Promise<Done<O, E>> {
    let end: EndTold | undefined;
    const onBatch = ({ events }: Batch) => {
      for (const event of events) {
        if (event.event === 'paused' || event.event === 'resumed') this.paused = event.event === 'paused';
        if (event.event === 'finished' || event.event === 'isolated') end = event;
        this.isRunning = end === undefined;
        this.onEvent(event as ReductionEvent);
      }
    };
    const given = { work, bundle: undefined, terminal: { keepsBest: this.of?.isWritten } };
    const run = start<O>(given, onBatch, (content) => this.best?.offer(content), this.begin);
    this.current = run;
    if (this.isAttended) this.tell('attend');
    if (this.signal.aborted) this.tell('stop');
    return { outcome: await run.outcome, end: end as E };
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

  stop(): void {
    this.controller.abort();
    this.tell('stop');
  }

  /** A user can resume a paused run. */
  attend(): void {
    this.isAttended = true;
    this.tell('attend');
  }

  tell(kind: ToRun['kind']): void {
    this.current?.tell({ kind });
  }

  /** The end is the last event of a run. */
  private tellBest(path: string): void {
    if (this.isRunning) this.onEvent({ event: 'notice', message: `The best result so far is kept in ${path}.` });
  }
}
