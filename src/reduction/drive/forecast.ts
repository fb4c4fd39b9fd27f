/**
 * The probability that a candidate holds: logistic regression, which learns from each verdict of the walk (its weights are the mean and
 * covariance of a Kalman filter). Searches prefer candidates that they overrate; the last verdicts help to predict the next, as
 * neighbours stay or go together; and so do tests of the same parts (`evidence.ts`). Only the tests ahead depend on the forecast, never
 * the committed verdicts.
 */
import type { Sign } from './evidence';

/** The last verdicts on the path to a point, the newest as the lowest bit; 1 is a success. */
export type Recent = number;

/** Number of last verdicts that count. */
const lookback = 3;

export function after(recent: Recent, holds: boolean): Recent {
  return ((recent << 1) | Number(holds)) & ((1 << lookback) - 1);
}

/** A candidate before its test. */
export interface Case {
  /** The search's own estimate. */
  readonly chance: number;
  readonly recent: Recent;
  readonly sign: Sign;
}

/**
 * Weights before the first verdict: of 1, the logit of the chance, the last three verdicts, whether any part failed and how many did, all
 * or some of it gone in tests that held, and both. What two runs had learned at their end (docs/notes/jobs.md).
 */
const weights = [-0.6, 0.6, 0.7, 0.2, 0.3, -1, -0.6, 2.8, 1.6, 0.7];
const variance = 0.5;

/** Most failed parts that make a difference. */
const manyBlocks = 5;

/** No forecast is a certainty, but what the search itself says is certain. */
const leastChance = 0.005;

export class Forecast {
  private readonly mean = Float64Array.from(weights);
  private readonly covariance = weights.map((_, row) => weights.map((__, column) => (row === column ? variance : 0)));

  corrected(one: Case): number {
    if (one.chance <= 0 || one.chance >= 1) return one.chance;
    return this.expected(features(one));
  }

  learn(one: Case, holds: boolean): void {
    const { mean, covariance } = this;
    const x = features(one);
    const expected = this.expected(x);
    const spread = Math.max(0.02, expected * (1 - expected));
    const gain = covariance.map((row) => dot(row, x));
    const share = spread / (1 + spread * dot(gain, x));
    covariance.forEach((row, at) => row.forEach((_, column) => (row[column] -= share * gain[at] * gain[column])));
    const step = (Number(holds) - expected) / (1 + spread * dot(gain, x));
    gain.forEach((value, at) => (mean[at] += step * value));
  }

  private expected(x: readonly number[]): number {
    return bounded(1 / (1 + Math.exp(-dot(this.mean, x))));
  }
}

function features({ chance, recent, sign: { blocks, covered } }: Case): number[] {
  const certain = bounded(chance);
  const [isBlocked, isCovered] = [Number(blocks > 0), Number(covered === 1)];
  return [
    1,
    Math.log(certain / (1 - certain)),
    ...Array.from({ length: lookback }, (_, back) => (recent >> back) & 1),
    isBlocked,
    Math.min(blocks, manyBlocks) / manyBlocks,
    isCovered,
    covered,
    isBlocked * isCovered,
  ];
}

function bounded(chance: number): number {
  return Math.min(1 - leastChance, Math.max(leastChance, chance));
}

function dot(a: ArrayLike<number>, b: readonly number[]): number {
  return b.reduce((sum, value, at) => sum + value * a[at], 0);
}
