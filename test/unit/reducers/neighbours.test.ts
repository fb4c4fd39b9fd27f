import assert from 'node:assert/strict';
import { afterGone, afterRequired, evenBlock, firstGuess, type Neighbours } from '../../../src/reducers/groups';

/** Almost certain chances: `free` after an element that went, `freed` after a required one. */
function sure(free: number, freed: number, last: boolean): Neighbours {
  const counts = (share: number) => ({ gone: 1e9 * share, required: 1e9 * (1 - share) });
  return { afterGone: counts(free), afterRequired: counts(freed), last };
}

function near(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-6, `${actual}, not ${expected}`);
}

describe('neighbours', () => {
  it('takes the block whose chance is nearest to one half: seven at 0.9, one at 0.5 or less', () => {
    const block = evenBlock(sure(0.9, 0.9, false), 100);
    assert.equal(block.length, 7);
    near(block.chance, 0.9 ** 7);
    assert.equal(evenBlock(sure(0.5, 0.5, false), 100).length, 1);
    assert.equal(evenBlock(sure(0.01, 0.01, false), 100).length, 1);
  });

  it('never takes more than the list has', () => near(evenBlock(sure(0.9, 0.9, false), 3).chance, 0.9 ** 3));

  it('uses after a required element the counts of elements after a required one', () => {
    const block = evenBlock(sure(0.9, 0.8, true), 100);
    assert.equal(block.length, 5);
    near(block.chance, 0.8 * 0.9 ** 4);
    assert.equal(evenBlock(sure(0.99, 0.2, true), 100).length, 1);
  });

  it('splits a block that cannot go so that both parts are equally likely to hold the required element', () => {
    const block = evenBlock(sure(0.9, 0.9, false), 6, 7);
    assert.equal(block.length, 3);
    near(block.chance, (0.9 ** 3 - 0.9 ** 7) / (1 - 0.9 ** 7));
    assert.equal(evenBlock(sure(0.999, 0.999, false), 7, 8).length, 4);
    assert.equal(evenBlock(sure(0.9, 0.1, true), 7, 8).length, 1);
  });

  it('predicts longer blocks the more elements went, and single elements in a run of required ones', () => {
    const first = firstGuess(0.1);
    const more = afterGone(first, 100);
    assert.ok(evenBlock(more, 1000).length > 2 * evenBlock(first, 1000).length);
    const run = [1, 2, 3].reduce(afterRequired, more);
    assert.equal(evenBlock(run, 1000).length, 1);
    assert.ok(evenBlock(afterGone(run, 1), 1000).length > 20);
  });

  it('counts each pair of neighbours once', () => {
    const { afterGone: gone, afterRequired: required } = firstGuess(0.2);
    const model = afterGone(afterRequired(afterGone(firstGuess(0.2), 3)), 4);
    near(model.afterGone.required, 0.9 * gone.required + 1);
    near(model.afterGone.gone, 0.9 * (gone.gone + 3) + 3);
    near(model.afterRequired.gone, required.gone + 1);
    near(model.afterRequired.required, required.required);
  });

  it('does not change its input', () => {
    const model = firstGuess(0.1);
    const before = JSON.stringify(model);
    afterRequired(afterGone(model, 3));
    assert.equal(JSON.stringify(model), before);
  });
});
