import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sourcesOf } from '../../../../src/strategies/moves/hoists';
import { Claims, goneWith, isElement, Kinds, type Units, unitsOf } from '../../../../src/strategies/treewide/units';
import type { ElementTree } from '../../../../src/syntax/elementTree';
import { expressions, parseExpressions } from '../../../support/expressions';

const fixed = { prefix: 0, suffix: 0 };

/** Each element with the one that begins behind it. */
const neighbours = ({ count, last }: ElementTree) =>
  Array.from({ length: count - 1 }, (_, at) => [at + 1, last[at + 1] + 1]).filter(([, next]) => next < count);

/** All that goes with a unit, descendants too. */
function rowsOf(units: Units, unit: number): Set<number> {
  const rows = new Set<number>();
  goneWith(units, unit, (element) => {
    for (let row = element; row <= units.tree.last[element]; row++) rows.add(row);
  });
  return rows;
}

describe('the units of the tree-wide search', () => {
  it('claim their elements if nothing of them goes with one that claimed before', () => {
    fc.assert(
      fc.property(expressions, fc.array(fc.nat(), { minLength: 2, maxLength: 8 }), (text, drawn) => {
        const units = unitsOf(parseExpressions(text), fixed, new Kinds(), { runs: true, groupsOf: neighbours });
        const claims = new Claims(units);
        const rows = new Set<number>();
        for (const number of drawn) {
          const unit = number % units.count;
          const wanted = [...rowsOf(units, unit)];
          const isFree = !wanted.some((row) => rows.has(row));
          assert.equal(claims.claim(unit), isFree);
          if (isFree) wanted.forEach((row) => rows.add(row));
        }
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
    const kinds = new Kinds();
    assert.deepEqual(
      ['a', 'b', 'c', 'a', 'c'].map((kind) => kinds.indexOf(kind)),
      [0, 1, 2, 0, 2],
    );
  });
});
