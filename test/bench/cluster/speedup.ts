/**
 * What three workers gain against one, and against this machine alone: whole reductions whose tests sleep. Verdicts of earlier runs
 * are forgotten before each. Beside them stands what the virtual clock says of the same search.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finished } from '../../../src/reduction/events/events';
import type { JobOracle } from '../../../src/reduction/job';
import { jobWith, type TextValues } from '../../support/jobs';
import { reduce } from '../../../src/reduction/reduce';
import { clocked } from '../search/clocked';
import { usual } from '../search/contenders';
import { programOf } from '../support/program';
import { table, whole, type Report } from '../support/report';
import type { Server } from '../../support/redis';
import { oracleName, withRedis, withWorkers } from './redis';

/** Claimed of the search by three workers: times as quick as by one. */
const claimed = 2.5;

/** What a test sleeps, s. */
const nap = 0.3;

const forever = new AbortController().signal;

const program = programOf('javascript', 700);

/** Every tenth assignment must stay: a count of lines says so, in a shell as here. */
const required = program.text
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line.startsWith('let v'))
  .filter((_, at) => at % 10 === 5);

const subject = {
  ...program,
  name: program.fileName,
  holds: (text: string) =>
    text.split('\n').filter((line) => required.some((part) => line.includes(part))).length === required.length,
};

interface Run {
  readonly name: string;
  readonly finished: Finished;
  readonly bytes: Buffer;
  /** s: opening, calibration and confirmation too; and from the calibration to the last verdict. */
  readonly whole: number;
  readonly search: number;
  /** What the virtual clock says of the search. */
  readonly expected: number;
}

export function speedup(): Promise<Report> {
  return withRedis(async (redis) => {
    const folder = mkdtempSync(join(tmpdir(), 'whittle-bench-'));
    try {
      const list = join(folder, 'required');
      writeFileSync(list, required.map((line) => `${line}\n`).join(''));
      return reportOf(await allRuns(redis, `sleep ${nap}; [ $(grep -cFf ${list} {}) = ${required.length} ]`));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

async function allRuns(redis: Server, command: string): Promise<Run[]> {
  const far = (workers: number) => async () => {
    await redis.client.flushall();
    const oracle: JobOracle = { kind: 'workers', redis: redis.url, name: oracleName };
    const work = () => measured(`${workers} on the cluster`, workers, { oracle, jobs: 'auto' });
    return withWorkers(redis, workers, command, work);
  };
  return [await measured('1 here', 1, { command, jobs: 1 }), await far(1)(), await far(3)()];
}

async function measured(
  name: string,
  slots: number,
  chosen: Pick<TextValues, 'oracle' | 'command' | 'jobs'>,
): Promise<Run> {
  const { fileName, text } = program;
  const job = jobWith({ fileName, text, ...chosen });
  const times = { began: performance.now(), calibrated: 0, last: 0 };
  const { finished, content: bytes } = await reduce(
    job,
    ({ event }) => {
      if (event === 'calibrated') times.calibrated = performance.now();
      if (event === 'candidate') times.last = performance.now();
    },
    forever,
  );
  const ended = performance.now();
  const { seconds } = await clocked(subject, usual, { jobs: slots, cost: () => 1000 * nap });
  const run = {
    name,
    finished,
    bytes: bytes as Buffer,
    whole: (ended - times.began) / 1000,
    search: (times.last - times.calibrated) / 1000,
    expected: seconds,
  };
  console.error(`${name}: ${run.search.toFixed(1)} s, ${seconds.toFixed(1)} s on the virtual clock`);
  return run;
}

function reportOf(runs: readonly Run[]): Report {
  const [here, one, three] = runs;
  const head = ['workers', 'tests of the search', 'tests run', 'in tests', 'whole, s', 'search, s', 'gain', 'on paper'];
  const cells = runs.map(({ name, finished, search, expected, ...run }) => [
    name,
    whole(finished.search.tests),
    whole(finished.tests),
    `${(finished.oracleMs / 1000).toFixed(1)} s`,
    run.whole.toFixed(1),
    search.toFixed(1),
    (one.search / search).toFixed(2),
    (one.expected / expected).toFixed(2),
  ]);
  const gain = one.search / three.search;
  const { before, after } = three.finished.tokens;
  return {
    text: `JavaScript, ${whole(before)} → ${whole(after)} tokens, \`default\`, tests of ${nap} s; load of the machine ${loadavg()[0].toFixed(1)}\n\n${table(head, cells)}`,
    claims: [
      {
        text: `speedup: 3 workers ≥ ${claimed} × 1 worker in the search (${gain.toFixed(2)}; of the whole run ${(one.whole / three.whole).toFixed(2)}, against this machine ${(here.search / three.search).toFixed(2)})`,
        met: gain >= claimed,
      },
      {
        text: `speedup: the same bytes here, with one worker and with three`,
        met: runs.every(({ bytes }) => bytes.equals(here.bytes)),
      },
    ],
    plots: {},
  };
}
