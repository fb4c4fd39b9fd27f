import assert from 'node:assert/strict';
import { cdd } from '../../../src/reducers/cdd';
import { groups } from '../../../src/reducers/groups';
import type { Kept, ListReducer } from '../../../src/reducers/list';
import { defaultOptions } from '../../../src/reducers/options';
import { probdd } from '../../../src/reducers/probdd';
import type { Phase, Verdict } from '../../../src/search/search';
import { countTests } from '../../bench/support/count';
import { evens, mocks, reduceList } from '../../support/lists';
import { independent, inRuns, leastTests } from '../../support/required';

/** Mean number of tests over 20 draws. */
function mean(reducer: ListReducer, size: number, required: (draw: number) => readonly number[]): number {
  const draws = Array.from({ length: 20 }, (_, draw) => draw);
  const tests = draws.map((draw) => {
    const search = reducer.search({ size, weight: () => 1 }, { ...defaultOptions, ties: 'no-random' });
    return countTests(search, size, required(draw)).tests;
  });
  return tests.reduce((sum, count) => sum + count, 0) / draws.length;
}

describe('groups', function () {
  this.timeout(180_000); // lists of 3,000 elements

  const shares = { 100: [2, 3, 10], 1000: [2, 3, 10, 100], 3000: [2, 3, 10, 100, 300] };
  const lists = Object.entries(shares).flatMap(([n, counts]) => counts.map((k) => [Number(n), k]));
  for (const [n, k] of lists) {
    it(`needs at most 15 % and 12 tests more than the theoretical minimum: ${k} of ${n}`, () => {
      const tests = mean(groups, n, (draw) => independent(n, k, draw));
      assert.ok(tests <= 1.15 * leastTests(n, k) + 12, `${tests}`);
      assert.ok(tests < mean(cdd, n, (draw) => independent(n, k, draw)));
      if (n <= 1000) assert.ok(tests < mean(probdd, n, (draw) => independent(n, k, draw)));
    });
  }

  for (const run of [4, 8, 16, 32]) {
    it(`needs fewer tests than CDD and ProbDD for 100 of 1,000 in runs of ${run}`, () => {
      const tests = mean(groups, 1000, (draw) => inRuns(1000, 100, run, draw));
      for (const other of [cdd, probdd]) {
        assert.ok(tests < mean(other, 1000, (draw) => inRuns(1000, 100, run, draw)), `${tests}, ${other.name}`);
      }
    });
  }

  it('takes long blocks, halves those that cannot go, and never tests a known list', () => {
    const { asked, kept } = reduceList(groups, 25, (all) => all.has(24));
    assert.deepEqual(kept, [24]);
    // 0…12 go, 13…24 cannot; then 13…17, 18…20, 21 and 22, 23 go. Only 24 is left, without a test.
    assert.deepEqual(
      asked.map((candidate) => candidate.length),
      [12, 0, 7, 4, 2, 1],
    );
  });

  it('tests the neighbours of required elements one by one', () => {
    const { asked, kept } = reduceList(groups, 100, (all) => [40, 41, 42, 43].every((element) => all.has(element)));
    assert.deepEqual(kept, [40, 41, 42, 43]);
    assert.equal(asked.length, 15);
  });

  it('reduces the inputs A, C and D of Hodován and Kiss', () => {
    const count = ({ size, property }: typeof mocks.A) => reduceList(groups, size, property);
    assert.deepEqual(count(mocks.A).kept, [1, 4, 7]);
    assert.deepEqual(count(mocks.C).kept, [0, 1, 2, 3, 5, 7]);
    assert.deepEqual(count(mocks.D).kept, evens);
    assert.ok(count(mocks.D).asked.length <= 108);
  });

  it('tests one candidate per element, plus one for every eight, if all must stay', () => {
    for (const size of [10, 100, 1000]) {
      const { asked } = reduceList(groups, size, (all) => all.size === size);
      assert.ok(asked.length <= 1.125 * size + 3, `${asked.length} for ${size}`);
    }
  });

  it('learns nothing from candidates refused without a test', () => {
    /** Length of the block after six elements that cannot go. */
    const blockAfter = (why: Verdict) => {
      const lengthOf = (phase: Phase<Kept, Kept>) => 1000 - phase.alternatives.at(0)!.length;
      let current = groups.search({ size: 1000, weight: () => 1 }, defaultOptions);
      for (let stay = 0; stay < 6 && !current.done; current = current.none(why)) if (lengthOf(current) === 1) stay++;
      return current.done ? 0 : lengthOf(current);
    };
    assert.equal(blockAfter('fails'), 1);
    assert.equal(blockAfter('rejected'), blockAfter('unresolved'));
    assert.equal(blockAfter('rejected'), 13);
  });

  it('has chances that match its model: tests succeed as often as they fail', () => {
    const required = new Set(independent(1000, 50, 1));
    let current = groups.search({ size: 1000, weight: () => 1 }, defaultOptions);
    let [tests, expected, held] = [0, 0, 0];
    while (!current.done) {
      const candidate = new Set(current.alternatives.at(0)!);
      const holds = [...required].every((element) => candidate.has(element));
      tests++;
      expected += current.chance(0);
      held += holds ? 1 : 0;
      current = holds ? current.held(0) : current.none('fails');
    }
    assert.ok(Math.abs(held - expected) < 0.05 * tests, `${held} of ${tests}, not ${expected}`);
    assert.ok(held > 0.4 * tests && held < 0.6 * tests);
  });
});
