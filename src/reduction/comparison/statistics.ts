/** Statistics of paired measurements. */
import wilcoxon from '@stdlib/stats-wilcoxon';

/** The n-th root of the product; of positive numbers. NaN of none. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** Of an even number of values the mean of the two in the middle. NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

/**
 * Wilcoxon's signed-rank test of pairs, two-sided: how probable differences like these are if neither side is the larger. Exact up
 * to 50 pairs without ties, else by the normal distribution. 1 of a single pair, and if none differs.
 */
export function signedRankP(left: readonly number[], right: readonly number[]): number {
  const differences = left.map((value, pair) => value - right[pair]);
  const isDecided = differences.length < 2 || differences.every((difference) => difference === 0);
  return isDecided ? 1 : wilcoxon(differences).pValue;
}
