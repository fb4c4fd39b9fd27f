/** Statistics of paired measurements that d3-array does not have. */
import wilcoxon from '@stdlib/stats-wilcoxon';

/** The n-th root of the product of positive numbers. NaN for none. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/**
 * Wilcoxon's signed-rank test of pairs, two-sided: the probability of such differences if neither side is larger. Exact up to 50 pairs
 * without ties, else by the normal distribution. 1 for a single pair, or if no pair differs.
 */
export function signedRankP(left: readonly number[], right: readonly number[]): number {
  const differences = left.map((value, pair) => value - right[pair]);
  const isDecided = differences.length < 2 || differences.every((difference) => difference === 0);
  return isDecided ? 1 : wilcoxon(differences).pValue;
}
