import assert from 'node:assert/strict';
import { sizes as editorSizes } from '../../../src/vscode/window/figureWords';
import type { Started } from '../../../src/reduction/events/events';
import { testsExpected } from '../../../src/reduction/events/expected';
import { rate, sizes, testCount, testsSoFar } from '../../../src/reduction/events/progress';

describe('progress in words', () => {
  it('never says that all is gone while something is left', () => {
    assert.equal(sizes(12034, 431), '12,034 → 431 tokens · 96%');
    assert.equal(sizes(100_000, 1), '100,000 → 1 token · 99.99%');
    assert.equal(sizes(10_000, 9_990), '10,000 → 9,990 tokens · 0.1%');
    assert.equal(sizes(100_000, 99_999), '100,000 → 99,999 tokens · 0.1%');
    assert.equal(sizes(100, 100), '100 → 100 tokens · 0%');
    assert.equal(sizes(5, 5), '5 → 5 tokens · 0%');
    assert.equal(sizes(0, 0), '0 → 0 tokens · 0%');
    assert.equal(sizes(7, 0), '7 → 0 tokens · 100%');
  });

  it('counts one token as one', () => {
    assert.equal(sizes(965, 1), '965 → 1 token · 99.89%');
    assert.equal(editorSizes(965, 1), '965 → 1 token · 99.89%');
    assert.equal(editorSizes(965, 2), '965 → 2 tokens · 99.79%');
  });

  it('counts one test as one', () => assert.deepEqual([1, 2000].map(testCount), ['1 test', '2,000 tests']));

  it('expects tests by the tokens that are left, fewer the longer nothing goes', () => {
    const started = { search: 'default' } as Started;
    const expected = (tokens: number, since: number) => testsExpected(started, { tests: 100, tokens }, 100 + since);
    assert.deepEqual([expected(40, 0), expected(40, 60), expected(40, 1000)], [70, 40, 20]);
    assert.equal(expected(9000, 0), undefined);
    const others = [{ search: 'hddr:cdd' }, { search: 'default+effort=quick' }, { files: [] }];
    for (const other of others) {
      assert.equal(testsExpected({ ...started, ...other }, { tests: 1, tokens: 40 }, 2), undefined);
    }
    assert.deepEqual([testsSoFar(100, 70), testsSoFar(100, undefined)], ['100 of about 170 tests', '100 tests']);
  });

  it('gives slow rates a decimal', () => assert.deepEqual([rate(3, 2000), rate(280, 20_000)], ['1.5/s', '14/s']));
});
