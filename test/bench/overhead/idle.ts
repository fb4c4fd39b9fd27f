/** How much of a run its workers do not spend in tests: a whole reduction whose tests take 50 ms. */
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { braces, fixedText, template } from '../../../src/oracle/command';
import type { Finished } from '../../../src/reduction/events/events';
import { reduce } from '../../../src/reduction/reduce';
import { percent, table, whole } from '../support/report';
import type { Report } from '../support/report';

/** Claimed: what a second worker gains, times as quick as one alone. */
const leastGain = 1.45;

/** Claimed: share of the workers' time that is not spent in tests. */
const most = 0.05;

export async function idle(runs: number): Promise<Report> {
  const rows: { jobs: number; finished: Finished; share: number }[] = [];
  for (const jobs of [1, 2]) {
    const finished = await reduced(jobs, Math.max(50, runs / 200));
    const workers = finished.ms * jobs;
    rows.push({ jobs, finished, share: (workers - finished.oracleMs) / workers });
  }
  const head = ['workers', 'tokens', 'tests', 'wall, s', 'tests, s', 'not in tests'];
  const cells = rows.map(({ jobs, finished: { tokens, tests, ms, oracleMs }, share }) => [
    jobs,
    `${whole(tokens.before)} → ${whole(tokens.after)}`,
    whole(tests),
    (ms / 1000).toFixed(1),
    (oracleMs / 1000).toFixed(1),
    percent(share),
  ]);
  const gain = rows[0].finished.ms / rows[1].finished.ms;
  return {
    text: `JavaScript, \`default\`, \`sleep 0.05\` in each test; load of the machine ${loadavg()[0].toFixed(1)}\n\n${table(head, cells)}`,
    claims: [
      ...rows.map(({ jobs, share }) => ({
        text: `idle, ${jobs} workers: at most ${percent(most, 0)} of their time is not in tests (${percent(share)})`,
        met: share <= most,
      })),
      { text: `idle: 2 workers ≥ ${leastGain} × (${gain.toFixed(2)})`, met: gain >= leastGain },
    ],
    plots: {},
  };
}

async function reduced(jobs: number, functions: number): Promise<Finished> {
  const text = Array.from({ length: functions }, (_, n) => `function f${n}(a, b) { return [a, b, ${n}]; }\n`).join('');
  const kept = Array.from({ length: 16 }, (_, n) => 3 * n + 1)
    .map((n) => `grep -q 'f${n}(.*${n}' {}`)
    .join(' && ');
  const job = {
    fileName: 'input.js',
    text,
    encoding: 'utf8' as const,
    oracle: { invocation: { line: template(`sleep 0.05; ${kept}`, braces) }, cwd: fixedText('/') },
    jobs,
    assets: join(resolve('.'), 'dist'),
  };
  return (await reduce(job, () => {}, new AbortController().signal)).finished;
}
