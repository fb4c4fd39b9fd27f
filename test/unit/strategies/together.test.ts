/** Independent edits: all at once, then halves of what failed. */
import assert from 'node:assert/strict';
import { tryTogether } from '../../../src/strategies/moves/moves';
import type { TextSearch } from '../../../src/strategies/strategy';
import { candidateText, render, sourceText } from '../../../src/text/source';
import { contextOf } from '../../support/reduceText';

/** Each word becomes its first letter. */
const step = tryTogether(
  () => 'words',
  ({ tree: { text } }) =>
    [...text.matchAll(/\w+/g)].map(({ index, 0: word }) => [{ start: index + 1, end: index + word.length }]),
);

/** What is asked, and the result, if these words must stay whole. */
function walked(search: TextSearch, whole: readonly string[]) {
  const asked: string[] = [];
  for (;;) {
    if (search.done) return { asked, result: render(search.result) };
    const candidate = candidateText(search.alternatives.at(0)!);
    asked.push(candidate);
    search = whole.every((word) => candidate.includes(word)) ? search.held(0) : search.none('fails');
  }
}

describe('edits that are tried together', () => {
  const text = 'one two three four';
  const { context, dispose } = contextOf({});

  after(dispose);

  it('go in one test if they can', () => {
    assert.deepEqual(walked(step(sourceText(text), context), []), { asked: ['o t t f'], result: 'o t t f' });
  });

  it('are each tried at most once alone, and a second half not at all where the first one has told', () => {
    const { asked, result } = walked(step(sourceText(text), context), ['three']);
    assert.deepEqual(asked, ['o t t f', 'o t three four', 'o t t four', 'o t three f']);
    assert.equal(result, 'o t three f');
  });

  it('are tried after a half of others has failed', () => {
    const { result } = walked(step(sourceText(text), context), ['one', 'three']);
    assert.equal(result, 'one t three f');
  });
});
