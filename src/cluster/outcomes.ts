/** Outcomes of tests, shared by all workers with the same oracle, and by later runs. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';
import { delimiter, resolve } from 'node:path';
import { oracleIdentity } from '../oracle/oracle';
import { isFile } from '../oracle/platform/files';
import { described, type OracleCommand } from '../oracle/processes/command';
import { stored, outcome, type Outcome, type TestJob } from './messages';
import { keys, largestOutcome, outcomeLife } from './terms';

/** `oracle`: its fingerprint. Candidates have this base name. */
export function sharedOutcomes(redis: Redis, oracle: string, fileName: string) {
  const nameOf = ({ key, keep }: TestJob) =>
    keys.outcome(
      createHash('sha1')
        .update(JSON.stringify([oracle, fileName, key, [...keep].sort()]))
        .digest('hex'),
    );
  return {
    /** Undefined if it is not known, or took longer than the time-out. */
    async known(job: TestJob): Promise<Outcome | undefined> {
      const kept = job.fresh ? undefined : await stored(redis, nameOf(job));
      const { data } = outcome.safeParse(kept);
      return data && data.ms <= job.timeoutMs ? (kept as Outcome) : undefined;
    },
    /** Not a time-out: another time there may be an answer. */
    async keep(job: TestJob, ran: Outcome): Promise<void> {
      const text = JSON.stringify(ran);
      if (!ran.timedOut && text.length <= largestOutcome) await redis.set(nameOf(job), text, 'EX', outcomeLife);
    },
  };
}

/**
 * The name of an oracle on this machine: equal only if the same words name the same files in directories of the same path, and `more`
 * is the same. Rules are no part of it: outcomes are kept, not verdicts.
 */
export function fingerprint(command: OracleCommand, cwd: string, more: string): string {
  const hash = createHash('sha1').update(JSON.stringify([oracleIdentity({ command }), more]));
  for (const word of described(command).split(/[\s'"`;|&<>(){}=]+/)) {
    const path = word && fileNamed(word, cwd);
    if (path) hash.update(`\0${word}\0${createHash('sha1').update(readFileSync(path)).digest('hex')}`);
  }
  return hash.digest('hex');
}

function fileNamed(word: string, cwd: string): string | undefined {
  const folders = word.includes('/') ? [cwd] : [cwd, ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => resolve(folder, word)).find(isFile);
}
