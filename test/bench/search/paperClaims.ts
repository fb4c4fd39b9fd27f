/** The papers' headline ratios, as claims on our inputs. */
import { percent, type Claim } from '../support/report';
import type { PaperRun } from './paperRuns';
import { baseline, probability, ratio, runsBy, shareOf, startingOver } from './paperTables';

/** Least share of the tests of ddmin (subsets first) that CDD and ProbDD save, and how far sizes may differ. */
const saved = { least: 0.45, tolerance: 0.03 };

/** The share that complements only save. */
const complements = { least: 0.3, most: 0.45 };

/** Success rates of complements and revisits are below. */
const rare = 0.01;

/** With a probability above nobody can tell two reducers apart. */
const level = 0.05;

/** Those of the reducers that were measured. */
export function paperClaims(setting: string, runs: readonly PaperRun[]): Claim[] {
  const claims: readonly { readonly of: string; readonly to?: string; readonly claim: () => Claim }[] = [
    ...['cdd', 'probdd'].map((reducer) => ({ of: reducer, claim: () => fewer(runs, reducer) })),
    { of: 'ddmin complements-only', claim: () => complementsOnly(runs) },
    { of: 'wddmin', claim: () => weighted(runs, baseline) },
    { of: 'wddmin', to: startingOver, claim: () => weighted(runs, startingOver) },
    { of: 'probdd', to: 'probdd no-random', claim: () => randomness(runs) },
    { of: baseline, claim: () => bottleneck(runs, baseline) },
  ];
  const isMeasured = (reducer: string) => runsBy(runs, reducer).length > 0;
  return claims
    .filter(({ of, to = baseline }) => isMeasured(of) && isMeasured(to))
    .map(({ claim }) => claim())
    .map((claim) => ({ ...claim, text: `papers, ${setting}: ${claim.text}` }));
}

function fewer(runs: readonly PaperRun[], reducer: string): Claim {
  const [tests, tokens] = (['tests', 'tokens'] as const).map((figure) => ratio(runs, reducer, baseline, figure));
  return {
    text:
      `${reducer} needs ≥ ${percent(saved.least, 0)} fewer tests than ${baseline} (${percent(1 - tests)}) ` +
      `at equal size ± ${percent(saved.tolerance, 0)} (× ${tokens.toFixed(3)})`,
    met: 1 - tests >= saved.least && Math.abs(tokens - 1) <= saved.tolerance,
  };
}

function complementsOnly(runs: readonly PaperRun[]): Claim {
  const share = 1 - ratio(runs, 'ddmin complements-only', baseline, 'tests');
  const { least, most } = complements;
  return {
    text: `complements-only needs ${percent(least, 0)} to ${percent(most, 0)} fewer tests than subsets-first (${percent(share)})`,
    met: share >= least && share <= most,
  };
}

function weighted(runs: readonly PaperRun[], other: string): Claim {
  const tests = ratio(runs, 'wddmin', other, 'tests');
  const p = probability(runs, 'wddmin', other);
  return {
    text: `wddmin needs fewer tests than ${other} (× ${tests.toFixed(3)}): p ≤ ${level} (${p.toFixed(3)})`,
    met: tests < 1 && p <= level,
  };
}

function randomness(runs: readonly PaperRun[]): Claim {
  const p = probability(runs, 'probdd', 'probdd no-random');
  return { text: `probdd with and without randomness: p > ${level} (${p.toFixed(3)})`, met: p > level };
}

function bottleneck(runs: readonly PaperRun[], reducer: string): Claim {
  const both = shareOf(runs, reducer, ['complement', 'revisit']);
  const rates = (['complement', 'revisit'] as const).map((kind) => shareOf(runs, reducer, [kind]).success || 0);
  return {
    text:
      `complements and revisits hold most tests of ${reducer} (${percent(both.share)}) with success rates below ` +
      `${percent(rare, 0)} (${rates.map((rate) => percent(rate, 2)).join(', ')})`,
    met: both.share > 0.5 && rates.every((rate) => rate < rare),
  };
}
