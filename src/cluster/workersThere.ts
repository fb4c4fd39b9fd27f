/** The workers of a cluster and the runs that wait for them, as text for a terminal. */
import { addressOf, connected, tryAddress } from './address';
import type { Address } from './address';
import { whoIsThere } from './presence';
import { cleanName, isId } from './received';
import { Queue } from './redis';
import { readRun } from './runs';
import { keys, prefix, queues } from './terms';

/** Throws `ClusterError`. */
export async function workersThere(url: string): Promise<string> {
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
    const skipped = junk.map((id) => `Redis has an entry "${id}" that is not of a worker of Whittle: it is skipped.`);
    const parts = [...skipped, table(rows) || `No worker is there at ${address.told}.`, table(runs)];
    return `${parts.filter(Boolean).join('\n')}\n`;
  } finally {
    redis.disconnect();
  }
}

async function queued({ options }: Address, run: string): Promise<string> {
  const queue = new Queue(queues.run(run), { connection: options, prefix, skipMetasUpdate: true });
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
