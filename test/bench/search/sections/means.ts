/** Library and corpus together: what is claimed of the tree-wide search. */
import type { Claim, Report } from '../../support/report';
import { corpusFolder, withoutFolder } from '../../support/folders';
import type { Bench } from '../bench';
import { baselines, ours, sameMoves, treewide, type Contender } from '../contenders';
import { claimsOf, ratiosOf, ratioTable, type Claimed } from '../ratios';
import { comparedCases } from './corpus';

/** With the moves that the baselines have it is about tests; with all of its own about what is left. */
const claimed: { readonly [Name in keyof typeof baselines]: ReadonlyMap<Contender, Claimed> } = {
  hddr: new Map([
    [sameMoves, { mean: { tests: 0.5 }, each: { tests: 1 } }],
    [treewide, { mean: { until: 0.45, tokens: 1 }, each: { tokens: 1.03 } }],
  ]),
  hdd: new Map([[treewide, { mean: { until: 0.3, tokens: 1 }, each: { tokens: 1.03 } }]]),
};

export async function means(bench: Bench): Promise<Report> {
  const cases = bench.corpus(comparedCases);
  const subjects = [...bench.library, ...(cases ?? [])];
  if (subjects.length === 0) return { text: 'None of its subjects was asked for.', claims: [], plots: {} };
  const texts = cases ? [] : [withoutFolder(corpusFolder)];
  const claims: Claim[] = [];
  for (const key of ['hddr', 'hdd'] as const) {
    const baseline = baselines[key];
    const rows = [];
    for (const contender of ours) {
      const ratios = await ratiosOf(bench, subjects, contender, baseline);
      rows.push({ name: contender.name, ratios });
      const goals = claimed[key].get(contender);
      if (goals) claims.push(...claimsOf(`means, ${contender.name} to ${baseline.name}`, ratios, goals));
    }
    texts.push(`### Against ${baseline.name}, ${subjects.length} subjects\n\n${ratioTable(rows)}`);
  }
  return { text: texts.join('\n\n'), claims, plots: {} };
}
