/**
 * Virtual time: tests take simulated milliseconds, the drivers are real. The clock advances to the end of the next test as soon as no
 * driver code can run any more, so that 64 workers and hours of tests take a moment. Use one clock at a time: two would wait for each
 * other.
 */
import type { Lab } from '../../src/reduction/drive/pool';

interface Waiting {
  /** ms. */
  readonly end: number;
  go(): void;
}

/** A lab that counts its tests. */
export interface SimulatedLab<C> extends Lab<C> {
  readonly counts: { started: number; running: number; most: number };
}

export class VirtualClock {
  private time = 0;
  private readonly waiting = new Set<Waiting>();
  private turning = false;

  /** ms since its creation. */
  now(): number {
    return this.time;
  }

  /** `cost`: duration of a test, ms, by its candidate and its number. An aborted test ends at once. */
  lab<C>(
    property: (candidate: C) => boolean,
    key: (candidate: C) => string,
    cost: (candidate: C, started: number) => number,
  ): SimulatedLab<C> {
    const counts = { started: 0, running: 0, most: 0 };
    return {
      counts,
      key,
      test: async (candidate, signal) => {
        counts.most = Math.max(counts.most, ++counts.running);
        const ms = cost(candidate, counts.started++);
        try {
          await this.wait(ms, signal);
          return { verdict: property(candidate) ? 'holds' : 'fails', ms };
        } finally {
          counts.running--;
        }
      },
    };
  }

  private wait(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const waiting: Waiting = { end: this.time + ms, go };
      const giveUp = () => {
        this.waiting.delete(waiting);
        reject(signal.reason);
      };
      if (signal.aborted) return giveUp();
      signal.addEventListener('abort', giveUp, { once: true });
      this.waiting.add(waiting);
      this.turn();
    });
  }

  /** Runs after all promises, and after work that a driver has deferred to the next turn. */
  private turn(): void {
    if (this.turning) return;
    this.turning = true;
    setImmediate(() => {
      this.turning = false;
      if (this.waiting.size === 0) return;
      if (process.getActiveResourcesInfo().includes('Immediate')) return this.turn();
      this.goOn();
      this.turn();
    });
  }

  private goOn(): void {
    const next = [...this.waiting].reduce((first, one) => (one.end < first.end ? one : first));
    this.waiting.delete(next);
    this.time = next.end;
    next.go();
  }
}
