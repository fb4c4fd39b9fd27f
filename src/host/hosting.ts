/** The runs of one command, of a call of the library or of an agent, one after the other, each in a worker. */
import { Interrupted } from '../reduction/controls';
import type { EndTold, Listener, ReductionEvent } from '../reduction/events/events';
import { start, workers, type TerminalRun } from './host';
import type { ForTerminal, PlainEvent, ToRun, Work } from './port';

/** How a run has ended. */
export interface Done<O, E extends EndTold = EndTold> {
  readonly outcome: O;
  /** Its last event. A comparison has none. */
  readonly end: E;
}

export class Hosting {
  private readonly controller = new AbortController();
  private current: TerminalRun<unknown> | undefined;
  private isAttended = false;
  paused = false;

  constructor(
    readonly onEvent: Listener,
    private readonly terminal: ForTerminal,
    private readonly begin = workers.begin,
  ) {}

  /** Aborted when the work is to end. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Rejects with `OracleError`, `Interrupted` and other errors. */
  async run<O, E extends EndTold = EndTold>(work: Work, listener = this.onEvent): Promise<Done<O, E>> {
    let end: EndTold | undefined;
    let isSmaller = false;
    const onEvent = (event: PlainEvent) => {
      if (event.event === 'paused' || event.event === 'resumed') this.paused = event.event === 'paused';
      if (event.event === 'finished' || event.event === 'isolated') end = event;
      isSmaller ||= event.event === 'accepted';
      listener(event as ReductionEvent);
    };
    await this.current?.settle('drop');
    const run = start<O>({ work, bundle: undefined, terminal: this.terminal }, { onEvent }, this.begin);
    this.current = run;
    if (this.isAttended) this.tell('attend');
    if (this.signal.aborted) this.tell('stop');
    try {
      return { outcome: await run.outcome, end: end as E };
    } catch (error) {
      throw error instanceof Interrupted && isSmaller
        ? new Interrupted('Interrupted in the middle of long work.')
        : error;
    }
  }

  /** Does work that ends with a written result. If it fails, the best one so far stays, and `tell` gets its place in a sentence. */
  async toEnd<T>(work: () => Promise<T>, tell: (sentence: string) => void): Promise<T> {
    try {
      const ended = await work();
      await this.current?.settle('drop');
      return ended;
    } catch (error) {
      const path = await this.current?.settle('keep');
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
}
