import assert from 'node:assert/strict';
import { ddmin } from '../../../src/reducers/ddmin';
import { evens, mocks, reduceList } from '../../support/lists';

/** tests (+ cache hits) and what is kept: Hodován & Kiss 2016, complements only. */
const figures: [keyof typeof mocks, number, number, number[]][] = [
  ['A', 14, 1, [4, 7]],
  ['B', 14, 0, [0, 1, 2, 3, 4, 5, 6, 7]],
  ['C', 18, 1, [0, 1, 2, 3, 5, 7]],
  ['D', 276, 0, evens],
];

describe('ddmin', () => {
  for (const [name, tests, hits, kept] of figures) {
    it(`needs ${tests} (+${hits}) tests on mock input ${name}`, () => {
      const { size, property } = mocks[name];
      const counted = reduceList(ddmin, size, property);
      assert.deepEqual([counted.tests, counted.hits, counted.kept], [tests, hits, kept]);
    });
  }

  it('needs 15 (+1) tests on the property of the ProbDD example, and ends with seven elements', () => {
    const counted = reduceList(ddmin, 8, worked);
    assert.deepEqual([counted.tests, counted.hits], [15, 1]);
    assert.deepEqual(counted.kept, [0, 1, 3, 4, 5, 6, 7]);
  });
});

/** φ(c) = 8 ∈ c and ({1,2,4,5,6,7} ⊆ c, or c has none of 4…7, has 3, and 2 only with 1); elements from 0. */
function worked(c: ReadonlySet<number>): boolean {
  if (!c.has(7)) return false;
  if ([0, 1, 3, 4, 5, 6].every((element) => c.has(element))) return true;
  return [3, 4, 5, 6].every((element) => !c.has(element)) && c.has(2) && (!c.has(1) || c.has(0));
}
