import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  heaviestFactor,
  leastJointChance,
  lonerFactor,
  mostMembers,
  nextBatch,
  surveyUnits,
} from '../../../../src/strategies/treewide/choice';
import { jointChance } from '../../../../src/strategies/treewide/chances';
import { never, tested } from '../../../../src/strategies/treewide/failures';
import { candidateOf, removeBatch, noteStayed, type State } from '../../../../src/strategies/treewide/state';
import { goneWith, isElement } from '../../../../src/strategies/treewide/units';
import { candidateLength } from '../../../../src/text/source';
import { expressions, stateOf } from '../../../support/expressions';

/** The state after some verdicts, of batches and of their first members alone. */
function after(state: State, verdicts: readonly boolean[]): State {
  return verdicts.reduce((before, holds) => {
    const { choice, state: now } = nextBatch(before);
    const [member] = choice.batch;
    if (!member) return now;
    return holds
      ? removeBatch(now, [member], candidateLength(candidateOf(now, [member])))
      : noteStayed(now, member, true);
  }, state);
}

describe('the choice of the tree-wide search', () => {
  it('is a batch that may go as well as not, or one unit; of units that do not overlap, the likeliest first', () => {
    fc.assert(
      fc.property(expressions, fc.array(fc.boolean(), { maxLength: 12 }), (text, verdicts) => {
        const state = after(stateOf(text), verdicts);
        const { batch, promised } = nextBatch(state).choice;
        const chance = jointChance(batch);
        assert.ok(batch.length <= 1 || chance >= leastJointChance - 1e-9, `${chance}`);
        const seen = new Set<number>();
        const { units } = state;
        for (const { unit } of batch)
          goneWith(units, unit, (element) => {
            for (let row = element; row <= units.tree.last[element]; row++) {
              assert.ok(!seen.has(row));
              seen.add(row);
            }
          });
        assert.ok(batch.every(({ required }, at) => at === 0 || batch[at - 1].required <= required));
        const weight = batch.reduce((sum, { unit }) => sum + state.view.weight[unit], 0);
        assert.ok(promised <= weight * chance + 1e-9);
      }),
    );
  });

  it('is nothing where nothing is left to try', () => {
    assert.deepEqual(nextBatch(stateOf('')).choice.batch, []);
  });

  it('is the same for the same state, and leaves the state as it was', () => {
    const state = stateOf('(a b (c d)) (e f) g');
    const first = nextBatch(state).choice;
    assert.deepEqual(nextBatch(state).choice, first);
    assert.deepEqual(nextBatch(nextBatch(state).state).choice, first);
  });

  it('has no more members than the bound, however harmless they are', () => {
    const state = stateOf(Array.from({ length: 1500 }, (_, index) => `w${index}`).join(' '));
    const single = [...state.view.open].filter((unit) => state.units.to[unit] - state.units.from[unit] === 1);
    const harmless = Array.from({ length: 5000 }, () => state.view.traits[single[0]]);
    // Runs have failed: only words are left.
    const chances = state.chances.taught(harmless, false);
    const runs = [...state.view.open].filter((unit) => !single.includes(unit));
    const now = state.failures.now.slice();
    for (const unit of runs) now[unit] = 2;
    const { batch } = nextBatch({ ...state, chances, failures: { ...state.failures, now } }).choice;
    assert.equal(batch.length, mostMembers);
  });

  it('is the heaviest unit alone from three times the promise of the batch on', () => {
    /** `(A A …) b c d e`: the list goes once in five times, the words always; nothing else is left to try. */
    const chosen = (words: number) => {
      const given = stateOf(`(${'A '.repeat(words)}) b c d e`, { coupled: 'off' });
      const [list, word, ...others] = [...given.view.open].filter((unit) => isElement(given.units, unit));
      const now = given.failures.now.map((_, unit) => ([list, word, ...others].includes(unit) ? never : tested));
      const seen = (unit: number, times: number) => Array<number>(times).fill(given.view.traits[unit]);
      const chances = given.chances
        .taught([...seen(word, 400), ...seen(list, 25)], false)
        .taught(seen(list, 100), true);
      const { batch, promised } = nextBatch({ ...given, chances, failures: { ...given.failures, now } }).choice;
      return { isAlone: batch.length === 1 && batch[0].unit === list, promised };
    };
    const first = Array.from({ length: 200 }, (_, words) => words + 1).find((words) => chosen(words).isAlone)!;
    const ratio = chosen(first).promised / chosen(first - 1).promised;
    assert.ok(ratio > 3 && ratio < 3.1, `${first} words: ${ratio}`);
  });

  it('is the heaviest unit alone, or one that failed before, only if it promises so many times as much as the batch', () => {
    const heavy = nextBatch(stateOf(`(${'(a b) '.repeat(200)}) c`)).choice.batch;
    assert.equal(heavy.length, 1);
    let several = 0;
    fc.assert(
      fc.property(expressions, fc.array(fc.boolean(), { maxLength: 12 }), (text, verdicts) => {
        const state = after(stateOf(text), verdicts);
        const { survey } = surveyUnits(state);
        const { batch, promised } = nextBatch(state).choice;
        assert.ok(survey.loner.promised <= lonerFactor * promised);
        if (batch.length < 2) return;
        several++;
        assert.ok(survey.heaviest.promised <= heaviestFactor * promised);
      }),
    );
    assert.ok(several > 10);
  });
});
