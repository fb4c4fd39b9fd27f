import assert from 'node:assert/strict';
import { evens } from '../../support/lists';
import { fitted } from '../../bench/growth/fit';
import { sizesTo } from '../../bench/growth/plan';
import { contenders } from '../../bench/lists/contenders';
import { tally } from '../../bench/lists/queries';
import { differences, differenceTable } from '../../bench/support/expected';
import { chosenBy } from '../../bench/support/words';

describe('figures of the benches', () => {
  it('a fit finds the exponent, and says how well it fits', () => {
    const powers = [1, 10, 100, 1000].map((x) => [x, 3 * x ** 1.5] as const);
    const fit = fitted(powers)!;
    assert.ok(Math.abs(fit.exponent - 1.5) < 1e-9 && Math.abs(fit.explained - 1) < 1e-9);
    const rough = fitted([
      [1, 1],
      [10, 20],
      [100, 50],
      [1000, 1500],
    ])!;
    assert.ok(rough.exponent > 0.9 && rough.exponent < 1.1 && rough.explained > 0.9 && rough.explained < 1);
    assert.equal(fitted(powers.slice(0, 2)), undefined);
    assert.equal(fitted(powers.map(([x]) => [x, 7] as const))!.exponent, 0);
  });

  it('sizes of growth end where they are told to', () => {
    assert.deepEqual(sizesTo(10_000), [1000, 3162, 10_000]);
    assert.equal(sizesTo(1_000_000).at(-1), 1_000_000);
  });

  it('counts that differ, that are new and that are gone are told', () => {
    const expected = { a: { tests: 1, tokens: 2 }, b: { tests: 3 } };
    assert.deepEqual(differences(expected, expected), []);
    const found = differences(expected, { a: { tests: 1, tokens: 5 }, c: { tests: 0 } });
    assert.deepEqual(found, [
      { row: 'a', figure: 'tokens', expected: 2, measured: 5 },
      { row: 'b', figure: 'tests', expected: 3, measured: undefined },
      { row: 'c', figure: 'tests', expected: undefined, measured: 0 },
    ]);
    assert.match(differenceTable(found), /\| b +\| +tests \| +3 \| +– \|/);
  });

  it('words choose benches and sections', () => {
    const section = (name: string) => ({ name, title: name, run: () => ({ text: '', claims: [], plots: {} }) });
    const benches = new Map([
      ['lists', [section('cpu'), section('p0')]],
      ['search', [section('library')]],
    ]);
    const chosen = (...words: string[]) =>
      chosenBy(words, benches).map(({ bench, sections }) => `${bench}: ${sections.map(({ name }) => name).join()}`);
    assert.deepEqual(chosen(), ['lists: cpu,p0', 'search: library']);
    assert.deepEqual(chosen('search', 'lists', 'p0'), ['search: library', 'lists: p0']);
    assert.throws(() => chosen('lists', 'p1'), /There is no bench p1: choose of lists, search, or a section of lists/);
    assert.throws(() => chosen('cpu'), /There is no bench cpu/);
  });

  /** Hodován & Kiss 2016, example D: 472 tests. */
  it('queries are counted by kind', () => {
    const subsetsFirst = contenders(['ddmin']).find(({ name }) => name.endsWith('subsets-first'))!;
    const { complement, revisit, other } = tally(subsetsFirst.search({ size: 100, weight: () => 1 }), 100, evens);
    assert.equal(complement.tests + revisit.tests + other.tests, 472);
    assert.deepEqual([complement.tests, revisit.tests], [198, 78]);
    assert.deepEqual([complement.held, revisit.held], [0, 0]);
    assert.equal(other.held, 50);
  });
});
