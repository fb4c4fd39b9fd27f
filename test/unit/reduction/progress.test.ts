import assert from 'node:assert/strict';
import { about, rate, sizes, testCount, testsLeft, testsSoFar } from '../../../src/reduction/events/progress';

const sizesOf = (before: number, after: number) => sizes({ before, after });

describe('progress in words', () => {
  it('never says that all is gone while something is left', () => {
    assert.equal(sizesOf(12034, 431), '12,034 → 431 tokens · 96%');
    assert.equal(sizesOf(100_000, 1), '100,000 → 1 token · 99.99%');
    assert.equal(sizesOf(10_000, 9_990), '10,000 → 9,990 tokens · 0.1%');
    assert.equal(sizesOf(100_000, 99_999), '100,000 → 99,999 tokens · 0.1%');
    assert.equal(sizesOf(100, 100), '100 → 100 tokens · 0%');
    assert.equal(sizesOf(5, 5), '5 → 5 tokens · 0%');
    assert.equal(sizesOf(0, 0), '0 → 0 tokens · 0%');
    assert.equal(sizesOf(7, 0), '7 → 0 tokens · 100%');
  });

  it('counts one token as one', () => {
    assert.equal(sizesOf(965, 1), '965 → 1 token · 99.89%');
    assert.equal(sizesOf(965, 1), '965 → 1 token · 99.89%');
    assert.equal(sizesOf(965, 2), '965 → 2 tokens · 99.79%');
  });

  it('counts one test as one', () => assert.deepEqual([1, 2000].map(testCount), ['1 test', '2,000 tests']));

  it('expects more tests than without gains, but not more than those so far', () => {
    assert.deepEqual(
      [testsLeft(300, 10), testsLeft(300, 100), testsLeft(300, 200), testsLeft(300, 400)],
      [11, 150, 300, 300],
    );
    assert.deepEqual([testsLeft(20, 400), testsLeft(20, 0), testsLeft(20, -3)], [20, 1, 1]);
    assert.deepEqual([testsSoFar(100, 70), testsSoFar(100, undefined)], ['100 of about 170 tests', '100 tests']);
  });

  it('tells times in one digit', () => {
    const told = ['about 1 s', 'about 40 s', 'about 3 min', 'about 2 h'];
    assert.deepEqual([400, 43_000, 200_000, 8_000_000].map(about), told);
  });

  it('gives slow rates a decimal', () => assert.deepEqual([rate(3, 2000), rate(280, 20_000)], ['1.5/s', '14/s']));
});
