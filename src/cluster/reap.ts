/** Removes what killed clients and workers have left in Redis: whoever is first to strike one off the list removes its queue. */
import type { Address } from './address';
import { isId } from './received';
import { Queue, type Redis } from './redis';
import { keys, prefix, queues, times } from './terms';

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
    if (isId(id)) await removeQueue(address, queueOf(id));
  }
}

/** With all its jobs. */
export async function removeQueue(address: Address, name: string): Promise<void> {
  const queue = queueAt(address, name);
  try {
    await queue.obliterate({ force: true });
  } finally {
    await queue.close();
  }
}

/** To be closed. */
export function queueAt({ options }: Address, name: string): Queue {
  const queue = new Queue(name, { connection: options, prefix, skipMetasUpdate: true });
  queue.on('error', () => {});
  return queue;
}

/** BullMQ's keys of a queue, without those for which it sets an end of life itself: that must not change. */
const parts = [
  ...['meta', 'id', 'wait', 'active', 'paused', 'completed', 'failed', 'events', 'marker', 'stalled'],
  ...['delayed', 'prioritized', 'waiting-children', 'priority', 'pc', 'repeat', 'de'],
];

/** Redis forgets the queue and these jobs if nobody renews or removes them. */
export async function keepQueue(redis: Redis, name: string, jobs: readonly string[] = []): Promise<void> {
  const commands = redis.pipeline();
  for (const part of [...parts, ...jobs]) commands.pexpire(`${prefix}:${name}:${part}`, times.leftover);
  await commands.exec();
}
