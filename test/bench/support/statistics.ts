/** Statistics of paired measurements that d3-array does not have. */

/** The n-th root of the product; of positive numbers. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/**
 * Wilcoxon's signed-rank test of pairs, two-sided: how probable differences like these are if neither side is the larger.
 * Pairs without a difference are left out; normal approximation, corrected for ties: for ten pairs or more.
 */
export function signedRankP(left: readonly number[], right: readonly number[]): number {
  const differences = left.map((value, pair) => value - right[pair]).filter((difference) => difference !== 0);
  const n = differences.length;
  if (n === 0) return 1;
  const { ranks, ties } = midRanks(differences.map(Math.abs));
  const positive = ranks.reduce((sum, rank, pair) => (differences[pair] > 0 ? sum + rank : sum), 0);
  const variance = (n * (n + 1) * (2 * n + 1)) / 24 - ties / 48;
  const z = (positive - (n * (n + 1)) / 4) / Math.sqrt(variance);
  return complementaryError(Math.abs(z) / Math.SQRT2);
}

/** Rank of each value, from 1; equal values share the mean of their ranks. `ties` is Σ(t³ − t) over runs of t equal values. */
function midRanks(values: readonly number[]): { ranks: number[]; ties: number } {
  const order = values.map((_, index) => index).sort((a, b) => values[a] - values[b]);
  const ranks = new Array<number>(values.length);
  let ties = 0;
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && values[order[to]] === values[order[from]]) to++;
    for (const index of order.slice(from, to)) ranks[index] = (from + 1 + to) / 2;
    ties += (to - from) ** 3 - (to - from);
  }
  return { ranks, ties };
}

/** erfc(x) for x ≥ 0, relative error below 1.2·10⁻⁷ (Press et al., Numerical Recipes, section 6.2). */
function complementaryError(x: number): number {
  const t = 2 / (2 + x);
  const terms = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
    0.17087277,
  ];
  return t * Math.exp(-x * x + terms.reduceRight((sum, term) => sum * t + term, 0));
}
