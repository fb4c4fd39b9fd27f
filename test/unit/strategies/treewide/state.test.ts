import assert from 'node:assert/strict';
import fc from 'fast-check';
import { tested } from '../../../../src/strategies/treewide/failures';
import { nextBatch } from '../../../../src/strategies/treewide/choice';
import {
  candidateOf,
  removeBatch,
  parseAgain,
  shouldParse,
  noteStayed,
  type State,
} from '../../../../src/strategies/treewide/state';
import { candidateLength, candidateText } from '../../../../src/text/source';
import { expressions, stateOf } from '../../../support/expressions';

/** The state after its first batches went or, the first of them alone, had to stay. */
function walked(text: string, verdicts: readonly boolean[]): State {
  return verdicts.reduce((state, holds) => {
    const { choice, state: now } = nextBatch(state);
    const [first] = choice.batch;
    if (!first) return now;
    return holds
      ? removeBatch(now, choice.batch, candidateLength(candidateOf(now, choice.batch)))
      : noteStayed(now, first, true);
  }, stateOf(text));
}

const textOf = (state: State) => candidateText(candidateOf(state, []));
const verdicts = fc.array(fc.boolean(), { maxLength: 8 });

describe('the state of the tree-wide search', () => {
  it('knows its text and length; verdicts lead to others and leave it as it was', () => {
    fc.assert(
      fc.property(expressions, verdicts, (text, all) => {
        const state = walked(text, all);
        const before = textOf(state);
        assert.equal(state.length, before.length);
        const { choice } = nextBatch(state);
        if (choice.batch.length === 0) return;
        const candidate = candidateText(candidateOf(state, choice.batch));
        assert.equal(textOf(removeBatch(state, choice.batch, candidate.length)), candidate);
        assert.equal(textOf(noteStayed(state, choice.batch[0], true)), before);
        assert.equal(textOf(state), before);
      }),
    );
  });

  it('parsed again has the same text, and knows what failed', () => {
    fc.assert(
      fc.property(expressions, verdicts, (text, all) => {
        const state = walked(text, all);
        const again = parseAgain(state);
        assert.equal(textOf(again), textOf(state));
        const failed = ({ failures, view }: State) =>
          [...view.open].filter((unit) => Math.max(failures.now[unit], failures.before[unit]) === tested).length;
        assert.ok(failed(again) <= failed(state));
        if (!state.removed.includes(1)) assert.equal(failed(again), failed(state));
      }),
    );
  });

  it('is parsed again when less than its share is left', () => {
    const state = stateOf('a b c d e f g h i j', { coupled: 'off' });
    const without = (count: number) => {
      const members = [...state.view.open].slice(0, count).map((unit) => ({ unit, traits: 0, required: 0 }));
      return removeBatch(state, members, candidateLength(candidateOf(state, members)));
    };
    assert.deepEqual([shouldParse(state), shouldParse(without(3)), shouldParse(without(4))], [false, false, true]);
  });
});
