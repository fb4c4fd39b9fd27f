/** When the result of a running reduction is shown. */
import assert from 'node:assert/strict';
import { isGoodEnough } from '../../../src/reduction/events/runState';

const course = (...points: [tests: number, size: number][]) => points.map(([tests, size]) => ({ tests, size, ms: 0 }));

describe('a result is good enough', () => {
  it('when so little is left that nothing can be gained', () => {
    assert.equal(isGoodEnough(course([0, 1000], [5, 19]), 5), true);
    assert.equal(isGoodEnough(course([0, 1000], [5, 20]), 5), false);
  });

  it('when the last hundred tests gained less than 2% of the original', () => {
    const run = course([0, 1000], [50, 300], [120, 290], [140, 281]);
    assert.equal(isGoodEnough(run, 149), false, 'at 49 tests it had 1000');
    assert.equal(isGoodEnough(run, 150), true);
    assert.equal(isGoodEnough(course([0, 1000], [50, 300], [120, 280]), 150), false);
  });

  it('but not while more than half is left, nor before the first size is known', () => {
    assert.equal(isGoodEnough(course([0, 1000]), 5000), false);
    assert.equal(isGoodEnough(course([0, 1000], [10, 501]), 5000), false);
    assert.equal(isGoodEnough([], 0), false);
  });
});
