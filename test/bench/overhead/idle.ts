/** How much of a run its workers do not spend in tests: a whole reduction whose tests take 50 ms. */
import { loadavg } from 'node:os';
import type { Finished } from '../../../src/reduction/events/events';
import { percent, table, whole, type Report } from '../support/report';
import { functionsText, reduced, required, timeOutside } from './run';

/** Claimed: what a second worker gains, times as quick as one alone. */
const leastGain = 1.45;

/** Claimed: share of the workers' time that is not spent in tests. */
const most = 0.05;

const allKept = required.map((n) => `grep -q 'f${n}(.*${n}' {}`).join(' && ');

export async function idle(runs: number): Promise<Report> {
  const rows: { jobs: number; finished: Finished; share: number }[] = [];
  for (const jobs of [1, 2]) {
    const finished = await reduced('input.js', functionsText(Math.max(50, runs / 200)), `sleep 0.05; ${allKept}`, jobs);
    rows.push({ jobs, finished, share: timeOutside(finished, jobs) });
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
