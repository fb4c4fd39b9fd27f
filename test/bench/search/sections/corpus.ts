/** Cases of the corpus with their real oracles. */
import type { Report } from '../../support/report';
import { corpusFolder, withoutFolder } from '../../support/folders';
import type { Bench } from '../bench';
import { tablesOf } from '../comparison';
import { plotsOf } from '../plots';

export const comparedCases = [
  'peer-a-html-select',
  'peer-c-esbuild-static-block',
  'peer-e-esbuild-shape',
  'rust-rustc-opaque-discriminant',
  'sql-sqlite-bloom-rtrim',
  'dot-graphviz-merge-chain',
];

export async function corpus(bench: Bench): Promise<Report> {
  const subjects = bench.corpus(comparedCases);
  if (!subjects) return { text: withoutFolder(corpusFolder), claims: [], plots: {} };
  return { text: await tablesOf(bench, subjects), claims: [], plots: await plotsOf(bench, subjects) };
}
