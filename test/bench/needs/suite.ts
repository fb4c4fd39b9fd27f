/** What needs what: how many tests a failure takes whose program has to compile or run, one test at a time. */
import { casesOf } from '../corpus/cases';
import { measureCurve, type Curve } from '../corpus/measure';
import { corpusFolder, pathOf, withoutFolder } from '../support/folders';
import { table, whole, type Claim, type Report } from '../support/report';
import type { Options, Suite } from '../support/suite';
import { measureClosures } from './closures';
import { besideRivals, claimsBeside } from './rivals';
import { measureWritten } from './written';

/** At most so many tokens within so many tests; the last one is wanted of the whole run. */
interface Goal {
  readonly within: readonly (readonly [tests: number, tokens: number])[];
  readonly end: readonly [tests: number, tokens: number];
}

const goals: Readonly<Record<string, Goal>> = {
  'c-gcc-pickle-switch': {
    within: [
      [20, 11_000],
      [50, 2000],
      [200, 730],
    ],
    end: [800, 153],
  },
  'cpp-gcc-literal-message': {
    within: [
      [12, 90],
      [65, 45],
    ],
    end: [120, 35],
  },
  'c-gcc-wrong-code': {
    within: [
      [20, 71],
      [90, 59],
    ],
    end: [150, 38],
  },
  'rust-rustc-opaque-discriminant': { within: [[12, 133]], end: [55, 57] },
  'rust-rustc-no-entry': { within: [[100, 111]], end: [190, 80] },
  'js-esbuild-minify-and': { within: [[100, 970]], end: [300, 131] },
  'js-terser-catch-scope': { within: [[100, 182]], end: [200, 120] },
  'ts-tsc-numeric-type-name': { within: [[18, 5]], end: [63, 2] },
  'js-prettier-break-comment': { within: [[40, 32]], end: [81, 4] },
  'py-black-await-power': { within: [[26, 23]], end: [38, 7] },
};

export const needs: Suite = {
  name: 'needs',
  description: 'Tests until little is left of programs that must compile or run',
  open: (options) => [
    { name: 'cases', title: needs.description, run: () => compare(options) },
    { name: 'written', title: 'Programs that were written for this', run: () => measureWritten(options) },
    { name: 'closures', title: 'What nothing needs is deleted', run: () => measureClosures(options) },
  ],
};

async function compare({ subjects = Object.keys(goals) }: Options): Promise<Report> {
  const path = pathOf(corpusFolder);
  if (!path) return { text: withoutFolder(corpusFolder), claims: [], plots: {} };
  const rows: string[][] = [];
  const claims: Claim[] = [];
  const plots: Record<string, string> = {};
  for (const one of casesOf(path, subjects)) {
    const { within, end } = goals[one.name];
    const curve = await measureCurve(one, end[0]);
    for (const [tests, tokens] of [...within, end]) {
      const left = leftAfter(curve, tests);
      rows.push([one.name, whole(tests), whole(tokens), whole(left)]);
      claims.push({
        text: `${one.name}: at most ${whole(tokens)} tokens within ${whole(tests)} tests`,
        met: left <= tokens,
      });
    }
    claims.push(...claimsBeside(one.name, curve));
    const plot = besideRivals(one.name, curve);
    if (plot !== undefined) plots[`${one.name}.svg`] = plot;
    console.error(`${one.name}: ${whole(curve.at(-1)!.tokens)} tokens after ${whole(curve.at(-1)!.tests)} tests`);
  }
  return { text: table(['case', 'tests', 'wanted', 'tokens left'], rows), claims, plots };
}

function leftAfter(curve: Curve, tests: number): number {
  return Math.min(Infinity, ...curve.filter((point) => point.tests <= tests).map(({ tokens }) => tokens));
}
