/** Where a small text stands in a large one. */
import assert from 'node:assert/strict';
import { rangesBeside } from '../../../src/text/embedding';
import { without } from '../../../src/text/ranges';

/** What is left of the large text. */
function left(small: string, large: string): string | undefined {
  const beside = rangesBeside(small, large);
  const stays = beside && without([{ start: 0, end: large.length }], beside);
  return stays?.map(({ start, end }) => large.slice(start, end)).join('');
}

describe('a small text in a large one', () => {
  it('has other names, other numbers, and something between its tokens', () => {
    assert.equal(left('let a = f(a, 1);', 'x(); let foo = load(/* it */ foo, 20); y();'), 'let foo = load(foo, 20);');
  });

  it('has one name for one other name', () => {
    assert.equal(left('a + a', 'x + y; z + z'), 'z + z');
    assert.equal(left('a + a', 'x + y'), undefined);
  });

  it('has its lines in any order, and takes the narrowest place of each', () => {
    assert.equal(left('f(a)\nlet a = g(b)', 'let q = g(r);\nf(s, 3, q);\nf(q);'), 'let q = g(r)f(q)');
  });

  it('is nowhere if a word of it is nowhere', () => {
    assert.equal(left('while (a) yield', 'for (x) yield'), undefined);
  });
});
