/** How long a run has waited for Redis and for workers, and the errors that end the waiting. */
import * as l10n from '@vscode/l10n';
import { ClusterError } from '../address';
import { times } from '../terms';

export class Patience {
  /** When Redis answered last, when a worker was there last, and the last two kinds of ticks, by `Date.now()`. */
  private heard = Date.now();
  private manned = Date.now();
  private ticked = Date.now();
  private nudged = Date.now();

  /** How long Redis has been silent, ms. Undefined if it answers. */
  get silentMs(): number | undefined {
    const ms = Date.now() - this.heard;
    return ms > 3 * times.beat ? ms : undefined;
  }

  /** Redis has answered. */
  hear(): void {
    this.heard = Date.now();
  }

  /** Call once a beat. The time of a suspension of this process counts as no silence of others. */
  tick(): void {
    const now = Date.now();
    const gap = now - this.ticked - times.beat;
    this.ticked = now;
    if (gap < times.beat) return;
    this.heard += gap;
    this.manned += gap;
  }

  /** True once per `times.silence`: workers may have left the run without our knowledge. */
  isNudgeDue(): boolean {
    if (Date.now() - this.nudged < times.silence) return false;
    this.nudged = Date.now();
    return true;
  }

  /** Why the run ends, if it has waited too long. */
  problem(isManned: boolean, isAsking: boolean, redis: string, oracle: string): ClusterError | undefined {
    const now = Date.now();
    const seconds = times.patience / 1000;
    if (isManned) this.manned = now;
    if (now - this.heard > times.patience) {
      return new ClusterError(
        l10n.t('Redis at {0} has not answered for {1} s: start it again, then the run.', redis, seconds),
      );
    }
    if (now - this.manned <= times.patience || !isAsking) return undefined;
    return new ClusterError(
      l10n.t(
        'For {0} s there has been no worker with the oracle "{1}": start one, then the run again.',
        seconds,
        oracle,
      ),
    );
  }
}

/** No worker of this oracle has come; `others` are there. */
export function noWorker(redis: string, oracle: string, others: readonly string[]): ClusterError {
  return new ClusterError(
    others.length === 0
      ? l10n.t('There is no worker at {0}: start one (whittle worker --oracle {1}=COMMAND).', redis, oracle)
      : l10n.t(
          'No worker at {0} knows the oracle "{1}": choose one of {2}, or start a worker with it.',
          redis,
          oracle,
          others.join(', '),
        ),
  );
}
