import assert from 'node:assert/strict';
import { type ListReducer, naive } from '../../../src/reducers/list';
import { opdd } from '../../../src/reducers/cdd';
import { evens, mocks, reduceList } from '../../support/lists';

/** Tests (+ cache hits) → kept, on the mock inputs of Hodován & Kiss 2016. */
const figures: [ListReducer, keyof typeof mocks, number, number, number[]][] = [
  [naive, 'A', 14, 0, [4, 7]],
  [naive, 'B', 8, 0, [0, 1, 2, 3, 4, 5, 6, 7]],
  [naive, 'C', 17, 0, [0, 1, 2, 3, 5, 7]],
  [naive, 'D', 1375, 0, evens],
  [opdd, 'A', 11, 1, [1, 4, 7]],
  [opdd, 'B', 14, 0, [0, 1, 2, 3, 4, 5, 6, 7]],
  [opdd, 'C', 13, 1, [0, 1, 2, 3, 5, 7]],
  [opdd, 'D', 212, 0, evens],
];

describe('naive and OPDD', () => {
  for (const [reducer, name, tests, hits, kept] of figures) {
    it(`${reducer.name}: ${tests} (+${hits}) tests on mock input ${name}, ${kept.length} kept`, () => {
      const { size, property } = mocks[name];
      const counted = reduceList(reducer, size, property);
      assert.deepEqual([counted.tests, counted.hits, counted.kept], [tests, hits, kept]);
    });
  }

  it('OPDD tries each part once: O(n) tests even if nothing can go', () => {
    for (const size of [10, 100, 1000]) {
      const { asked } = reduceList(opdd, size, (kept) => kept.size === size);
      assert.ok(asked.length <= 3 * size, `${asked.length} for ${size}`);
    }
  });
});
