import assert from 'node:assert/strict';
import { geometricMean, signedRankP } from '../../bench/support/statistics';

describe('statistics of comparisons', () => {
  const near = (actual: number, expected: number) =>
    assert.ok(Math.abs(actual / expected - 1) < 1e-6, `${actual} is not ${expected}`);
  const alone = (differences: readonly number[]) =>
    signedRankP(
      differences,
      differences.map(() => 0),
    );

  it('geometric mean', () => {
    near(geometricMean([1, 10, 100]), 10);
    near(geometricMean([2, 8, 0.5]), 2);
    near(geometricMean(new Array<number>(5000).fill(1e6)), 1e6);
  });

  /** scipy 1.17: wilcoxon(d), which is exact here. */
  it("Wilcoxon: Darwin's fifteen pairs of plants", () => {
    near(alone([6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75]), 0.041259765625);
  });

  /** The normal distribution with a continuity correction, computed by hand. */
  it('Wilcoxon: ties share their ranks, and equal pairs are left out', () => {
    const counts = [1, 4, 16, 15, 8, 4, 5, 1, 2];
    near(alone(counts.flatMap((count, index) => new Array<number>(count).fill(index - 4))), 0.006515648244599825);
  });

  it('Wilcoxon: far out in the tail', () => {
    assert.ok(alone(Array.from({ length: 200 }, (_, index) => index + 1)) < 1e-12);
  });

  it('Wilcoxon: the same in both directions, and 1 if no pair differs', () => {
    const [left, right] = [
      [5, 3, 8, 9, 1, 7, 6, 4, 2, 10],
      [4, 4, 6, 9, 5, 2, 3, 4, 1, 1],
    ];
    near(signedRankP(left, right), signedRankP(right, left));
    assert.equal(signedRankP(left, left), 1);
    assert.deepEqual([signedRankP([1], [2]), signedRankP([], [])], [1, 1]);
  });
});
