import assert from 'node:assert/strict';
import { sourcesOf } from '../../../../src/strategies/moves/hoists';
import { isElement, Kinds, unitsOf, type Wanted } from '../../../../src/strategies/treewide/units';
import { parseExpressions } from '../../../support/expressions';

describe('the pool of the tree-wide search', () => {
  const poolOf = (text: string, wanted: Wanted, fixed = { prefix: 0, suffix: 0 }) =>
    unitsOf(parseExpressions(text), fixed, new Kinds(), wanted);
  const runsOf = (text: string) => {
    const { count, from, to } = poolOf(text, { runs: true });
    const all = Array.from({ length: count }, (_, unit) => `${from[unit]}-${to[unit]}`);
    return all.filter((_, unit) => to[unit] > from[unit] + 1);
  };

  it('has every element but the root, if it is in the part that may change', () => {
    const units = poolOf('(a b) c', { runs: false });
    assert.deepEqual([...units.siblings], [1, 4, 2, 3]);
    assert.ok(Array.from({ length: units.count }, (_, unit) => isElement(units, unit)).every(Boolean));
    assert.deepEqual([...poolOf('(a b) c', { runs: false }, { prefix: 2, suffix: 0 }).siblings], [4, 3]);
  });

  it('has runs of 2, 4, 8, … neighbours that start at every half of their length', () => {
    assert.deepEqual(runsOf('a b c d e'), ['0-2', '1-3', '2-4', '3-5', '0-4', '2-5', '0-5']);
  });

  it('leaves what the grammar asks for out of runs, and tests it alone', () => {
    assert.deepEqual(runsOf('a b N c d'), ['0-2', '3-5']);
    assert.deepEqual([...poolOf('a N b', { runs: false }).isAlone], [0, 1, 0]);
  });

  it('has hoists, tested alone, each of its own source', () => {
    const { count, source, isAlone } = poolOf('(a (b))', { runs: false, sourcesOf });
    const hoists = Array.from({ length: count }, (_, unit) => unit).filter((unit) => source[unit] >= 0);
    assert.deepEqual(hoists.map((unit) => source[unit]).sort(), [2, 3, 4, 4]);
    assert.ok(hoists.every((unit) => isAlone[unit] === 1));
  });

  it('has groups of which all may go, with the first as the reason', () => {
    const groupsOf = () => [[1, 2]];
    const { company, siblings, from } = poolOf('a b', { runs: false, groupsOf });
    assert.deepEqual([...company.values()], [[2]]);
    assert.equal(siblings[from[[...company.keys()][0]]], 1);
    assert.equal(poolOf('a b', { runs: false, groupsOf }, { prefix: 0, suffix: 1 }).company.size, 0);
  });
});
