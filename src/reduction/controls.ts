/** A user's controls of a run: pause, resume, skip the phase, finish. (A stop is an abort of its signal.) */
import { EventEmitter, once } from 'node:events';
import * as l10n from '@vscode/l10n';
import { SandboxError } from '../oracle/places/place';
import { CannotStart } from '../oracle/processes/supervise';
import { type ChildController, type Lab, childController } from './drive/pool';
import type { BeforeAndAfter, EndTold, Listener } from './events/events';

export class Clock {
  private gone = 0;
  private since: number | undefined;

  constructor(private readonly now: () => number = () => performance.now()) {}

  start(): void {
    this.since ??= this.now();
  }

  stop(): void {
    this.gone = this.ms;
    this.since = undefined;
  }

  get ms(): number {
    return this.gone + (this.since === undefined ? 0 : this.now() - this.since);
  }
}

/** The user has ended the run before there was a result. */
export class Interrupted extends Error {
  constructor(message = 'Interrupted before anything was removed: no result is written.') {
    super(message);
  }
}

/** Has the run removed nothing? An isolation is told by its tests. */
export function isVain(end: EndTold): boolean {
  const isSame = ({ before, after }: BeforeAndAfter) => before === after;
  if (end.event === 'isolated') return end.search.tests === 0;
  return isSame(end.bytes) && (!end.files || isSame(end.files));
}

/** Throws `Interrupted` if the run has ended before it has found anything. */
export function requireResult(end: EndTold): void {
  if (end.ending === 'interrupted' && isVain(end)) throw new Interrupted();
}

export class Controls {
  /** Can a user resume a paused run? */
  attended = false;
  /** Why the run has paused itself; unset if the user paused it. */
  problem: string | undefined;
  paused = false;
  private skipper = new AbortController();
  private readonly finisher = new AbortController();
  /** Aborted when the search is to end. */
  readonly finishing: AbortSignal = this.finisher.signal;
  /** Of pauses and resumptions; each test that waits listens to it. */
  private readonly changes = new EventEmitter().setMaxListeners(0);

  /** No test starts from now on; running ones may end, and count. */
  pause(problem?: string): void {
    if (this.paused) return;
    this.paused = true;
    this.problem = problem;
    this.changes.emit('change');
  }

  resume(): void {
    if (!this.paused) return;
    this.paused = false;
    this.problem = undefined;
    this.changes.emit('change');
  }

  /** Gives up the stage of the search, with its result so far; paused or not. */
  skip(): void {
    this.skipper.abort(new Error('skipped'));
  }

  /** Aborted when the stage is to be given up. */
  get skipping(): AbortSignal {
    return this.skipper.signal;
  }

  /** The driver has given up the stage, or cannot: another skip may follow. */
  answered(): void {
    if (this.skipper.signal.aborted) this.skipper = new AbortController();
  }

  /** Ends the search; its result so far is tested again. A stop has no time for that. */
  finish(): void {
    this.finisher.abort(new Error('finished'));
  }

  /** Calls back at each pause and resumption. Returns a function that ends this. */
  watch(onChange: () => void): () => void {
    this.changes.on('change', onChange);
    return () => this.changes.off('change', onChange);
  }

  /** Waits while the run is paused. Throws the signal's reason if aborted. */
  async ready(signal: AbortSignal): Promise<void> {
    while (this.paused) await once(this.changes, 'change', { signal }).catch(() => signal.throwIfAborted());
  }
}

/**
 * The same lab; no test starts in it while the run is paused. In an attended run, a test that fails for want of room or of a process
 * pauses the run and is repeated afterwards.
 */
export function pausing<C>(lab: Lab<C>, controls: Controls): Lab<C> {
  const test: Lab<C>['test'] = async (candidate, signal, chance) => {
    await controls.ready(signal);
    try {
      return await lab.test(candidate, signal, chance);
    } catch (error) {
      // The user may solve it meanwhile.
      const isOuter = error instanceof SandboxError || error instanceof CannotStart;
      if (!controls.attended || !isOuter) throw error;
      controls.pause(problemOf(error));
      return test(candidate, signal, chance);
    }
  };
  return { ...lab, key: (candidate) => lab.key(candidate), test };
}

/** Why a walk broke off, in one sentence. */
export function problemOf(error: Error | undefined): string | undefined {
  if (!(error instanceof CannotStart)) return error?.message;
  // Its reason may have lines.
  return l10n.t('The test can no longer start ({0}).', error.message.replace(/\.?\s*\n\s*/g, ': '));
}

/** Aborted with `parent`, or when the clock shows `ms`, which stands still while the run is paused. */
export function deadline(
  parent: AbortSignal,
  ms: number | undefined,
  controls: Controls,
  clock = new Clock(),
): ChildController {
  const child = childController(parent);
  if (ms === undefined) return child;
  let timer: NodeJS.Timeout | undefined;
  const change = () => {
    clearTimeout(timer);
    if (controls.paused) return clock.stop();
    clock.start();
    timer = setTimeout(child.abort, Math.min(longestTimer, ms - clock.ms));
  };
  const end = controls.watch(change);
  change();
  return {
    ...child,
    release() {
      end();
      clearTimeout(timer);
      child.release();
    },
  };
}

/** 24 days. */
const longestTimer = 2 ** 31 - 1;

/** Tells pauses and resumptions, also a pause now. Returns a function that ends this. */
export function tellPauses(controls: Controls, onEvent: Listener, counts: { readonly tests: number }): () => void {
  const tell = () =>
    onEvent(
      controls.paused ? { event: 'paused', problem: controls.problem } : { event: 'resumed', tests: counts.tests },
    );
  if (controls.paused) tell();
  return controls.watch(tell);
}
