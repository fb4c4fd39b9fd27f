/**
 * What a run keeps in Redis: the base of its candidates. Once a second it is renewed, and written again if Redis has forgotten it.
 * The run is over if Redis is away for too long.
 */
import * as l10n from '@vscode/l10n';
import type { Redis } from 'ioredis';
import { connected, part, redisProblem, type Address } from './address';
import type { Run } from './messages';
import { ClusterError, keys, times } from './terms';

export class Lease {
  readonly redis: Redis;
  private readonly ending = new AbortController();
  /** Aborted when the run ends; the reason is for those who still wait. */
  readonly over: AbortSignal = this.ending.signal;
  /** Beats since Redis has answered. A suspension of this process is no silence of others. */
  private silent = 0;
  private ticking: NodeJS.Timeout | undefined;
  private renewing: Promise<void> | undefined;

  constructor(
    readonly address: Address,
    readonly base: Buffer,
    readonly run: Run,
  ) {
    this.redis = connected(address);
  }

  /** How long Redis has been silent, ms. Undefined if it answers. */
  get silentMs(): number | undefined {
    return this.silent > 3 ? this.silent * times.beat : undefined;
  }

  /** Calls both once a second, the second one only if Redis answers. Throws `ClusterError`. */
  async begin(tell: () => void, look: () => Promise<void>): Promise<void> {
    try {
      await this.renew();
    } catch (error) {
      await this.end();
      throw redisProblem(error, this.address);
    }
    this.ticking = setInterval(() => {
      this.tick(look);
      tell();
    }, times.beat);
  }

  async end(close = () => Promise.resolve()): Promise<void> {
    const { address, redis, run } = this;
    clearInterval(this.ticking);
    this.ending.abort();
    await part(address, [redis], async () => {
      await this.renewing;
      await redis.del(keys.base(run.id));
      await redis.publish(keys.over, run.id);
      await close();
    });
  }

  private tick(look: () => Promise<void>): void {
    const { told } = this.address;
    const fail = (why: string) => this.ending.abort(new ClusterError(why));
    if (++this.silent * times.beat > times.patience) {
      const seconds = times.patience / 1000;
      fail(l10n.t('Redis at {0} has not answered for {1} s: start it again, then the run.', told, seconds));
    }
    this.renewing ??= this.renew()
      .then(look)
      .then(() => void (this.silent = 0))
      .catch((error: unknown) => {
        const refusal = redisProblem(error, this.address);
        if (refusal instanceof ClusterError) fail(refusal.message);
      })
      .finally(() => (this.renewing = undefined));
  }

  private async renew(): Promise<void> {
    const key = keys.base(this.run.id);
    // A Redis that is full refuses this, and nothing else that a run does while it waits for an answer.
    const wasGone = await this.redis.set(key, '', 'PX', times.silence, 'NX');
    const isThere = !wasGone && (await this.redis.pexpire(key, times.silence)) === 1;
    if (!isThere) await this.redis.set(key, this.base, 'PX', times.silence);
  }
}
