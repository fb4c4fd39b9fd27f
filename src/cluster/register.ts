/** The workers that are there: each renews its entry, which Redis forgets after a silence, and has a queue. */
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { addressOf, connected, tryAddress } from './address';
import { stored, testJob, workerEntry, type WorkerEntry } from './messages';
import { keys, prefix, queueOf, times } from './terms';

export async function sayPresent(redis: Redis, worker: WorkerEntry): Promise<void> {
  await redis.set(keys.worker(worker.id), JSON.stringify(worker), 'PX', times.silence);
  await redis.sadd(keys.workers, worker.id);
  await redis.pexpire(keys.workers, times.listed);
}

export async function sayGone(redis: Redis, id: string): Promise<void> {
  await redis.del(keys.worker(id));
  await redis.srem(keys.workers, id);
}

/** By name. Entries that no worker of ours has written are left out. */
export async function whoIsThere(redis: Redis): Promise<WorkerEntry[]> {
  const present: WorkerEntry[] = [];
  for (const id of await redis.smembers(keys.workers)) {
    const { data } = workerEntry.safeParse(await stored(redis, keys.worker(id)));
    if (data?.id === id) present.push(data);
  }
  return present.sort((one, other) => one.name.localeCompare(other.name));
}

/** Removes what killed workers have left in Redis: whoever is first to strike one off the list removes its queue. */
export async function reap(redis: Redis): Promise<void> {
  for (const id of await redis.smembers(keys.workers)) {
    if ((await redis.exists(keys.worker(id))) === 1 || (await redis.srem(keys.workers, id)) === 0) continue;
    if (!workerEntry.shape.id.safeParse(id).success) continue;
    const queue = queueAt(redis, id);
    await queue.obliterate({ force: true });
    await queue.close();
  }
}

/** Of a worker, by a connection that stays open. `isOwn`: this is the worker. */
export function queueAt(redis: Redis, worker: string, isOwn = false): Queue {
  const settings = { skipMetasUpdate: !isOwn, streams: { events: { maxLen: 300 } } };
  return new Queue(queueOf(worker), { connection: redis, prefix, ...settings }).on('error', () => {});
}

/** BullMQ sets an end of life for these itself: that must not change. */
const passing = ['stalled-check', 'limiter'];

/** Redis forgets the queue if nobody renews it. */
export async function keepQueue({ keys: names }: Queue, redis: Redis): Promise<void> {
  const commands = redis.pipeline();
  for (const [part, key] of Object.entries(names)) if (!passing.includes(part)) commands.pexpire(key, times.leftover);
  await commands.exec();
}

/** The workers, and the tests that they have. `told`: host and port. Throws `ClusterError`. */
export async function listCluster(url: string) {
  const address = addressOf(url);
  await tryAddress(address);
  const redis = connected(address);
  try {
    const present = await whoIsThere(redis);
    const jobs = await Promise.all(present.map(({ id }) => queueAt(redis, id).getJobs(['active', 'waiting'])));
    const tests = jobs.flat().flatMap(({ data }) => testJob.safeParse(data).data ?? []);
    return { present, tests, told: address.told };
  } finally {
    redis.disconnect();
  }
}
