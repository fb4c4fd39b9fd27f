/** Reductions with an oracle that says yes wrongly in 0 to 30 % of its runs: how often is a wrong result called confirmed? */
import { inputOf, runWrongYes, type WrongYesRun } from '../../support/wrongYes';
import { table, type Report } from '../support/report';

const rates = [0, 0.05, 0.15, 0.3];
const sizes = [6, 24];
/** For each rate and size: eight times the 12 of the attack. */
const seeds = 96;

export async function wrongYes(): Promise<Report> {
  const rows = [];
  const found = { wrong: 0, lost: 0 };
  for (const rate of rates) {
    for (const size of sizes) {
      const runs: WrongYesRun[] = [];
      for (let seed = 1; seed <= seeds; seed++) runs.push(await runWrongYes(inputOf(size), rate, seed));
      rows.push(rowOf(rate, size, runs));
      found.wrong += count(runs, ({ refused, right, confirmed }) => !refused && !right && confirmed);
      if (rate === 0) found.lost += count(runs, ({ confirmed }) => !confirmed);
    }
  }
  const text = table(
    [
      'wrong yes',
      'lines',
      'refused',
      'wrong',
      'one test says',
      'wrong now',
      'called confirmed',
      'right',
      'search',
      'end',
    ],
    rows,
  );
  const all = (rates.length - 1) * sizes.length * seeds;
  return {
    text,
    claims: [
      {
        text: `faults: at most 1 in 400 results of unreliable oracles is wrong and called confirmed (${found.wrong} of ${all})`,
        met: found.wrong <= all / 400,
      },
      { text: `faults: reliable oracles confirm each result (${found.lost} missed)`, met: found.lost === 0 },
    ],
    plots: {},
  };
}

function rowOf(rate: number, size: number, runs: readonly WrongYesRun[]): (string | number)[] {
  const begun = runs.filter(({ refused }) => !refused);
  const mean = (of: (run: WrongYesRun) => number) =>
    (begun.reduce((sum, run) => sum + of(run), 0) / begun.length).toFixed(1);
  return [
    `${100 * rate} %`,
    size,
    runs.length - begun.length,
    count(begun, ({ before }) => !before.right),
    count(begun, ({ before }) => !before.right && before.confirmed),
    count(begun, ({ right }) => !right),
    count(begun, ({ right, confirmed }) => !right && confirmed),
    count(begun, ({ right, confirmed }) => right && confirmed),
    mean(({ tests }) => tests),
    mean(({ ending }) => ending),
  ];
}

function count<T>(all: readonly T[], is: (one: T) => boolean): number {
  return all.filter(is).length;
}
