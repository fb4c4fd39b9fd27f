/**
 * What a user may say to a run while it is under way: pause, resume, skip the phase. (To stop it is an abort of its signal.)
 * Drivers look here.
 */
import * as l10n from '@vscode/l10n';
import { SandboxError } from '../oracle/places/place';
import { CannotStart } from '../oracle/processes/run';
import { childController } from './drive/abort';
import type { ChildController } from './drive/abort';
import type { Lab } from './drive/drive';
import type { Listener } from './events/events';
import type { SearchCounts } from './events/counts';

/** Does work and returns its result. Throws `Interrupted` if it was ended in the middle. */
export type Doing = <T>(work: () => T) => T;

/** The user has ended the run while it was at work. */
export class Interrupted extends Error {}

export class Controls {
  /** Does the work, which may take seconds without a pause: whoever can end it in the middle may put something else here. */
  doing: Doing = (work) => work();

  /** Is somebody there who could let a paused run go on? */
  attended = false;
  /** Why the run has paused itself; unset if somebody has asked for it. */
  problem: string | undefined;

  private going: { readonly promise: Promise<void>; resolve(): void } | undefined;
  private skipper = new AbortController();
  private readonly watchers = new Set<() => void>();

  get paused(): boolean {
    return this.going !== undefined;
  }

  /** No test starts from now on; those that run may end, and count. */
  pause(problem?: string): void {
    if (this.going) return;
    this.problem = problem;
    let resolve = () => {};
    const promise = new Promise<void>((done) => (resolve = done));
    this.going = { promise, resolve };
    this.tell();
  }

  resume(): void {
    const { going } = this;
    if (!going) return;
    this.going = this.problem = undefined;
    going.resolve();
    this.tell();
  }

  /** The stage that the search is in is given up, with what it has reached; paused or not. */
  skip(): void {
    this.skipper.abort(new Error('skipped'));
  }

  /** Aborted when the stage is to be given up. */
  get skipping(): AbortSignal {
    return this.skipper.signal;
  }

  /** The driver has given the stage up, or cannot: another skip may follow. */
  answered(): void {
    if (this.skipper.signal.aborted) this.skipper = new AbortController();
  }

  /** Calls back when the run is paused or resumed. Returns what ends that. */
  watch(onChange: () => void): () => void {
    this.watchers.add(onChange);
    return () => this.watchers.delete(onChange);
  }

  /** Waits while the run is paused. Throws the signal's reason if aborted. */
  async ready(signal: AbortSignal): Promise<void> {
    while (this.going) {
      signal.throwIfAborted();
      const { promise } = this.going;
      let wake = () => {};
      const aborted = new Promise<void>((done) => (wake = done));
      signal.addEventListener('abort', wake, { once: true });
      await Promise.race([promise, aborted]);
      signal.removeEventListener('abort', wake);
    }
  }

  private tell(): void {
    for (const onChange of this.watchers) onChange();
  }
}

/**
 * The same lab; while the run is paused no test starts in it. Where somebody can help, a test that could not be made for want of
 * room or of a process pauses the run and is made again afterwards.
 */
export function pausing<C>(lab: Lab<C>, controls: Controls): Lab<C> {
  const test: Lab<C>['test'] = async (candidate, signal) => {
    await controls.ready(signal);
    try {
      return await lab.test(candidate, signal);
    } catch (error) {
      const problem = controls.attended ? outerProblem(error) : undefined;
      if (!problem) throw error;
      controls.pause(problem);
      return test(candidate, signal);
    }
  };
  return { key: (candidate) => lab.key(candidate), test };
}

/** What is wrong around the run and may be mended meanwhile, in one sentence; undefined of other errors. */
function outerProblem(error: unknown): string | undefined {
  if (error instanceof SandboxError) return error.message;
  return error instanceof CannotStart ? cannotStart(error) : undefined;
}

/** In one sentence. */
export function cannotStart({ message }: CannotStart): string {
  return l10n.t('The test can no longer start ({0}).', message);
}

/** Aborted with `parent`, or after `ms` in which the run was not paused. */
export function deadline(parent: AbortSignal, ms: number | undefined, controls: Controls): ChildController {
  const child = childController(parent);
  if (ms === undefined) return child;
  let left = ms;
  let since = performance.now();
  let timer: ChildController | undefined;
  const stop = () => {
    if (timer) left -= performance.now() - since;
    timer?.release();
    timer = undefined;
  };
  const go = () => {
    since = performance.now();
    timer = childController(parent, Math.max(0, left));
    timer.signal.addEventListener('abort', child.abort, { once: true });
  };
  const change = () => (controls.paused ? stop() : go());
  const end = controls.watch(change);
  change();
  return {
    ...child,
    release() {
      end();
      stop();
      child.release();
    },
  };
}

/** Tells when the run is paused and resumed, also if it is paused now. Returns what ends that. */
export function tellPauses(controls: Controls, onEvent: Listener, counts: SearchCounts): () => void {
  const tell = () =>
    onEvent(
      controls.paused ? { event: 'paused', problem: controls.problem } : { event: 'resumed', tests: counts.tests },
    );
  if (controls.paused) tell();
  return controls.watch(tell);
}
