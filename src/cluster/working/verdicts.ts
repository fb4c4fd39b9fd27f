/** What commands did, shared by all workers with the same oracle, and by later runs. */
import { createHash } from 'node:crypto';
import { keptFrom } from '../jobs';
import type { Reply, TestJob } from '../jobs';
import type { Redis } from '../redis';
import { keys, largestVerdict, verdictLife } from '../terms';

export interface Verdicts {
  /** Undefined if it is not known, or took longer than `timeoutMs`. */
  known(job: TestJob, timeoutMs: number): Promise<Pick<Reply, 'ran' | 'said'> | undefined>;
  /** Time-outs are not kept: another time there may be an answer. */
  keep(job: TestJob, reply: Reply): Promise<void>;
}

/** `oracle`: its fingerprint. Candidates have this base name. */
export function sharedVerdicts(redis: Redis, oracle: string, fileName: string): Verdicts {
  const nameOf = ({ key, keep }: TestJob) =>
    keys.verdict(
      createHash('sha1')
        .update(JSON.stringify([oracle, fileName, key, [...keep].sort()]))
        .digest('hex'),
    );
  return {
    async known(job, timeoutMs) {
      if (job.fresh) return undefined;
      const text = await redis.get(nameOf(job));
      const known = keptFrom(text ?? '');
      return known?.ran && known.ran.ms <= timeoutMs ? known : undefined;
    },
    async keep(job, { ran, said }) {
      if (!ran || ran.timedOut) return;
      const text = JSON.stringify({ ran, said });
      if (text.length <= largestVerdict) await redis.set(nameOf(job), text, 'EX', verdictLife);
    },
  };
}
