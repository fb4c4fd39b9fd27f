import assert from 'node:assert/strict';
import type { Started } from '../../../src/reduction/events/events';
import { Losses, rate, sizes, testCount, testsSoFar } from '../../../src/reduction/events/progress';

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

  it('expects tests by the tokens that are left and the time that the last half took, fewer the longer nothing goes', () => {
    const started = { search: 'default' } as Started;
    const expected = (course: readonly [tests: number, tokens: number][], tests: number, run = started) => {
      const losses = new Losses();
      for (const [tests, tokens] of course) losses.add({ tests, tokens });
      return losses.expected(run, tests);
    };
    const fast = [
      [0, 900],
      [90, 85],
      [100, 40],
    ] as [number, number][];
    const slow = [
      [0, 900],
      [20, 85],
      [100, 40],
    ] as [number, number][];
    assert.deepEqual(
      [100, 140, 1100].map((tests) => expected(fast, tests)),
      [40, 20, 10],
    );
    assert.ok(expected(slow, 100)! > expected(fast, 100)!, 'the last half took longer');
    assert.ok(
      expected(
        [
          [0, 900],
          [95, 170],
          [100, 80],
        ],
        100,
      )! >
        expected(
          [
            [0, 900],
            [95, 85],
            [100, 40],
          ],
          100,
        )!,
    );
    assert.equal(expected([[0, 9000]], 0), undefined);
    const others = [{ search: 'hddr:cdd' }, { search: 'default+effort=quick' }, { files: [] }];
    for (const other of others) {
      assert.equal(expected(fast, 100, { ...started, ...other }), undefined);
    }
    assert.deepEqual([testsSoFar(100, 70), testsSoFar(100, undefined)], ['100 of about 170 tests', '100 tests']);
  });

  it('gives slow rates a decimal', () => assert.deepEqual([rate(3, 2000), rate(280, 20_000)], ['1.5/s', '14/s']));
});
