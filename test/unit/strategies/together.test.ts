/** Independent edits: all at once, then halves of what failed. */
import assert from 'node:assert/strict';
import { tryTogether } from '../../../src/strategies/moves/together';
import { begun, resumed } from '../../../src/strategies/pipelines/resuming';
import type { TextSearch } from '../../../src/strategies/strategy';
import { candidateText, render, sourceText } from '../../../src/text/source';
import { contextOf } from '../../support/reduceText';

/** Each word becomes its first letter. */
const step = tryTogether(
  () => 'words',
  ({ tree: { text } }) =>
    [...text.matchAll(/\w+/g)].map(({ index, 0: word }) => [{ start: index + 1, end: index + word.length }]),
);

/** What is asked, and the result, if these words must stay whole. From the middle on it is walked from a note, as a journal does. */
function walked(search: TextSearch, whole: readonly string[], change = (next: TextSearch) => next) {
  const asked: string[] = [];
  for (;;) {
    if (search.done) return { asked, result: render(search.result) };
    const candidate = candidateText(search.alternatives.at(0)!);
    asked.push(candidate);
    search = change(whole.every((word) => candidate.includes(word)) ? search.held(0) : search.none('fails'));
  }
}

describe('edits that are tried together', () => {
  const text = 'one two three four';
  const { context, dispose } = contextOf({});

  after(dispose);

  it('go in one test if they can', () => {
    assert.deepEqual(walked(begun(step, sourceText(text), context), []), { asked: ['o t t f'], result: 'o t t f' });
  });

  it('are each tried at most once alone, and a second half not at all where the first one has told', () => {
    const { asked, result } = walked(begun(step, sourceText(text), context), ['three']);
    assert.deepEqual(asked, ['o t t f', 'o t three four', 'o t t four', 'o t three f']);
    assert.equal(result, 'o t three f');
  });

  it('are tried after a half of others has failed', () => {
    const { result } = walked(begun(step, sourceText(text), context), ['one', 'three']);
    assert.equal(result, 'one t three f');
  });

  it('go on from a note as without it', () => {
    const again = (search: TextSearch) =>
      search.done ? search : resumed(step, JSON.parse(JSON.stringify(search.note!())), text, context);
    const start = () => begun(step, sourceText(text), context);
    assert.deepEqual(walked(start(), ['one', 'four'], again), walked(start(), ['one', 'four']));
  });
});
