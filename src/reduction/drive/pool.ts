/** Tests that run at once. A cancelled test keeps its place until it has ended. */
import { setMaxListeners } from 'node:events';
import type { OracleAnswer } from '../../oracle/oracle';
import { childController, orAborted } from './abort';
import type { Lab } from './drive';

export interface RunningTest {
  readonly key: string;
  /** Resolves when it has ended, in any way. */
  readonly ended: Promise<void>;
  cancel(): void;
}

export class TestPool<C> {
  readonly running = new Set<RunningTest>();
  private failure: { readonly error: unknown } | undefined;
  private told = () => {};

  /** `signal` aborts all running tests. */
  constructor(
    private readonly lab: Lab<C>,
    private readonly signal: AbortSignal,
  ) {
    // Every running test listens to it.
    setMaxListeners(0, signal);
  }

  runs(key: string): boolean {
    return [...this.running].some((test) => test.key === key);
  }

  /** `onAnswer` gets the answer, if there is one. */
  start(key: string, candidate: C, onAnswer: (answer: OracleAnswer) => void): RunningTest {
    const { signal, abort, release } = childController(this.signal);
    const ended = this.lab
      .test(candidate, signal)
      .then(onAnswer)
      .catch((error: unknown) => {
        if (!signal.aborted) this.failure ??= { error };
      })
      .finally(() => {
        release();
        this.running.delete(test);
        this.told();
      });
    const test: RunningTest = { key, ended, cancel: abort };
    this.running.add(test);
    return test;
  }

  /** Waits until a test ends, also one that begins meanwhile, or `wake` is aborted. Throws the error of a test that could not run. */
  async change(wake: AbortSignal): Promise<void> {
    const ended = new Promise<void>((done) => (this.told = done));
    if (!this.failure) await orAborted(ended, wake);
    if (this.failure) throw this.failure.error;
  }

  /** Cancels all tests and waits for their end. */
  async close(): Promise<void> {
    for (const test of this.running) test.cancel();
    await Promise.all([...this.running].map(({ ended }) => ended));
  }
}
