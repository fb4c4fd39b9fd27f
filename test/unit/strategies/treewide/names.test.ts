import assert from 'node:assert/strict';
import { nameTable } from '../../../../src/strategies/treewide/view';
import { parseExpressions } from '../../../support/expressions';

describe('the names of the tree-wide search', () => {
  it('are known by where they occur, and each element by its first name', () => {
    const tree = parseExpressions('(a (b c) a) () c');
    const { first, occurrences } = nameTable(tree);
    const word = (element: number) => tree.text.slice(tree.start[element], tree.end[element]);
    assert.deepEqual(
      occurrences.map((all) => all.map(word)),
      [['a', 'a'], ['b'], ['c', 'c']],
    );
    const firstWords = Array.from(first, (name) => (name < 0 ? '' : word(occurrences[name][0])));
    assert.deepEqual(firstWords, ['a', 'a', 'a', 'b', 'b', 'c', 'a', '', 'c']);
  });
});
