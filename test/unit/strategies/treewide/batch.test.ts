import assert from 'node:assert/strict';
import fc from 'fast-check';
import { firstPart, jointChance, type Member } from '../../../../src/strategies/treewide/chances';

const batchOf = (chances: readonly number[]): Member[] =>
  chances.map((required, unit) => ({ unit, traits: 0, required }));

/** As the choice makes them: the likeliest to go first. */
const batches = fc
  .array(fc.double({ min: 0.002, max: 0.995, noNaN: true }), { minLength: 2, maxLength: 30 })
  .map((chances) => batchOf(chances.sort((a, b) => a - b)));

describe('a batch of the tree-wide search', () => {
  it('goes with the product of its members’ chances', () => {
    assert.equal(jointChance([]), 1);
    assert.equal(jointChance(batchOf([0.5, 0.5, 0.5])), 0.125);
    assert.equal(jointChance(batchOf([0.25])), 0.75);
  });

  it('that cannot go is parted where the first part may go as well as not', () => {
    assert.equal(firstPart(batchOf([0.1, 0.1])), 1);
    assert.equal(firstPart(batchOf([0.01, 0.01, 0.01, 0.9])), 3, 'the last one is to blame');
    assert.equal(firstPart(batchOf(Array.from({ length: 64 }, () => 0.001))), 31, 'a little less than half');
    fc.assert(
      fc.property(batches, (batch) => {
        const size = firstPart(batch);
        const all = jointChance(batch);
        const given = (count: number) => (jointChance(batch.slice(0, count)) - all) / (1 - all);
        assert.ok(size >= 1 && size < batch.length);
        assert.ok(size === 1 || given(size) > 0.5 - 1e-9, `${given(size)}`);
        assert.ok(size === batch.length - 1 || given(size + 1) < 0.5 + 1e-9, `${given(size + 1)}`);
      }),
    );
  });
});
