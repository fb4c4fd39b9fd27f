/**
 * What the papers say of list reducers, measured on trees as they do it: HDD level by level, every level one list, to a fixpoint. Once
 * every candidate is asked, as in the papers; once those that do not parse are refused, as we do.
 */
import type { Report } from '../../support/report';
import { requirementOf } from '../../growth/requirement';
import { programOf } from '../../support/program';
import type { Bench } from '../bench';
import { paperClaims } from '../paperClaims';
import { measured, paperReducers, type PaperRun } from '../paperRuns';
import { baseline, kindTable, meanTable, runTable } from '../paperTables';
import type { Subject } from '../subject';
import { comparedCases } from './corpus';

/** Cases whose searches take ten minutes or more: they are asked if they are named, or with `--long`. */
const slowCases = [
  'scss-prettier-at-rule-comment',
  'less-prettier-mixin-semicolon',
  'test-mocha-qs-prototype',
  'py-black-await-power',
  'c-gcc-wrong-code',
  'js-terser-catch-scope',
  'js-prettier-break-comment',
  'test-jest-yaml-colon',
  'graphql-prettier-schema-extension',
  'svg-svgo-arc-flags',
  'ts-tsc-numeric-type-name',
  'html-prettier-valueof-tag',
  'js-esbuild-minify-and',
];

const languages = ['javascript', 'python', 'c'] as const;
const seeds = [1, 2, 3, 4];
const tokens = 3000;

const cases = [...comparedCases, ...slowCases];

/** Of the corpus only cases that are named: it is thousands of tests for each. */
export function papersUnfiltered(bench: Bench): Promise<Report> {
  const subjects = [...bench.library, ...(bench.corpus(cases, cases) ?? [])];
  return reported(bench, 'every candidate is asked', subjects, 'off');
}

export function papers(bench: Bench): Promise<Report> {
  const subjects = [...bench.library, ...(bench.corpus(cases, slowCases) ?? [])];
  return reported(bench, 'what does not parse is refused', subjects);
}

/** Generated programs in three languages, of which two in a hundred statements are required. */
export function papersGenerated(bench: Bench): Promise<Report> {
  const subjects = languages.flatMap((language) =>
    seeds.map((seed): Subject => {
      const { fileName, text } = programOf(language, tokens, seed);
      const { holds } = requirementOf(text, { share: 0.02 }, seed);
      return { name: `${language} ${seed}`, fileName, text, holds };
    }),
  );
  return reported(bench, 'every candidate is asked', subjects, 'off');
}

async function reported(bench: Bench, setting: string, subjects: readonly Subject[], parses?: 'off'): Promise<Report> {
  if (subjects.length === 0) return { text: 'None of its subjects was asked for.', claims: [], plots: {} };
  const reducers = paperReducers.filter((one) => one.name === baseline || bench.isReducerWanted(one));
  const runs: PaperRun[] = [];
  for (const subject of subjects) {
    for (const reducer of reducers) runs.push(await measured(subject, reducer, bench.filter(subject), parses));
  }
  const text = [`HDD by levels; ${setting}.`, runTable(runs), meanTable(runs), kindTable(runs)];
  return { text: text.join('\n\n'), claims: paperClaims(setting, runs), plots: {} };
}
