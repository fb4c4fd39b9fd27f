/** Asks one worker for something, through its own queue. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterError, redisProblem, type Address } from '../address';
import { replyFrom, type Order, type Reply } from '../jobs';
import { cleanLine } from '../received';
import { keepQueue, queueAt } from '../reap';
import type { Redis } from '../redis';
import { keys, queues } from '../terms';

/** How long BullMQ keeps orders that nobody removes. */
const kept = { removeOnComplete: { age: 60, count: 100 }, removeOnFail: { age: 60, count: 100 } };

/** Between two looks for the answer, ms. */
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
  const queue = queueAt(address, queues.worker(worker));
  let id: string | undefined;
  const answer = async (): Promise<Reply> => {
    for (;;) {
      const job = id === undefined ? undefined : await queue.getJob(id);
      if (await job?.isCompleted()) return replyFrom((await queue.getJob(id!))?.returnvalue);
      if (await job?.isFailed()) throw new ClusterError(cleanLine((await queue.getJob(id!))?.failedReason ?? ''));
      if ((await redis.exists(keys.worker(worker))) === 0) throw new Gone();
      // The first time, or Redis has forgotten it.
      if (!job) {
        ({ id } = await queue.add('order', order, kept).catch((error: Error) => {
          throw redisProblem(error, address);
        }));
        await keepQueue(redis, queues.worker(worker), [id!]);
      }
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

/** Throws the signal's reason when it is aborted. */
export function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
