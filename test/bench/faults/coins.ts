/** Seeded coins as oracles: does the result show the bug often enough, how small is it, and what does it cost beside an oracle that knows the rates? */
import { type CoinRun, type Landscape, coinRun, kinds } from '../../support/coins';
import { table, type Report } from '../support/report';
import type { Section } from '../support/suite';

const rates = [0.1, 0.3, 0.5, 0.7, 0.9];
const wrongs = [0, 0.1];
/** Of each landscape, rate and share of wrong verdicts, and so 1,000 runs in all. */
const seeds = 25;

export const coins: Section = { name: 'coins', title: 'Oracles that show the bug at some rate', run: tossed };

interface Row extends Pick<Landscape, 'kind' | 'rate' | 'wrong'> {
  readonly perfect: CoinRun;
  readonly runs: readonly CoinRun[];
  /** The calibration did not show the bug, or also in an empty input: no reduction. */
  readonly refused: number;
}

async function tossed(): Promise<Report> {
  const rows: Row[] = [];
  for (const kind of Object.keys(kinds) as Landscape['kind'][]) {
    for (const rate of rates) {
      for (const share of wrongs) {
        rows.push(await rowOf({ kind, rate, wrong: share * rate, isKnown: true }));
        console.error(`${kind}, ${rate}, ${share * rate} wrong: ${rows.at(-1)!.runs.length} of ${seeds} runs end`);
      }
    }
  }
  const all = rows.flatMap((row) => row.runs.map((run) => ({ run, row })));
  const below = all.filter(({ run, row }) => run.rate < row.rate / 2).length;
  const apart = rows.filter(({ kind, rate }) => kind !== 'sliding' && rate >= 0.5);
  const size = mean(apart.map(sizeOf));
  const text = table(
    ['rates', 'of the input', 'wrong', 'runs', 'refused', 'too seldom', 'size', 'tests (mean)', 'tests (median)'],
    rows.map((row) => [
      ...[row.kind, row.rate, row.wrong.toFixed(2), row.runs.length, row.refused],
      row.runs.filter((run) => run.rate < row.rate / 2).length,
      sizeOf(row).toFixed(2),
      ...[mean(costsOf(row)), median(costsOf(row))].map((cost) => cost.toFixed(1)),
    ]),
  );
  return {
    text,
    claims: [
      {
        text: `faults: at most 5% of the results of flaky tests show the bug too seldom (${below} of ${all.length})`,
        met: below <= 0.05 * all.length,
      },
      {
        text: `faults: results of tests that show the bug in half of the runs or more have 1.1 times the size of the perfect ones at most (${size.toFixed(2)})`,
        met: size <= 1.1,
      },
    ],
    plots: {},
  };
}

async function rowOf(land: Omit<Landscape, 'seed'>): Promise<Row> {
  const perfect = await coinRun({ ...land, seed: 1 }, {}, true);
  const runs: CoinRun[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    const run = await coinRun({ ...land, seed }).catch(() => undefined);
    if (run) runs.push(run);
  }
  return { ...land, perfect, runs, refused: seeds - runs.length };
}

function sizeOf({ runs, perfect }: Row): number {
  return mean(runs.map(({ finished }) => finished.tokens.after / perfect.finished.tokens.after));
}

function costsOf({ runs, perfect }: Row): number[] {
  return runs.map(({ tests }) => tests / perfect.tests);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
}
