/** The runs of a command, in workers: signals end them with their best result; keys pause them, skip a phase and stop them. */
import { start, type TerminalRun } from '../host/host';
import type { ForTerminal, PlainEvent, Work } from '../host/port';
import { endings, signals } from '../oracle/platform/processes';
import { Interrupted } from '../reduction/controls';
import type { EndTold, Listener, ReductionEvent } from '../reduction/events/events';
import { listenToKeys } from './keys';

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
  ) {}

  /** Aborted when the command is to end. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Does the work, one after the other. Rejects with `OracleError`, `Interrupted` and other errors. */
  async run<O, E extends EndTold = EndTold>(work: Work, listener = this.onEvent): Promise<Done<O, E>> {
    let end: EndTold | undefined;
    let isSmaller = false;
    const onEvent = (event: PlainEvent) => {
      if (event.event === 'paused' || event.event === 'resumed') this.paused = event.event === 'paused';
      if (event.event === 'finished' || event.event === 'isolated') end = event;
      isSmaller ||= event.event === 'accepted';
      listener(event as ReductionEvent);
    };
    const run = start<O>({ work, bundle: undefined, terminal: this.terminal }, { onEvent });
    this.current = run;
    if (this.isAttended) run.tell({ kind: 'attend' });
    if (this.signal.aborted) run.tell({ kind: 'stop' });
    try {
      return { outcome: await run.outcome, end: end as E };
    } catch (error) {
      throw error instanceof Interrupted && isSmaller
        ? new Interrupted('Interrupted in the middle of long work.')
        : error;
    }
  }

  stop(): void {
    this.controller.abort();
    this.current?.tell({ kind: 'stop' });
  }

  /** A user can resume a paused run. */
  attend(): void {
    this.isAttended = true;
    this.current?.tell({ kind: 'attend' });
  }

  say(kind: 'pause' | 'resume' | 'skip'): void {
    this.current?.tell({ kind });
  }

  /** See `TerminalRun`. */
  async settle(how: 'keep' | 'drop'): Promise<string | undefined> {
    return this.current?.settle(how);
  }
}

/** Signals and keys belong to the runs of the work while it lasts. */
export async function interruptible<T>(hosting: Hosting, work: () => Promise<T>): Promise<T> {
  const names = [signals.interrupt, ...endings];
  const stop = () => hosting.stop();
  for (const name of names) process.on(name, stop);
  const deaf = listenToKeys(hosting);
  try {
    return await work();
  } finally {
    deaf();
    for (const name of names) process.off(name, stop);
  }
}
