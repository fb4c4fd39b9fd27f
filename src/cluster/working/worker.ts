/** A worker: tests the candidates of any run that asks for an oracle which it was started with. */
import { randomUUID } from 'node:crypto';
import { hostname, tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { OracleCommand } from '../../oracle/processes/command';
import { sweep } from '../../oracle/processes/sweep';
import { addressOf, connected, redisProblem, tryAddress } from '../address';
import type { Address } from '../address';
import type { Order, Reply } from '../jobs';
import { sayGone, sayPresent } from '../presence';
import type { Present } from '../presence';
import { keepQueue, reap, removeQueue } from '../reap';
import { cleanLine } from '../received';
import { Worker } from '../redis';
import type { Redis } from '../redis';
import { prefix, queues, times } from '../terms';
import { Posts } from './posts';

export interface WorkerOptions {
  readonly redis: string;
  readonly oracles: ReadonlyMap<string, OracleCommand>;
  /** Tests at once. */
  readonly slots: number;
  readonly name?: string;
  /** Bytes of a candidate. */
  readonly most: number;
  /** What verdicts depend on besides the commands: they are shared only where it is the same. */
  readonly identity?: string;
}

/** Works until `signal` is aborted; tells what happens, one line each. Throws `ClusterError`. */
export async function work(options: WorkerOptions, tell: (line: string) => void, signal: AbortSignal): Promise<void> {
  const address = addressOf(options.redis);
  await tryAddress(address);
  // What is left of a worker that was killed.
  await sweep(tmpdir());
  const { oracles, slots, most, identity = '' } = options;
  const name = options.name ?? `${hostname()}:${process.pid}`;
  const worker: Present = { id: randomUUID(), name, oracles: [...oracles.keys()], slots, most };
  const [redis, ears] = [connected(address), connected(address)];
  tellSilence(redis, address.told, (line) => signal.aborted || tell(line));
  const posts = new Posts({ address, redis, ears, worker, oracles, identity, inSlot: pLimit(slots) }, tell);
  const orders = new Worker<Order, Reply>(queues.worker(worker.id), ({ data }) => posts.obey(data, signal), {
    connection: address.options,
    prefix,
    concurrency: 100,
    lockDuration: times.lock,
    drainDelay: 1,
  });
  orders.on('error', () => {});
  const over = ended(signal);
  const troubled = troubleTeller(address, tell);
  const attend = async () => {
    await sayPresent(redis, worker);
    await keepQueue(redis, queues.worker(worker.id));
    await posts.look();
    await reap(redis, address);
  };
  await Promise.race([over, attend().catch(troubled)]);
  tell(`${name} tests ${worker.oracles.join(', ')} for ${address.told}, ${slots} at once.`);
  try {
    while (!signal.aborted) {
      // Without Redis, each of it waits.
      await Promise.race([over, attend().catch(troubled)]);
      await sleep(times.beat, undefined, { signal }).catch(() => {});
    }
  } finally {
    const parting = async () => {
      try {
        await Promise.all([posts.close(), sayGone(redis, worker.id)]);
      } finally {
        await orders.close(true);
      }
      await removeQueue(address, queues.worker(worker.id));
    };
    await Promise.race([parting().catch(() => {}), sleep(3000)]);
    address.letGo();
    redis.disconnect();
    ears.disconnect();
  }
}

function ended(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

/** Redis may refuse for a while: it is full, or a right was taken away. That is told when it begins. */
function troubleTeller(address: Address, tell: (line: string) => void): (error: unknown) => void {
  let last = '';
  return (error) => {
    const { message } = redisProblem(error, address) as Error;
    if (message !== last) tell(cleanLine(message));
    last = message;
  };
}

/** Who looks at a worker wants to know why nothing happens. */
function tellSilence(redis: Redis, told: string, tell: (line: string) => unknown): void {
  let silent = false;
  redis.on('close', () => {
    if (!silent) tell(`Redis at ${told} is gone: waiting for it.`);
    silent = true;
  });
  redis.on('ready', () => {
    if (silent) tell(`Redis at ${told} is back.`);
    silent = false;
  });
}
