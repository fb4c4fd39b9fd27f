import assert from 'node:assert/strict';
import { cdd } from '../../../src/reducers/cdd';
import { defaultOptions, noExperience } from '../../../src/reducers/options';
import { inRuns } from '../../../src/strategies/lists/hdd';
import { countWalk } from '../../support/lists';
import { seldom } from '../../support/seldom';

const reduceList = inRuns((list) => cdd.search(list, defaultOptions));

function reduced(size: number, required: readonly number[]) {
  const search = reduceList({ size, weight: () => 1 }, noExperience);
  return countWalk(search, (kept) => required.every((element) => kept.has(element)));
}

describe('very long lists', function () {
  this.timeout(180_000); // lists of 10⁵ elements

  it('shrink to the required elements, in some tens of tests if they are few', () => {
    const { kept, tests, asked } = reduced(100_000, [77_777]);
    assert.deepEqual(kept, [77_777]);
    assert.ok(tests < 120, `${tests}`);
    assert.ok(asked[0].length <= 97_000, 'the first cut is large');
  });

  it('shrink to them even if every run has a required element', () => {
    const required = Array.from({ length: 60 }, (_, index) => 40 * index + 3);
    assert.deepEqual(reduced(2400, required).kept, required);
  });

  it('are reduced directly if they are shorter', () => {
    const plain = countWalk(cdd.search({ size: 1000, weight: () => 1 }, defaultOptions), (kept) => kept.has(500));
    assert.deepEqual(reduced(1000, [500]).asked, plain.asked);
  });

  seldom.it('end if everything may go, and if nothing may', () => {
    const search = () => reduceList({ size: 1500, weight: () => 1 }, noExperience);
    assert.ok(countWalk(search(), () => true).kept.length <= 1);
    assert.equal(countWalk(search(), () => false).kept.length, 1500);
  });
});
