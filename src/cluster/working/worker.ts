/** A worker: tests the candidates of each run that asks for one of its oracles. */
import { randomUUID } from 'node:crypto';
import { hostname, tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { OracleCommand } from '../../oracle/processes/command';
import { sweep } from '../../oracle/processes/escapees';
import { addressOf, connected, redisProblem, tryAddress, type Address } from '../address';
import type { Order, Reply } from '../jobs';
import { sayGone, sayPresent, type Present } from '../presence';
import { keepQueue, reap, removeQueue } from '../reap';
import { cleanLine } from '../received';
import { Worker, type Redis } from '../redis';
import { prefix, queues, times } from '../terms';
import { Posts } from './posts';

interface WorkerOptions {
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
  // Leftovers of killed workers.
  await sweep(tmpdir());
  const { oracles, slots, most, identity = '' } = options;
  const name = options.name ?? `${hostname()}:${process.pid}`;
  const worker: Present = { id: randomUUID(), name, oracles: [...oracles.keys()], slots, most };
  const [redis, ears] = [connected(address), connected(address)];
  tellSilence(redis, address.told, (line) => signal.aborted || tell(line));
  const posts = new Posts({ address, redis, ears, worker, oracles, identity, inSlot: pLimit(slots) }, tell);
  const settings = { connection: address.options, prefix, concurrency: 100, lockDuration: times.lock, drainDelay: 1 };
  const orders = new Worker<Order, Reply>(queues.worker(worker.id), ({ data }) => posts.obey(data, signal), settings);
  orders.on('error', () => {});
  const duty: Duty = { address, redis, worker, posts, orders };
  const over = ended(signal);
  const troubled = troubleTeller(address, tell);
  // Without Redis, each attendance waits.
  const attendOnce = () => Promise.race([over, attend(duty).catch(troubled)]);
  await attendOnce();
  tell(`${name} tests ${worker.oracles.join(', ')} for ${address.told}, ${slots} at once.`);
  try {
    while (!signal.aborted) {
      await attendOnce();
      await sleep(times.beat, undefined, { signal }).catch(() => {});
    }
  } finally {
    await Promise.race([part(duty).catch(() => {}), sleep(3000)]);
    address.letGo();
    redis.disconnect();
    ears.disconnect();
  }
}

interface Duty {
  readonly address: Address;
  readonly redis: Redis;
  readonly worker: Present;
  readonly posts: Posts;
  readonly orders: Worker<Order, Reply>;
}

/** Once a beat. */
async function attend({ address, redis, worker, posts }: Duty): Promise<void> {
  await sayPresent(redis, worker);
  await keepQueue(redis, queues.worker(worker.id));
  await posts.look();
  await reap(redis, address);
}

async function part({ address, redis, worker, posts, orders }: Duty): Promise<void> {
  try {
    await Promise.all([posts.close(), sayGone(redis, worker.id)]);
  } finally {
    await orders.close(true);
  }
  await removeQueue(address, queues.worker(worker.id));
}

function ended(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

/** Redis may refuse for a while: it is full, or a right was taken away. Told once, when it begins. */
function troubleTeller(address: Address, tell: (line: string) => void): (error: unknown) => void {
  let last = '';
  return (error) => {
    const { message } = redisProblem(error, address) as Error;
    if (message !== last) tell(cleanLine(message));
    last = message;
  };
}

/** Tells why nothing happens. */
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
