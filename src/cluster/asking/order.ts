/** Asks one worker for something, through its own queue. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { ClusterError } from '../address';
import type { Address } from '../address';
import type { Order, Reply } from '../jobs';
import { keys, prefix, queues } from '../terms';

/** How often is looked for the answer, ms. */
const glance = 50;

/** The worker has fallen silent. */
export class Gone extends Error {}

/** Throws `ClusterError` if the worker refuses, `Gone`, and the signal's reason if aborted. */
export async function ordered(
  { address, redis }: { readonly address: Address; readonly redis: Redis },
  worker: string,
  order: Order,
  signal: AbortSignal,
): Promise<Reply> {
  const queue = new Queue(queues.worker(worker), { connection: address.options, prefix });
  queue.on('error', () => {});
  let id: string | undefined;
  const answer = async (): Promise<Reply> => {
    for (;;) {
      const job = id === undefined ? undefined : await queue.getJob(id);
      if (await job?.isCompleted()) return (await queue.getJob(id!))?.returnvalue as Reply;
      if (await job?.isFailed()) throw new ClusterError((await queue.getJob(id!))?.failedReason ?? '');
      if ((await redis.exists(keys.worker(worker))) === 0) throw new Gone();
      // It is the first time, or Redis has forgotten it.
      if (!job) ({ id } = await queue.add('order', order));
      await sleep(glance, undefined, { signal });
    }
  };
  try {
    return await Promise.race([answer(), whenAborted(signal)]);
  } finally {
    // Without Redis, both wait.
    void (async () => {
      if (id !== undefined) await queue.remove(id);
      await queue.close();
    })().catch(() => {});
  }
}

/** Throws the signal's reason, for what waits by itself. */
export function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
