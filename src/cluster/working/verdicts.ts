/** Outputs of commands, shared by all workers with the same oracle, and by later runs. */
import { createHash } from 'node:crypto';
import { keptFrom, type Reply, type TestJob } from '../jobs';
import type { Redis } from '../redis';
import { keys, largestVerdict, verdictLife } from '../terms';

/** `oracle`: its fingerprint. Candidates have this base name. */
export function sharedVerdicts(redis: Redis, oracle: string, fileName: string) {
  const nameOf = ({ key, keep }: TestJob) =>
    keys.verdict(
      createHash('sha1')
        .update(JSON.stringify([oracle, fileName, key, [...keep].sort()]))
        .digest('hex'),
    );
  return {
    /** Undefined if it is not known, or took longer than `timeoutMs`. */
    async known(job: TestJob, timeoutMs: number) {
      if (job.fresh) return undefined;
      const text = await redis.get(nameOf(job));
      const known = keptFrom(text ?? '');
      return known?.ran && known.ran.ms <= timeoutMs ? known : undefined;
    },
    /** Not a time-out: another time there may be an answer. */
    async keep(job: TestJob, { ran, said }: Reply): Promise<void> {
      if (!ran || ran.timedOut) return;
      const text = JSON.stringify({ ran, said });
      if (text.length <= largestVerdict) await redis.set(nameOf(job), text, 'EX', verdictLife);
    },
  };
}
