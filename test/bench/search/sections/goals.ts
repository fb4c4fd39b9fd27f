/** How small the default strategy gets, and how soon, on cases that need more than deletions. */
import { table, whole, type Claim, type Report } from '../../support/report';
import { corpusFolder, withoutFolder } from '../../support/folders';
import type { Bench } from '../bench';
import { ending, orNever } from '../comparison';
import { usual } from '../contenders';
import { testsUntil } from '../record';

interface Goal {
  /** At most so many are left … */
  readonly tokens: number;
  /** … after so many tests. */
  readonly tests: number;
  /** Takes minutes. */
  readonly long?: boolean;
}

const goals: Readonly<Record<string, Goal>> = {
  'peer-e-esbuild-shape': { tokens: 16, tests: 250 },
  'peer-c-esbuild-static-block': { tokens: 7, tests: 25 },
  'peer-a-html-select': { tokens: 15, tests: 150 },
  'py-black-await-power': { tokens: 7, tests: 70 },
  'rust-rustc-opaque-discriminant': { tokens: 55, tests: 220 },
  'ts-tsc-numeric-type-name': { tokens: 4, tests: 70 },
  'js-esbuild-minify-and': { tokens: 245, tests: 900, long: true },
};

export async function goalsReached(bench: Bench): Promise<Report> {
  const names = Object.keys(goals);
  const cases = bench.corpus(
    names,
    names.filter((name) => goals[name].long),
  );
  if (!cases) return { text: withoutFolder(corpusFolder), claims: [], plots: {} };
  const rows: string[][] = [];
  const claims: Claim[] = [];
  for (const subject of cases) {
    const trace = await bench.trace(subject, usual);
    const { tokens, tests } = goals[subject.name];
    const reached = testsUntil(trace, tokens);
    rows.push([subject.name, `${tokens} / ${tests}`, orNever(reached), ending(trace)]);
    claims.push({
      text: `goals, ${subject.name}: ≤ ${tokens} tokens in ≤ ${whole(tests)} tests (${orNever(reached)})`,
      met: reached <= tests,
    });
  }
  const head = ['case', 'goal: tokens / tests', 'tests until then', 'the end: tests / tokens (certificate)'];
  return { text: table(head, rows), claims, plots: {} };
}
