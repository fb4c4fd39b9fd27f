/**
 * The probability that a candidate holds: logistic regression, which learns from each verdict of the walk (its weights are the mean and
 * covariance of a Kalman filter). Searches prefer candidates that they overrate; the last verdicts help to predict the next, as
 * neighbours stay or go together; and so do tests of the same parts (`Evidence`). Only the tests ahead depend on the forecast, never
 * the committed verdicts.
 */
import { type Range, covering, merged, without } from '../../text/ranges';

/** The last verdicts on the path to a point, the newest as the lowest bit; 1 is a success. */
export type Recent = number;

/** Number of last verdicts that count. */
const lookback = 3;

export function after(recent: Recent, holds: boolean): Recent {
  return ((recent << 1) | Number(holds)) & ((1 << lookback) - 1);
}

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

/** What a candidate lacks of the original. */
export interface Removal {
  readonly ranges: readonly Range[];
  /** It also has words that its base has not: then its parts show nothing. */
  readonly adds: boolean;
}

/** A point of the search: what its text lacks, and what of that the text of the walk still has. */
export interface Place {
  readonly removed: readonly Range[];
  readonly ahead: readonly Range[];
}

export interface Sign {
  /** Number of the parts of it that could not go in another test. */
  readonly blocks: number;
  /** Share of it that was gone in tests that held, 0…1. */
  readonly covered: number;
}

export const noSign: Sign = { blocks: 0, covered: 0 };

/** Failed parts that are kept, the newest ones: a bound on time. */
const mostBlocks = 300;

/**
 * What the verdicts so far, also those of tests that were begun in vain, show about candidates that were not tested: if a part could
 * not go, a larger one can hardly go either; what went once mostly goes again. Parts are ranges of the original, UTF-16 units, so they
 * mean the same on all ways of the search.
 */
export class Evidence {
  /** The text of the walk. */
  here: Place = { removed: [], ahead: [] };
  private blocks: readonly Block[] = [];
  private spare: readonly Range[] = [];

  /** The part that a candidate removes from the text at that place; empty if nothing can be said of it. */
  static part({ ranges, adds }: Removal, { removed }: Place): readonly Range[] {
    return adds ? [] : without(ranges, removed);
  }

  /** The place after the part went. */
  after({ ranges }: Removal): Place {
    return { removed: ranges, ahead: without(ranges, this.here.removed) };
  }

  /** A part that was tested, and the whole removal with it. */
  tested(part: readonly Range[], { ranges }: Removal, holds: boolean): void {
    const left = without(part, this.here.removed);
    if (left.length === 0) return;
    if (holds) this.spare = merged([...this.spare, ...ranges]);
    else this.blocks = [...this.blocks.slice(1 - mostBlocks), blockOf(left)];
  }

  /** The walk goes on with this text. */
  reached({ ranges }: Removal): void {
    this.here = { removed: ranges, ahead: [] };
    const left = this.blocks.map((block) => without(block.ranges, ranges));
    this.blocks = left.filter((block) => block.length > 0).map(blockOf);
  }

  sign(part: readonly Range[], { ahead }: Place): Sign {
    if (part.length === 0) return noSign;
    const gone = blockOf(merged([...part, ...ahead]));
    const [isGone, isAhead] = [covering(gone.ranges), covering(ahead)];
    const isInside = ({ start, end, ranges }: Block) =>
      start >= gone.start && end <= gone.end && ranges.every(isGone) && !ranges.every(isAhead);
    const blocks = this.blocks.reduce((count, block) => count + Number(isInside(block)), 0);
    return { blocks, covered: 1 - lengthOf(without(part, this.spare)) / lengthOf(part) };
  }
}

/** A part that failed, from its first unit to its last. */
interface Block extends Range {
  readonly ranges: readonly Range[];
}

function blockOf(ranges: readonly Range[]): Block {
  return { start: ranges[0].start, end: ranges[ranges.length - 1].end, ranges };
}

function lengthOf(ranges: readonly Range[]): number {
  return ranges.reduce((sum, { start, end }) => sum + end - start, 0);
}
