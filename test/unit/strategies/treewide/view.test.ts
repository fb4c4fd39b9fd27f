import assert from 'node:assert/strict';
import fc from 'fast-check';
import { noName, usedAfter, usedBefore, usedNowhere } from '../../../../src/strategies/treewide/chances';
import { remove } from '../../../../src/strategies/treewide/state';
import { goneWith } from '../../../../src/strategies/treewide/units';
import { expressions, stateOf } from '../../../support/expressions';

describe('the view of the tree-wide search', () => {
  it('weighs each unit by the tokens that go with it, whatever went before', () => {
    fc.assert(
      fc.property(expressions, fc.array(fc.nat(), { maxLength: 6 }), (text, drawn) => {
        const { units, ...state } = stateOf(text, { coupled: 'off' });
        const { tree } = units;
        const removed = new Uint8Array(tree.count);
        for (const number of drawn) removed[tree.count > 1 ? 1 + (number % (tree.count - 1)) : 0] = 1;
        removed[0] = 0;
        const { view } = remove({ ...state, units }, removed, [], state.length);
        /** Tokens of an element that are left. */
        const left = (element: number): number => {
          for (let at = element; at >= 0; at = tree.parent[at]) if (removed[at]) return 0;
          let tokens = tree.weight[element];
          for (let row = element + 1; row <= tree.last[element]; row++) {
            if (!removed[row]) continue;
            tokens -= tree.weight[row];
            row = tree.last[row];
          }
          return tokens;
        };
        assert.equal(view.tokens, left(0));
        for (const unit of view.open) {
          let tokens = 0;
          goneWith(units, unit, (element) => (tokens += left(element)));
          assert.equal(view.weight[unit], tokens, `${text}: ${unit}`);
          assert.ok(tokens > 0 && tokens < view.tokens);
        }
      }),
    );
  });

  it('says where the first name of a unit is used outside of it', () => {
    const { units, view } = stateOf('(a) b (a) () b c');
    const { siblings, from, to, tree } = units;
    const references = [...view.open]
      .filter((unit) => to[unit] - from[unit] === 1 && tree.parent[siblings[from[unit]]] === 0)
      .map((unit) => view.reference[unit]);
    assert.deepEqual(references, [usedAfter, usedAfter, usedBefore, noName, usedBefore, usedNowhere]);
  });
});
