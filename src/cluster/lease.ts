/**
 * What a run keeps in Redis: the base of its candidates. Once a second it is renewed, and written again if Redis has forgotten it.
 * The run is over if Redis or the workers are away for too long.
 */
import * as l10n from '@vscode/l10n';
import type { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import { connected, redisProblem, type Address } from './address';
import type { Run } from './messages';
import { ClusterError, keys, times } from './terms';

/** Whose lease it is. */
interface Tenant {
  /** Tests without an answer, and those that can run at once. */
  readonly asked: number;
  readonly room: number;
  /** Both once a second, the second only if Redis answers. */
  tell(): void;
  look(): Promise<void>;
}

export class Lease {
  readonly redis: Redis;
  private readonly ending = new AbortController();
  /** Beats since Redis has answered, and with questions but no worker. A suspension of this process is no silence of others. */
  private silent = 0;
  private unmanned = 0;
  private ticking: NodeJS.Timeout | undefined;
  private renewing: Promise<void> | undefined;

  constructor(
    readonly address: Address,
    readonly base: Buffer,
    readonly run: Run,
    private readonly tenant: Tenant,
  ) {
    this.redis = connected(address);
  }

  /** Aborted when the run ends; the reason is for those who still wait. */
  get over(): AbortSignal {
    return this.ending.signal;
  }

  /** How long Redis has been silent, ms. Undefined if it answers. */
  get silentMs(): number | undefined {
    return this.silent > 3 ? this.silent * times.beat : undefined;
  }

  /** Throws `ClusterError`. */
  async begin(): Promise<void> {
    try {
      await this.renew();
    } catch (error) {
      await this.end();
      throw redisProblem(error, this.address);
    }
    this.ticking = setInterval(() => this.tick(), times.beat);
  }

  /** Without Redis, each step waits. */
  async end(part = () => Promise.resolve()): Promise<void> {
    const { redis, run } = this;
    clearInterval(this.ticking);
    this.ending.abort();
    const parting = async () => {
      await this.renewing;
      await redis.del(keys.base(run.id));
      await redis.publish(keys.over, run.id);
      await part();
    };
    await Promise.race([parting().catch(() => {}), sleep(3000)]);
    this.address.letGo();
    redis.disconnect();
  }

  private tick(): void {
    const { asked, room } = this.tenant;
    this.silent++;
    this.unmanned = room > 0 || asked === 0 ? 0 : this.unmanned + 1;
    const [most, seconds] = [times.patience / times.beat, times.patience / 1000];
    const { told } = this.address;
    if (this.silent > most) {
      this.fail(l10n.t('Redis at {0} has not answered for {1} s: start it again, then the run.', told, seconds));
    }
    if (this.unmanned > most) {
      this.fail(
        l10n.t(
          'For {0} s there has been no worker with the oracle "{1}": start one, then the run again.',
          seconds,
          this.run.oracle,
        ),
      );
    }
    this.renewing ??= this.renew()
      .then(() => this.tenant.look())
      .then(() => void (this.silent = 0))
      .catch((error: unknown) => {
        const refusal = redisProblem(error, this.address);
        if (refusal instanceof ClusterError) this.fail(refusal.message);
      })
      .finally(() => (this.renewing = undefined));
    this.tenant.tell();
  }

  private fail(why: string): void {
    this.ending.abort(new ClusterError(why));
  }

  private async renew(): Promise<void> {
    const key = keys.base(this.run.id);
    // A Redis that is full refuses this, and nothing else that a run does while it waits for an answer.
    const wasGone = await this.redis.set(key, '', 'PX', times.silence, 'NX');
    const isThere = !wasGone && (await this.redis.pexpire(key, times.silence)) === 1;
    if (!isThere) await this.redis.set(key, this.base, 'PX', times.silence);
  }
}

/** No worker of this oracle has come; `others`: oracles of those that are there. */
export function noWorker(redis: string, oracle: string, others: string): ClusterError {
  return new ClusterError(
    others === ''
      ? l10n.t('There is no worker at {0}: start one (whittle worker --oracle {1}=COMMAND).', redis, oracle)
      : l10n.t(
          'No worker at {0} knows the oracle "{1}": choose one of {2}, or start a worker with it.',
          redis,
          oracle,
          others,
        ),
  );
}
