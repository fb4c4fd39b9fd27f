/** A run in Redis: its record for the workers, and the base of its candidates. Redis forgets both unless the run renews them. */
import type { RunRecord } from './jobs';
import { fieldsOf, isText, parsedJson } from './received';
import type { Redis } from './redis';
import { keys, times } from './terms';

/** Also after Redis has forgotten it. */
export async function publishRun(redis: Redis, run: string, record: RunRecord, base: Buffer): Promise<void> {
  await redis.set(keys.base(run), base, 'PX', times.abandoned);
  await redis.set(keys.run(run), JSON.stringify(record), 'PX', times.abandoned);
  await redis.sadd(keys.runs, run);
  await redis.pexpire(keys.runs, times.listed);
}

/** False if Redis does not know it (any more). Written again each time, so that a full Redis refuses. */
export async function keepRun(redis: Redis, run: string, record: RunRecord): Promise<boolean> {
  const isThere = (await redis.pexpire(keys.base(run), times.abandoned)) === 1;
  const isKept = await redis.set(keys.run(run), JSON.stringify(record), 'PX', times.abandoned, 'XX');
  await redis.pexpire(keys.runs, times.listed);
  return isThere && isKept === 'OK';
}

export async function removeRun(redis: Redis, run: string): Promise<void> {
  await redis.del(keys.run(run), keys.base(run));
  await redis.srem(keys.runs, run);
  await redis.publish(keys.cancelled(run), 'end');
}

/** True if its client has ended it, or Redis has forgotten it. */
export async function isOver(redis: Redis, run: string): Promise<boolean> {
  return (await redis.exists(keys.run(run))) === 0;
}

/** Undefined if it is over, or was not written by a client of ours. */
export async function readRun(redis: Redis, run: string): Promise<RunRecord | undefined> {
  const { oracle, fileName } = fieldsOf(parsedJson((await redis.get(keys.run(run))) ?? ''));
  return isText(oracle) && isText(fileName) ? { oracle, fileName } : undefined;
}
