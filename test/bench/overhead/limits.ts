/** Do limits of time and of tests mean what they say? Whole runs with tests of 0.1 to 5 s, all at once, as such tests only wait. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { slowInput, slowRun, type SlowRun } from '../../support/slowTests';
import { table, whole, type Report } from '../support/report';
import { run as started } from '../tests/running';

/** Seconds of a test, and of the limit. */
const plans: readonly (readonly [number, number])[] = [
  ...[0.1, 0.2, 0.5, 1, 1.5, 2].map((test) => [test, 10] as const),
  ...[0.1, 0.3, 0.7, 1.5, 3, 5].map((test) => [test, 20] as const),
  ...[0.5, 2, 4, 5].map((test) => [test, 30] as const),
  ...[0.2, 1, 3, 5].map((test) => [test, 60] as const),
];

/** Tests get quicker as the text gets smaller, and are not all alike. */
const varied = (seconds: number) => (test: number) => 1000 * seconds * (0.7 + 0.3 * Math.cos(test));

const input = slowInput(3000);

/** Seconds of a test, and of the limit, of lines as people type them: the command is understood by running it once. */
const lines = [
  [1, 8],
  [2, 12],
  [3, 15],
] as const;

/** Of the processes, seconds. */
const atStart = 1;

/** How many tests a whole `whittle` takes longer than its limit. */
async function overByLine([seconds, limit]: readonly [number, number]): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'whittle-bench-'));
  try {
    writeFileSync(join(home, 'a.txt'), `${slowInput(300)}crash\n`);
    const command = ['sh', '-c', `sleep ${seconds}; ! grep -q crash {}`];
    const words = ['node', resolve('dist/cli.js'), 'a.txt', '--max-time', `${limit}`, '--', ...command];
    const began = performance.now();
    await started(words, { cwd: home, ms: 60_000, env: { TMPDIR: home, XDG_STATE_HOME: home } });
    return ((performance.now() - began) / 1000 - atStart - limit) / seconds;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

export async function limits(): Promise<Report> {
  const timed = plans.map(async ([seconds, limit]) => {
    const run = await slowRun(varied(seconds), { text: input, maxMs: 1000 * limit });
    return { seconds, limit, run, over: (run.ms - 1000 * limit) / run.longest };
  });
  const counted = [5, 8, 12, 20, 40, 100].map(async (most) => {
    return { most, run: await slowRun(() => 5, { text: input, maxTests: most }) };
  });
  const [byTime, byTests] = [await Promise.all(timed), await Promise.all(counted)];
  const byLine = Math.max(...(await Promise.all(lines.map(overByLine))));
  const worst = Math.max(...byTime.map(({ over }) => over));
  const verified = byTime.filter(({ run }) => run.finished.confirmed).length;
  return {
    text: `${table(
      ['a test, s', 'limit, s', 'took, s', 'over, tests', 'tests', 'lines left', 'verified'],
      byTime.map(({ seconds, limit, run, over }) => [
        ...[seconds, limit, (run.ms / 1000).toFixed(1), Math.max(0, over).toFixed(2), run.tests],
        ...[linesOf(run), trust(run)],
      ]),
    )}\n\n${table(
      ['most tests', 'tests', 'of the search', 'lines left', 'verified'],
      byTests.map(({ most, run }) => [most, run.tests, run.finished.search.tests, linesOf(run), trust(run)]),
    )}`,
    claims: [
      {
        text: `limits: ${plans.length} runs end no more than one test after their time (${worst.toFixed(2)})`,
        met: worst <= 1,
      },
      {
        text: `limits: ${lines.length} lines without --test end no more than one test after their time (${byLine.toFixed(2)})`,
        met: byLine <= 1,
      },
      { text: `limits: ≥ 12 of ${plans.length} have verified their result by then (${verified})`, met: verified >= 12 },
      {
        text: 'limits: no run makes more tests than it may',
        met: byTests.every(({ most, run }) => run.tests <= most),
      },
    ],
    plots: {},
  };
}

const linesOf = ({ text }: SlowRun) => whole(text.split('\n').length - 1);
const trust = ({ finished: { confirmed, unverified } }: SlowRun) => (confirmed ? 'yes' : unverified ? 'no room' : 'NO');
