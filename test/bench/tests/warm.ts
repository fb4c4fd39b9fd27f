/** Failing tests of mocha, jest, vitest and pytest, each reduced by runners that keep running and by new ones, in turn. */
import { median } from 'd3-array';
import { table, type Claim, type Report } from '../support/report';
import type { Located } from './cases';
import { measure, type Measured } from './measure';
import type { Mode } from './project';

/** Claimed: times that a run is quicker to its end, in the median of the pairs of a runner; and in each pair. */
const wanted: Readonly<Record<string, number>> = { mocha: 3, jest: 3, vitest: 4, pytest: 2.5 };
const least = 0.95;

const mode: Mode = 'revision';

export async function warmReport(cases: readonly Located[], seconds: number): Promise<Report> {
  const rows: string[][] = [];
  const claims: Claim[] = [];
  const ratios = new Map<string, number[]>();
  for (const one of cases.filter(({ runner }) => runner in wanted)) {
    const limits = { seconds, jobs: 1 };
    const cold = await measure(one, mode, 'cold', limits);
    const warm = await measure(one, mode, 'test', limits);
    const ratio = secondsOf(cold) / secondsOf(warm);
    const isSame = cold.text !== undefined && cold.text === warm.text;
    const times = [cold, warm].map((each) => secondsOf(each).toFixed(1));
    rows.push([one.name, one.runner, ...times, ratio.toFixed(2), isSame ? 'same' : 'different']);
    console.error(rows.at(-1)!.join('  '));
    ratios.set(one.runner, [...(ratios.get(one.runner) ?? []), ratio]);
    claims.push({ text: `${one.name}: ${ratio.toFixed(2)} × as quick (at least ${least})`, met: ratio >= least });
    claims.push({ text: `${one.name}: the same result`, met: isSame });
  }
  for (const [runner, all] of ratios) {
    const middle = median(all)!;
    const text = `${runner}: ${middle.toFixed(1)} × as quick in the median of ${all.length} (at least ${wanted[runner]})`;
    claims.push({ text, met: middle >= wanted[runner] });
  }
  return { text: table(['case', 'runner', 'new, s', 'warm, s', 'ratio', 'result'], rows), claims, plots: {} };
}

function secondsOf({ finished }: Measured): number {
  return finished ? finished.ms / 1000 : NaN;
}
