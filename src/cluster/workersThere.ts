/** The workers of a cluster and the runs that wait for them, as text for a terminal. */
import { Queue } from 'bullmq';
import { addressOf, connected, tryAddress } from './address';
import type { Address } from './address';
import { whoIsThere } from './presence';
import { readRun } from './runs';
import { keys, prefix, queues } from './terms';

/** Throws `ClusterError`. */
export async function workersThere(url: string): Promise<string> {
  const address = addressOf(url);
  await tryAddress(address);
  const redis = connected(address);
  try {
    const workers = await whoIsThere(redis);
    const rows = workers.map(({ name, slots, oracles }) => [name, `${slots} at once`, oracles.join(', ')]);
    const runs: string[][] = [];
    for (const run of await redis.smembers(keys.runs)) {
      const record = await readRun(redis, run);
      if (record) runs.push([`run ${run.slice(0, 8)}`, record.oracle, record.fileName, await queued(address, run)]);
    }
    return [table(rows) || `No worker is there at ${address.told}.`, table(runs), '']
      .filter((part, at) => part || at === 2)
      .join('\n');
  } finally {
    redis.disconnect();
  }
}

async function queued({ options }: Address, run: string): Promise<string> {
  const queue = new Queue(queues.run(run), { connection: options, prefix });
  queue.on('error', () => {});
  try {
    const { waiting, active } = await queue.getJobCounts('waiting', 'active');
    return `${active} tested, ${waiting} waiting`;
  } finally {
    await queue.close();
  }
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
