/** `whittle worker`: this machine tests candidates for runs elsewhere. `whittle workers` lists the workers. */
import { testCount } from '../reduction/events/progress';
import { JobError } from '../reduction/job';
import { commandOf, requiredRedis, type Given } from './options';
import { aligned, exitCodes, warn } from './printing';
import { runToEnd } from './run';

/** Returns the exit code. Throws `JobError`. */
export async function serveAsWorker(given: Given): Promise<number> {
  const { redis, oracles, slots = 1, workerName: name, identity, maxSize = 64 } = given;
  if (oracles === undefined) throw new JobError("No oracle is given: add --oracle 'NAME=COMMAND {}'.");
  // Most commands need no Redis.
  const { work } = await import('../cluster/cluster');
  const commands = new Map(oracles.map((text) => [text.split('=')[0], commandOf(text.slice(text.indexOf('=') + 1))]));
  const options = { redis: requiredRedis(redis), oracles: commands, slots, name, identity, most: maxSize * 1024 ** 2 };
  return runToEnd(
    () => {},
    (hosting) => work(options, warn, hosting.signal),
    () => exitCodes.reduced,
  );
}

/** Throws `ClusterError` and `JobError`. */
export async function listWorkers(redis: string | undefined): Promise<string> {
  const { cleanName, listCluster } = await import('../cluster/cluster');
  const { present, tests, told } = await listCluster(requiredRedis(redis));
  const workers = present.map(({ name, slots, oracles }) => [name, `${slots} at once`, oracles.join(', ')]);
  const byId = new Map(tests.map(({ run }) => [run.id, run]));
  const runs = [...byId.values()].map(({ id, oracle, fileName }) => {
    const count = tests.filter(({ run }) => run.id === id).length;
    return [`run ${id.slice(0, 8)}`, cleanName(oracle), cleanName(fileName), testCount(count)];
  });
  const parts = [aligned(workers) || `There is no worker at ${told}.`, aligned(runs)];
  return `${parts.filter(Boolean).join('\n')}\n`;
}
