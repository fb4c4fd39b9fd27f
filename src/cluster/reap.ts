/** What killed clients and workers have left in Redis goes: whoever is first to strike one off the list removes its queue. */
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Address } from './address';
import { keys, prefix, queues } from './terms';

export async function reap(redis: Redis, address: Address): Promise<void> {
  await reapList(redis, address, keys.runs, keys.run, queues.run);
  await reapList(redis, address, keys.workers, keys.worker, queues.worker);
}

async function reapList(
  redis: Redis,
  address: Address,
  list: string,
  sign: (id: string) => string,
  queueOf: (id: string) => string,
): Promise<void> {
  for (const id of await redis.smembers(list)) {
    if ((await redis.exists(sign(id))) === 1 || (await redis.srem(list, id)) === 0) continue;
    await removeQueue(address, queueOf(id));
  }
}

/** With all its jobs. */
export async function removeQueue({ options }: Address, name: string): Promise<void> {
  const queue = new Queue(name, { connection: options, prefix, skipMetasUpdate: true });
  queue.on('error', () => {});
  try {
    await queue.obliterate({ force: true });
  } finally {
    await queue.close();
  }
}
