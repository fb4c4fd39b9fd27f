/** A run in Redis: what its workers are told, and the base of its candidates, once. Both go when nobody says any more that it lives. */
import type { Redis } from 'ioredis';
import type { RunRecord } from './jobs';
import { abandoned, keys } from './terms';

/** Also after Redis has forgotten it. */
export async function publishRun(redis: Redis, run: string, record: RunRecord, base: Buffer): Promise<void> {
  await redis.set(keys.base(run), base, 'PX', abandoned);
  await redis.set(keys.run(run), JSON.stringify(record), 'PX', abandoned);
  await redis.sadd(keys.runs, run);
}

/** False if Redis does not know it (any more). */
export async function keepRun(redis: Redis, run: string): Promise<boolean> {
  const kept = [await redis.pexpire(keys.base(run), abandoned), await redis.pexpire(keys.run(run), abandoned)];
  return kept.every((one) => one === 1);
}

export async function isRunKept(redis: Redis, run: string): Promise<boolean> {
  return (await redis.exists(keys.run(run))) === 1;
}

export async function removeRun(redis: Redis, run: string): Promise<void> {
  await redis.del(keys.run(run), keys.base(run));
  await redis.srem(keys.runs, run);
  await redis.publish(keys.cancelled(run), 'end');
}

/** Undefined if it is over. */
export async function readRun(redis: Redis, run: string): Promise<RunRecord | undefined> {
  const text = await redis.get(keys.run(run));
  return text === null ? undefined : (JSON.parse(text) as RunRecord);
}

/** Bytes, without fetching them. */
export function sizeOfBase(redis: Redis, run: string): Promise<number> {
  return redis.strlen(keys.base(run));
}

export function readBase(redis: Redis, run: string): Promise<Buffer | null> {
  return redis.getBuffer(keys.base(run));
}
