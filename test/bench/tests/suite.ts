/**
 * Failing tests of real projects with one bug in their sources: is the reduced test meaningful, that is, does it fail with the bug and
 * pass without it? The right project is the judge (docs/notes/failing-tests.md).
 */
import { percent, table, type Claim, type Report } from '../support/report';
import type { Options, Suite } from '../support/suite';
import { casesIn, type Located } from './cases';
import { measure, type Measured } from './measure';
import { modes } from './project';
import { usualWay } from './reducing';
import { warmReport } from './warm';
import { whyReport } from './why';

const open = 'test/bench/tests';

export const tests: Suite = {
  name: 'tests',
  description: 'Failing tests of projects with one bug: does the reduced test pass without the bug?',
  open: (options) => [
    { name: 'cases', title: 'Reduced tests, judged by the right project', run: () => report(options) },
    { name: 'why', title: 'The change that makes a test fail', run: () => why(options) },
    { name: 'warm', title: 'Runners that keep running beside new ones', run: () => warm(options) },
  ],
};

function why({ case: name, maxTime, aside, jobs }: Options): Promise<Report> {
  return whyReport(casesOf(aside, name), { seconds: maxTime, jobs });
}

function warm({ case: name, maxTime, aside }: Options): Promise<Report> {
  return warmReport(casesOf(aside, name), maxTime);
}

function casesOf(aside: string | undefined, name: string | undefined): Located[] {
  return casesIn([aside ?? open], name);
}

async function report({ case: name, mode, maxTime, jobs, aside, by = usualWay, show }: Options): Promise<Report> {
  const cases = casesOf(aside, name);
  const all: Measured[] = [];
  for (const one of cases) {
    for (const each of mode === undefined ? modes : [mode]) {
      const now = await measure(one, each, by, { seconds: maxTime, jobs });
      all.push(now);
      console.error(rowOf(now).join('  '));
      if (show && now.text !== undefined) console.log(`### ${now.case}, ${now.mode}\n\n${now.text}\n`);
    }
  }
  return { text: table(head, all.map(rowOf)), claims: claimsOf(all), plots: {} };
}

/** Cost: runs for each candidate; those of calibration and confirmation count too. */
const head = ['case', 'mode', 'meaningful', 'by', 'tokens', 'lines', 'tests', 'cost', 's', 'end', 'unused, errors'];

/** What told that a candidate fails for the same reason. */
function sourceOf(notice = ''): string {
  if (/The test passes at/.test(notice)) return 'revision';
  const kind = /the test (passes|gets past|fails)/.exec(notice)?.[1];
  return kind ? `judge (${kind})` : 'slice';
}

function rowOf({ case: name, mode, finished, judged, lines, problem, problems, skipped }: Measured): string[] {
  if (!finished || !judged || !lines)
    return [name, mode, skipped ? 'skipped' : '–', ...['', '', '', '', '', ''], problem ?? '', ''];
  const { right, wrong, meaningful } = judged;
  const { tokens, tests: count, candidates = 1, ms, ending, confirmed } = finished;
  return [
    ...[name, mode, meaningful ? 'yes' : `no (${right} when right, ${wrong} when wrong)`, sourceOf(finished.notice)],
    ...[`${tokens.before} → ${tokens.after}`, `${lines.before} → ${lines.after}`],
    ...[
      `${count}`,
      (count / candidates).toFixed(2),
      (ms / 1000).toFixed(0),
      confirmed ? ending : `${ending}, not confirmed`,
      problems?.join('; ') ?? '',
    ],
  ];
}

/** The least share of meaningful results in each mode. */
const shares = { revision: 1, changed: 1, plain: 0.95 };

/** The most tests in the mean. */
const mostTests = { revision: 150, changed: 150, plain: 200 };

function claimsOf(all: readonly Measured[]): Claim[] {
  const ran = all.filter(({ skipped }) => !skipped);
  return modes.flatMap((mode): Claim[] => {
    const rows = ran.filter((one) => one.mode === mode);
    if (rows.length === 0) return [];
    const yes = rows.filter(({ judged }) => judged?.meaningful).length;
    const meaningful = `${mode}: ${yes} of ${rows.length} are meaningful (at least ${percent(shares[mode], 0)})`;
    const untidy = rows.filter(({ problems = [] }) => problems.length > 0).length;
    const ended = rows.flatMap(({ finished }) => (finished?.ending === 'done' ? [finished.tests] : []));
    const mean = ended.reduce((sum, count) => sum + count, 0) / Math.max(1, ended.length);
    const tests = `${mode}: ${mean.toFixed(0)} tests in the mean of ${ended.length} that came to their end (at most ${mostTests[mode]})`;
    return [
      { text: meaningful, met: yes >= shares[mode] * rows.length },
      { text: tests, met: mean <= mostTests[mode] },
      { text: `${mode}: ${untidy} have errors, or something that nothing uses (none)`, met: untidy === 0 },
    ];
  });
}
