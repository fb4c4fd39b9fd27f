import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sourcesOf } from '../../../../src/strategies/moves/hoist';
import { coupledGroups } from '../../../../src/strategies/moves/coupled';
import { unitsOf } from '../../../../src/strategies/treewide/pool';
import { goneWith, isElement, Kinds, overlap } from '../../../../src/strategies/treewide/units';
import type { Units } from '../../../../src/strategies/treewide/units';
import { expressions, parseExpressions } from '../../../support/expressions';

const fixed = { prefix: 0, suffix: 0 };

/** All that goes with a unit, descendants too. */
function rowsOf(units: Units, unit: number): Set<number> {
  const rows = new Set<number>();
  goneWith(units, unit, (element) => {
    for (let row = element; row <= units.tree.last[element]; row++) rows.add(row);
  });
  return rows;
}

describe('the units of the tree-wide search', () => {
  it('overlap exactly if some element goes with both', () => {
    fc.assert(
      fc.property(expressions, fc.nat(), fc.nat(), (text, one, other) => {
        const units = unitsOf(parseExpressions(text), fixed, new Kinds(), { runs: true, groupsOf: coupledGroups });
        const [a, b] = [one % units.count, other % units.count];
        const rows = rowsOf(units, b);
        assert.equal(
          overlap(units, a, b),
          [...rowsOf(units, a)].some((row) => rows.has(row)),
        );
        assert.equal(overlap(units, a, b), overlap(units, b, a));
      }),
    );
  });

  it('that give way to a descendant lose all that is beside it, and neither it nor what is around it', () => {
    fc.assert(
      fc.property(expressions, (text) => {
        const tree = parseExpressions(text);
        const units = unitsOf(tree, fixed, new Kinds(), { runs: false, sourcesOf });
        for (let unit = 0; unit < units.count; unit++) {
          const source = units.source[unit];
          if (source < 0) continue;
          const target = units.siblings[units.from[unit]];
          const rows = rowsOf(units, unit);
          for (let row = target + 1; row <= tree.last[target]; row++) {
            const stays = row >= source ? row <= tree.last[source] : tree.last[row] >= source;
            assert.equal(rows.has(row), !stays, `${text}: ${row}`);
          }
          assert.ok(!rows.has(target) && !isElement(units, unit));
        }
      }),
    );
  });

  it('have kinds with the same index in every parse', () => {
    const kinds = new Kinds(['a', 'b']);
    assert.deepEqual([kinds.indexOf('b'), kinds.indexOf('c'), kinds.indexOf('a'), kinds.indexOf('c')], [1, 2, 0, 2]);
    assert.deepEqual(kinds.all(), ['a', 'b', 'c']);
  });
});
