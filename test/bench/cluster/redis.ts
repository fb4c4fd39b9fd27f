/** A Redis of its own for the time of a section, and workers in processes of their own. */
import { tmpdir } from 'node:os';
import { noRedis, startRedis, startWorker, type Server } from '../../support/redis';
import type { Report } from '../support/report';

/** The name of the workers' oracle. */
export const oracleName = 'bench';

/** Without redis-server the claim is missed, and the text says why. */
export async function withRedis(work: (redis: Server) => Promise<Report>): Promise<Report> {
  if (noRedis) return { text: noRedis, claims: [{ text: `cluster: ${noRedis}`, met: false }], plots: {} };
  const redis = await startRedis();
  try {
    return await work(redis);
  } finally {
    await redis.stop();
  }
}

/** Starts workers with one slot each, which are gone when the work is done. */
export async function withWorkers<T>(
  { url }: Server,
  count: number,
  command: string,
  work: () => Promise<T>,
): Promise<T> {
  const oracle = `${oracleName}=${command}`;
  const names = Array.from({ length: count }, (_, at) => `worker ${at + 1}`);
  const workers = await Promise.all(names.map((name) => startWorker(tmpdir(), { url, oracle, name })));
  try {
    return await work();
  } finally {
    await Promise.all(workers.map((worker) => worker.stop('SIGTERM')));
  }
}
