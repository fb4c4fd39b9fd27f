/** `whittle worker`: this machine tests candidates for runs elsewhere. `whittle workers` lists the workers. */
import type { Values } from '../options/values';
import { JobError } from '../reduction/jobError';
import { commandOf } from './options';
import { show, warn } from './printing';
import { requiredRedis } from './address';
import { Hosting, interruptible } from './hosting';
import { exitCodes } from './run';

/** Returns the exit code. Throws `JobError`. */
export async function serveAsWorker(given: Values<'worker'>): Promise<number> {
  const { redis, oracles, slots = 1, workerName: name, identity, maxSize = 64 } = given;
  if (oracles === undefined) throw new JobError("No oracle is given: add --oracle 'NAME=COMMAND {}'.");
  // Most commands need no Redis.
  const { work } = await import('../cluster/cluster');
  const commands = new Map(oracles.map((text) => [text.split('=')[0], commandOf(text.slice(text.indexOf('=') + 1))]));
  const options = { redis: requiredRedis(redis), oracles: commands, slots, name, identity, most: maxSize * 1024 ** 2 };
  const hosting = new Hosting(() => {}, {});
  await interruptible(hosting, () => work(options, warn, hosting.signal));
  return exitCodes.reduced;
}

/** Returns the exit code. Throws `JobError`. */
export async function tellWorkers({ redis }: Values<'workers'>): Promise<number> {
  const { listWorkers } = await import('./listWorkers');
  show(await listWorkers(requiredRedis(redis)));
  return exitCodes.reduced;
}
