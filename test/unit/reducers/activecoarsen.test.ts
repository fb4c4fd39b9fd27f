import assert from 'node:assert/strict';
import { activecoarsen } from '../../../src/reducers/activecoarsen';
import { defaultOptions } from '../../../src/reducers/options';
import { reduceList } from '../../support/lists';

describe('ActiveCoarsen', () => {
  it('learns a rate at which about one test in e succeeds', () => {
    const required = Array.from({ length: 40 }, (_, index) => 50 * index);
    const { asked, kept } = reduceList(activecoarsen, 2000, (all) => required.every((element) => all.has(element)));
    assert.deepEqual(kept, required);
    // As long as many elements may go; later each test removes one element.
    const coarse = asked.filter((candidate) => candidate.length > 100);
    const smaller = coarse.filter(
      (candidate, at) => at > 0 && required.every((element) => candidate.includes(element)),
    );
    const rate = smaller.length / coarse.length;
    assert.ok(rate > 0.25 && rate < 0.5, `${rate}`);
  });

  it('draws differently with another seed, and the same with the same seed', () => {
    const asked = (seed: number) =>
      JSON.stringify(reduceList(activecoarsen, 30, (kept) => kept.has(3), { ...defaultOptions, seed }).asked);
    assert.equal(asked(1), asked(1));
    assert.notEqual(asked(1), asked(2));
  });
});
