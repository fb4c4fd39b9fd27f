import assert from 'node:assert/strict';
import { defaultOptions } from '../../../src/reducers/options';
import { wprobdd } from '../../../src/reducers/probdd';
import { countWalk, reduceList } from '../../support/lists';

const options = { ...defaultOptions, p0: 0.25 };

describe('WProbDD', () => {
  it('takes sets of the same sizes as ProbDD if all weights are equal', () => {
    const { asked } = reduceList(wprobdd, 8, (kept) => kept.size === 8, options);
    assert.deepEqual(
      asked.map((kept) => 8 - kept.length),
      [4, 4, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1],
    );
  });

  it('tries the heaviest elements first, alone if the others add less than they risk', () => {
    const weights = [1, 1, 50, 1, 8, 1];
    const search = wprobdd.search({ size: 6, weight: (index) => weights[index] }, options);
    const { asked, kept } = countWalk(search, (all) => all.has(2) && all.has(4));
    assert.deepEqual(kept, [2, 4]);
    // 50·0.75 > 58·0.75²; then p(2) is 1, and 8·0.75 < 9·… only up to two small ones.
    assert.deepEqual(asked[0], [0, 1, 3, 4, 5]);
    assert.deepEqual(asked[1], [0, 1, 2, 3, 5]);
    assert.deepEqual(asked[2], [2, 4]);
    assert.equal(asked.length, 3);
  });
});
