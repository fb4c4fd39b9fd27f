/** Failing tests of mocha, jest, vitest and pytest, each reduced by runners that keep running and by new ones, in turn. */
import { table, type Claim, type Report } from '../support/report';
import type { Located } from './cases';
import { measure, type Measured } from './measure';
import type { Mode } from './project';

/** Claimed: times that a run is quicker to its end. */
const wanted: Readonly<Record<string, number>> = { mocha: 5, jest: 5, vitest: 5, pytest: 2 };

const mode: Mode = 'revision';

export async function warmReport(cases: readonly Located[], seconds: number): Promise<Report> {
  const rows: string[][] = [];
  const claims: Claim[] = [];
  for (const one of cases.filter(({ runner }) => runner in wanted)) {
    const limits = { seconds, jobs: 1 };
    const cold = await measure(one, mode, 'cold', limits);
    const warm = await measure(one, mode, 'test', limits);
    const ratio = secondsOf(cold) / secondsOf(warm);
    const isSame = cold.text !== undefined && cold.text === warm.text;
    const times = [cold, warm].map((each) => secondsOf(each).toFixed(1));
    rows.push([one.name, one.runner, ...times, ratio.toFixed(2), isSame ? 'same' : 'different']);
    console.error(rows.at(-1)!.join('  '));
    const text = `${one.name}: ${ratio.toFixed(1)} × as quick with a warm ${one.runner} (at least ${wanted[one.runner]})`;
    claims.push({ text, met: ratio >= wanted[one.runner] });
    claims.push({ text: `${one.name}: the same result`, met: isSame });
  }
  return { text: table(['case', 'runner', 'new, s', 'warm, s', 'ratio', 'result'], rows), claims, plots: {} };
}

function secondsOf({ finished }: Measured): number {
  return finished ? finished.ms / 1000 : NaN;
}
