import assert from 'node:assert/strict';
import { geometricMean, signedRankP } from '../../bench/support/statistics';

describe('statistics of the benches', () => {
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

  /** The p-values are scipy 1.17's: wilcoxon(d, method='asymptotic'). */
  it("Wilcoxon: Darwin's fifteen pairs of plants", () => {
    near(alone([6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75]), 0.04088813291185591);
  });

  it('Wilcoxon: ties share their ranks, and what is equal is left out', () => {
    const counts = [1, 4, 16, 15, 8, 4, 5, 1, 2];
    near(alone(counts.flatMap((count, index) => new Array<number>(count).fill(index - 4))), 0.0064134611586072355);
  });

  it('Wilcoxon: far out in the tail', () => {
    near(alone(Array.from({ length: 200 }, (_, index) => index + 1)), 1.4361464127613523e-34);
  });

  it('Wilcoxon: the same either way round, and 1 where nothing differs', () => {
    const [left, right] = [
      [5, 3, 8, 9, 1, 7, 6, 4, 2, 10],
      [4, 4, 6, 9, 5, 2, 3, 4, 1, 1],
    ];
    near(signedRankP(left, right), signedRankP(right, left));
    assert.equal(signedRankP(left, left), 1);
  });
});
