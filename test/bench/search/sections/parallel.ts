/**
 * What several workers gain on whole reductions, on a virtual clock: the real drivers and searches, the property in this process or the
 * oracle of a case (verdicts are kept), tests that take 0.5 to 1.5 s, drawn by their candidate.
 */
import { geometricMean } from '../../support/statistics';
import { percent, table, whole, type Claim, type Report } from '../../support/report';
import type { Bench } from '../bench';
import { aboutASecond, clocked, type Clocked } from '../clocked';
import { baselines, usual, type Contender } from '../contenders';
import type { Subject } from '../subject';

/** Tests at once; and with how many of them a walk has to make more than `many` tests. */
const levels = [1, 4, 8, 16, 64];
const most = 64;
const many = 1000;

/** Claimed: least speed-up by workers, geometric mean over the subjects. */
const claimed: ReadonlyMap<Contender, ReadonlyMap<number, number>> = new Map<Contender, ReadonlyMap<number, number>>([
  [
    usual,
    new Map([
      [4, 3],
      [8, 5],
      [16, 7],
      [64, 10],
    ]),
  ],
  [
    baselines.hddr,
    new Map([
      [4, 2],
      [8, 3],
      [16, 4],
    ]),
  ],
]);

const cases = ['rust-rustc-opaque-discriminant', 'sql-sqlite-bloom-rtrim', 'dot-graphviz-merge-chain'];
const longCases = ['js-esbuild-minify-and'];

export async function parallel(bench: Bench): Promise<Report> {
  const subjects = [...bench.library, ...(bench.corpus([...cases, ...longCases], longCases) ?? [])];
  const ours = await gainsOf(bench, usual, subjects);
  const papers = await gainsOf(
    bench,
    baselines.hddr,
    subjects.filter(({ name }) => name === 'chunk'),
  );
  return { text: `${ours.text}\n\n${papers.text}`, claims: [...ours.claims, ...papers.claims], plots: {} };
}

async function gainsOf(bench: Bench, contender: Contender, subjects: readonly Subject[]): Promise<Report> {
  const walks: Clocked[][] = [];
  for (const subject of subjects) walks.push(await walked(bench, contender, subject));
  const gains = walks.map(([alone, ...others]) => others.map(({ seconds }) => alone.seconds / seconds));
  const means = levels.slice(1).map((_, at) => geometricMean(gains.flatMap((gain) => gain.slice(at, at + 1))));
  const rows = walks.map(([alone], at) => [
    subjects[at].name,
    whole(alone.committed),
    percent(alone.held / alone.committed, 0),
    ...cellsOf(gains[at]),
  ]);
  const head = ['subject', 'tests', 'held', ...levels.slice(1).map((jobs) => `${jobs} workers`)];
  return {
    text: `### ${contender.name}\n\n${table(head, [...rows, ['geometric mean', '', '', ...cellsOf(means)]])}`,
    claims: [
      {
        text: `parallel, ${contender.name}: the same bytes, and the same verdicts in the same order, for any number of workers`,
        met: walks.every((runs) => runs.every(({ text, walk }) => text === runs[0].text && walk === runs[0].walk)),
      },
      ...gainClaims(contender, means),
    ],
    plots: {},
  };
}

/** By level; the last one is left out if the walk is too short for it. */
async function walked(bench: Bench, contender: Contender, subject: Subject): Promise<Clocked[]> {
  const runs: Clocked[] = [];
  for (const jobs of levels) {
    if (jobs === most && runs[0].committed < many) break;
    const run = await clocked(subject, contender, { jobs, cost: aboutASecond, filter: bench.filter(subject) });
    runs.push(run);
    console.error(
      `${subject.name}, ${contender.name}, ${jobs} workers: ${whole(run.committed)} tests, ${whole(run.started)} begun, ${whole(run.seconds)} virtual s, ${whole(run.worked)} s of processor`,
    );
  }
  return runs;
}

function cellsOf(gains: readonly number[]): string[] {
  return levels.slice(1).map((_, at) => gains.at(at)?.toFixed(2) ?? '–');
}

function gainClaims(contender: Contender, means: readonly number[]): Claim[] {
  return [...claimed.get(contender)!].flatMap(([jobs, least]) => {
    const gain = means[levels.indexOf(jobs) - 1];
    // No subject of this run was walked with so many.
    if (Number.isNaN(gain)) return [];
    return {
      text: `parallel, ${contender.name}: ${jobs} workers ≥ ${least} × (${gain.toFixed(2)})`,
      met: gain >= least,
    };
  });
}
