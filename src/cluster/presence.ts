/** The workers that are there: each says so again and again, and is gone when it falls silent. */
import type { Redis } from 'ioredis';
import { keys, silence } from './terms';

/** A worker as it tells of itself. */
export interface Present {
  readonly id: string;
  /** Unlike the id, chosen by who started it; else host and process. */
  readonly name: string;
  readonly oracles: readonly string[];
  /** Tests that it runs at once. */
  readonly slots: number;
  /** Bytes of a candidate. */
  readonly most: number;
}

export async function sayPresent(redis: Redis, worker: Present): Promise<void> {
  await redis.set(keys.worker(worker.id), JSON.stringify(worker), 'PX', silence);
  await redis.sadd(keys.workers, worker.id);
}

export async function sayGone(redis: Redis, id: string): Promise<void> {
  await redis.del(keys.worker(id));
  await redis.srem(keys.workers, id);
}

/** By name. */
export async function whoIsThere(redis: Redis): Promise<Present[]> {
  const ids = await redis.smembers(keys.workers);
  if (ids.length === 0) return [];
  const told = await redis.mget(ids.map(keys.worker));
  const present = told.filter((one) => one !== null).map((one) => JSON.parse(one) as Present);
  return present.sort((one, other) => one.name.localeCompare(other.name));
}
