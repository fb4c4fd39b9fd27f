/** The papers' headline ratios, as claims on our inputs. */
import { percent } from '../support/report';
import type { Claim } from '../support/report';
import type { PaperRun } from './paperRuns';
import { baseline, probability, ratio, shareOf } from './paperTables';

/** Least share of the tests of ddmin (subsets first) that CDD and ProbDD save, and how far sizes may differ. */
const saved = { least: 0.45, tolerance: 0.03 };

/** The share that complements only save. */
const complements = { least: 0.3, most: 0.45 };

/** Success rates of complements and revisits are below. */
const rare = 0.01;

/** With a probability above nobody can tell two reducers apart. */
const level = 0.05;

export function paperClaims(setting: string, runs: readonly PaperRun[]): Claim[] {
  const titled = (claim: Claim): Claim => ({ ...claim, text: `papers, ${setting}: ${claim.text}` });
  return [
    ...['cdd', 'probdd'].map((reducer) => fewer(runs, reducer)),
    complementsOnly(runs),
    weighted(runs, baseline),
    randomness(runs),
    bottleneck(runs, baseline),
  ].map(titled);
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
  return { text: `wddmin needs fewer tests than ${other} (× ${tests.toFixed(3)})`, met: tests < 1 };
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
