import assert from 'node:assert/strict';
import fc from 'fast-check';
import { expressions, stateOf } from '../../../support/expressions';

describe('the outlook of the tree-wide search', () => {
  it('has every open unit, the heaviest first; and those for batches by their traits', () => {
    fc.assert(
      fc.property(expressions, (text) => {
        const { units, view, outlook } = stateOf(text);
        const falling = (list: Int32Array) =>
          list.every((unit, at) => at === 0 || view.weight[list[at - 1]] >= view.weight[unit]);
        assert.deepEqual(outlook.loners.toSorted(), view.open);
        assert.ok(falling(outlook.loners));
        const together = view.open.filter((unit) => units.isAlone[unit] === 0);
        assert.deepEqual(outlook.together.toSorted(), together);
        assert.deepEqual(outlook.heads, outlook.starts.subarray(0, -1));
        const traits: number[] = [];
        outlook.heads.forEach((start, index) => {
          const members = outlook.together.subarray(start, outlook.starts[index + 1]);
          assert.ok(members.length > 0 && falling(members));
          traits.push(...new Set(Array.from(members, (unit) => view.traits[unit])));
        });
        assert.equal(traits.length, outlook.heads.length, 'one for each class');
        assert.equal(new Set(traits).size, traits.length, 'no class twice');
      }),
    );
  });
});
