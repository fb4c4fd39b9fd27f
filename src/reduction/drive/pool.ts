/** Tests that run at once, and how they are cancelled. A cancelled test keeps its place until it has ended. */
import { setMaxListeners } from 'node:events';
import type { OracleAnswer } from '../../oracle/oracle';
import type { Removal } from './forecast';

/** The place where candidates are tested. */
export interface Lab<C> {
  /** Candidates with equal keys are equal: each is tested once. */
  key(candidate: C): string;
  /** What it lacks of the input. Unset: nothing is known of parts. */
  removal?(candidate: C): Removal;
  /** `chance`: to hold, as the search expects. Throws the signal's reason if aborted. */
  test(candidate: C, signal: AbortSignal, chance?: number): Promise<OracleAnswer>;
}

export class TestPool<C> {
  /** By the keys of their candidates. `ended` resolves when a test has ended, in any way. */
  readonly running = new Map<string, { readonly ended: Promise<void>; cancel(): void }>();
  private failure: { readonly error: unknown } | undefined;
  private told = () => {};

  /** `signal` aborts all running tests. */
  constructor(
    private readonly lab: Lab<C>,
    readonly signal: AbortSignal,
  ) {
    // Every running test listens to it.
    setMaxListeners(0, signal);
  }

  /** `onAnswer` gets the answer, if there is one. */
  start(key: string, candidate: C, onAnswer: (answer: OracleAnswer) => void, chance?: number): void {
    const { signal, abort, release } = childController(this.signal);
    const ended = this.lab
      .test(candidate, signal, chance)
      .then(onAnswer)
      .catch((error: unknown) => {
        if (!signal.aborted) this.failure ??= { error };
      })
      .finally(() => {
        release();
        this.running.delete(key);
        this.told();
      });
    this.running.set(key, { ended, cancel: abort });
  }

  /** Waits until a test ends, also one that begins meanwhile, or `wake` is aborted. Throws the error of a test that could not run. */
  async change(wake: AbortSignal): Promise<void> {
    const ended = new Promise<void>((done) => (this.told = done));
    if (!this.failure) await orAborted(ended, wake);
    if (this.failure) throw this.failure.error;
  }

  /** Cancels all tests and waits for their end. */
  async close(): Promise<void> {
    for (const test of this.running.values()) test.cancel();
    await Promise.all([...this.running.values()].map(({ ended }) => ended));
  }
}

/**
 * A controller that aborts with another signal. AbortSignal.any would be shorter. But on Node 20 a signal to which only such a signal
 * refers is garbage-collected before it fires.
 */
export interface ChildController {
  readonly signal: AbortSignal;
  abort(): void;
  /** Stops listening to the parent. */
  release(): void;
}

export function childController(parent: AbortSignal): ChildController {
  const controller = new AbortController();
  const abort = () => controller.abort(parent.reason);
  if (parent.aborted) abort();
  else parent.addEventListener('abort', abort, { once: true });
  return { signal: controller.signal, abort, release: () => parent.removeEventListener('abort', abort) };
}

export async function orAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  let wake = () => {};
  const aborted = new Promise<void>((done) => (wake = done));
  signal.addEventListener('abort', wake, { once: true });
  await Promise.race([promise, aborted]);
  signal.removeEventListener('abort', wake);
}
