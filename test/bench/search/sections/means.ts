/** Library and corpus together: what is claimed of the tree-wide search with the moves that the baselines have. */
import type { Claim, Report } from '../../support/report';
import { withoutCorpus } from '../bench';
import type { Bench } from '../bench';
import { baselines, ours, sameMoves } from '../contenders';
import { claimsOf, ratiosOf, ratioTable } from '../ratios';
import type { Claimed } from '../ratios';
import { comparedCases } from './corpus';

const claimed: { readonly [Name in keyof typeof baselines]: Claimed } = {
  hddr: { mean: { until: 0.45, tests: 0.5, tokens: 1 }, each: { tests: 1, tokens: 1.03 } },
  hdd: { mean: { until: 0.3, tokens: 1 }, each: { tokens: 1.03 } },
};

export async function means(bench: Bench): Promise<Report> {
  const cases = bench.corpus(comparedCases);
  const subjects = [...bench.library, ...(cases ?? [])];
  if (subjects.length === 0) return { text: 'None of its subjects was asked for.', claims: [], plots: {} };
  const texts = cases ? [] : [withoutCorpus];
  const claims: Claim[] = [];
  for (const key of ['hddr', 'hdd'] as const) {
    const baseline = baselines[key];
    const rows = [];
    for (const contender of ours) {
      const ratios = await ratiosOf(bench, subjects, contender, baseline);
      rows.push({ name: contender.name, ratios });
      if (contender === sameMoves) claims.push(...claimsOf(`means, to ${baseline.name}`, ratios, claimed[key]));
    }
    texts.push(`### Against ${baseline.name}, ${subjects.length} subjects\n\n${ratioTable(rows)}`);
  }
  return { text: texts.join('\n\n'), claims, plots: {} };
}
