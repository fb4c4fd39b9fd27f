/** `whittle workers`: the workers of a cluster, and the runs that use them. */
import { testCount } from '../reduction/events/progress';
import { aligned } from './printing';

/** Throws `ClusterError`. */
export async function listWorkers(url: string): Promise<string> {
  // Most commands need no Redis.
  const { cleanName, listCluster } = await import('../cluster/cluster');
  const { present, tests, junk, told } = await listCluster(url);
  const skipped = junk.map((id) => `Skipped an entry of Redis that does not come from a worker of Whittle: "${id}".`);
  const workers = present.map(({ name, slots, oracles }) => [name, `${slots} at once`, oracles.join(', ')]);
  const byId = new Map(tests.map(({ run }) => [run.id, run]));
  const runs = [...byId.values()].map(({ id, oracle, fileName }) => {
    const count = tests.filter(({ run }) => run.id === id).length;
    return [`run ${id.slice(0, 8)}`, cleanName(oracle), cleanName(fileName), testCount(count)];
  });
  const parts = [...skipped, aligned(workers) || `There is no worker at ${told}.`, aligned(runs)];
  return `${parts.filter(Boolean).join('\n')}\n`;
}
