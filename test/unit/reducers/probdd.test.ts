import assert from 'node:assert/strict';
import { defaultOptions } from '../../../src/reducers/options';
import { probdd } from '../../../src/reducers/probdd';
import { reduceList } from '../../support/lists';

describe('ProbDD', () => {
  it('starts with sets of four at p₀ = 0.25, where three and four tie, and ten at 0.1', () => {
    const first = (p0: number) => reduceList(probdd, 40, () => false, { ...defaultOptions, p0 }).asked[0].length;
    assert.equal(40 - first(0.25), 4);
    assert.equal(40 - first(0.1), 10);
  });

  it('raises the probability of elements that could not go: 0.25 to 0.3657 to 0.6119, sets of four, then two, then one', () => {
    const { asked } = reduceList(probdd, 8, (kept) => kept.size === 8, { ...defaultOptions, p0: 0.25 });
    assert.deepEqual(
      asked.map((kept) => 8 - kept.length),
      [4, 4, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1],
    );
  });

  it('follows the worked example of the papers: {3, 8} in 8 tests, with a seed that gives the same draws', () => {
    const property = (c: ReadonlySet<number>) =>
      c.has(7) &&
      ([0, 1, 3, 4, 5, 6].every((element) => c.has(element)) ||
        ([3, 4, 5, 6].every((element) => !c.has(element)) && c.has(2) && (!c.has(1) || c.has(0))));
    const { kept, asked } = reduceList(probdd, 8, property, { ...defaultOptions, p0: 0.25, seed: 120 });
    assert.deepEqual(kept, [2, 7]);
    assert.deepEqual(
      asked.map((candidate) => candidate.join('')),
      ['3456', '0127', '12', '07', '027', '07', '27', '2'],
    );
  });

  it('has chances that match its model', () => {
    const search = probdd.search({ size: 8, weight: () => 1 }, { ...defaultOptions, p0: 0.25 });
    assert.ok(!search.done);
    assert.ok(Math.abs(search.chance(0) - 0.75 ** 4) < 1e-12);
    const second = search.none('fails');
    assert.ok(!second.done);
    const third = second.none('fails');
    assert.ok(!third.done);
    assert.ok(Math.abs(third.chance(0) - (1 - 0.3657) ** 2) < 1e-4);
    const fourth = third.none('fails');
    assert.ok(!fourth.done);
  });

  it('draws differently with another seed, and the same with the same seed', () => {
    const asked = (seed: number) =>
      JSON.stringify(reduceList(probdd, 30, (kept) => kept.has(3), { ...defaultOptions, seed }).asked);
    assert.equal(asked(1), asked(1));
    assert.notEqual(asked(1), asked(2));
  });

  it('tests at most O(n) candidates', () => {
    for (const size of [10, 100, 400]) {
      const { asked } = reduceList(probdd, size, (all) => all.size === size);
      assert.ok(asked.length <= 2.1 * size + 5, `${asked.length} for ${size}`);
    }
  });
});
