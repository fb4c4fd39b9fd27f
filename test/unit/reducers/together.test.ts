import assert from 'node:assert/strict';
import { groups, together } from '../../../src/reducers/groups';
import { countWalk, reduceList } from '../../support/lists';

const whole = (size: number) => Int32Array.from({ length: size }, (_, element) => element);

describe('together', () => {
  it('deletes pairs of neighbours that only go together', () => {
    const { kept } = countWalk(together(whole(16)), (all) => [...all].every((element) => all.has(element ^ 1)));
    assert.deepEqual(kept, []);
  });

  it('deletes nested pairs from the inside out', () => {
    const { kept, asked } = countWalk(
      together(whole(40)),
      (all) =>
        all.has(0) === all.has(3) &&
        all.has(1) === all.has(2) &&
        [...all].filter((element) => element > 3).length === 36,
    );
    assert.equal(kept[0], 4);
    // 0 and 1 cannot go; 1 and 2 go, and then 0 and 3.
    assert.deepEqual(
      asked.slice(0, 3).map((candidate) => candidate.length),
      [38, 38, 36],
    );
  });

  it('allows a failure for every eight elements', () => {
    for (const size of [0, 1, 7, 8, 100]) {
      assert.equal(countWalk(together(whole(size)), () => false).tests, Math.floor(size / 8));
    }
  });

  it('continues if successes are frequent', () => {
    const { kept } = countWalk(
      together(whole(100)),
      (all) =>
        [...all].every((element) => element % 5 > 1 || all.has(element % 5 === 0 ? element + 1 : element - 1)) &&
        [...all].filter((element) => element % 5 > 1).length === 60,
    );
    assert.equal(kept.length, 60);
  });

  it('completes groups: two elements in ten only go together', () => {
    const { kept } = reduceList(groups, 100, (all) =>
      Array.from({ length: 10 }, (_, ten) => 10 * ten + 3).every((open) => all.has(open) === all.has(open + 4)),
    );
    assert.ok(kept.length <= 4, kept.join());
  });
});
