import assert from 'node:assert/strict';
import { cdd, roundSizes } from '../../../src/reducers/cdd';
import { reduceList } from '../../support/lists';

describe('CDD', () => {
  const schedules: [number, number[]][] = [
    [0.25, [4, 2, 1]],
    [0.1, [10, 6, 3, 2, 1]],
    [0.05, [20, 12, 7, 5, 3, 2, 1]],
    [0.01, [100, 63, 39, 25, 15, 10, 6, 4, 2, 1]],
  ];
  for (const [p0, sizes] of schedules) {
    it(`cuts parts of ${sizes.join(', ')} for p₀ = ${p0}`, () => assert.deepEqual(roundSizes(p0), sizes));
  }

  it('has one round of single elements for p₀ near 1', () => assert.deepEqual(roundSizes(0.99), [1]));

  it('tries each part of a round once, and goes on after a success', () => {
    const { asked, kept } = reduceList(cdd, 25, (all) => all.has(24));
    assert.deepEqual(kept, [24]);
    assert.deepEqual(
      asked.map((candidate) => candidate.length),
      [15, 5, 0, 0, 2, 0, 0, 1, 0],
    );
  });

  it('tests at most O(n) candidates', () => {
    for (const size of [10, 100, 1000]) {
      const { asked } = reduceList(cdd, size, (all) => all.size === size);
      assert.ok(asked.length <= 2.1 * size + 5, `${asked.length} for ${size}`);
    }
  });
});
