/** `whittle workers`: the workers of a cluster, and the runs that wait for them. */
import { addressOf, connected, tryAddress, type Address } from '../cluster/address';
import { whoIsThere } from '../cluster/presence';
import { queueAt } from '../cluster/reap';
import { cleanName, isId } from '../cluster/received';
import { readRun } from '../cluster/runs';
import { keys, queues } from '../cluster/terms';
import { aligned } from './printing';

/** Throws `ClusterError`. */
export async function listWorkers(url: string): Promise<string> {
  const address = addressOf(url);
  await tryAddress(address);
  const redis = connected(address);
  try {
    const { present, junk } = await whoIsThere(redis);
    const rows = present.map(({ name, slots, oracles }) => [name, `${slots} at once`, oracles.join(', ')]);
    const runs: string[][] = [];
    for (const run of await redis.smembers(keys.runs)) {
      const record = await readRun(redis, run);
      if (!record || !isId(run)) continue;
      const words = [`run ${run.slice(0, 8)}`, record.oracle, record.fileName, await queued(address, run)];
      runs.push(words.map(cleanName));
    }
    const skipped = junk.map((id) => `Skipped an entry of Redis that does not come from a worker of Whittle: "${id}".`);
    const parts = [...skipped, aligned(rows) || `There is no worker at ${address.told}.`, aligned(runs)];
    return `${parts.filter(Boolean).join('\n')}\n`;
  } finally {
    redis.disconnect();
  }
}

async function queued(address: Address, run: string): Promise<string> {
  const queue = queueAt(address, queues.run(run));
  try {
    const { waiting, active } = await queue.getJobCounts('waiting', 'active');
    return `${active} tested, ${waiting} waiting`;
  } finally {
    await queue.close();
  }
}
