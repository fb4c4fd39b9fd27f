import assert from 'node:assert/strict';
import type { QueryKind } from '../../../src/search/search';
import { QueryCounter } from '../../../src/reduction/comparison/comparison';
import { sourceText } from '../../../src/text/source';

const base = sourceText('ab cd ef gh\n');

/** A test of the text without these words. */
function without(words: string, verdict: 'holds' | 'fails', more: { kind?: QueryKind; cached?: boolean } = {}) {
  const edits = words.split(' ').map((word) => {
    const start = base.original.indexOf(word);
    return { start, end: start + word.length + 1 };
  });
  return { candidate: { base, edits }, answer: { verdict, ms: 1 }, cached: false, ...more };
}

describe('tests by kind', () => {
  it('a revisit deletes what an earlier test deleted from a larger text', () => {
    const counter = new QueryCounter();
    counter.commit(without('ef', 'fails'));
    counter.commit(without('ab', 'holds'));
    counter.commit(without('ab ef', 'holds'));
    counter.commit(without('ab ef gh', 'fails'));
    counter.commit(without('ab ef gh', 'fails', { cached: true }));
    assert.deepEqual(counter.queries, {
      complement: { tests: 0, held: 0 },
      revisit: { tests: 1, held: 1 },
      other: { tests: 3, held: 1 },
    });
    assert.equal(counter.minimality, undefined);
  });

  it('a part alone is a complement, even if it was tested before', () => {
    const counter = new QueryCounter();
    counter.commit(without('cd ef gh', 'fails', { kind: 'subset' }));
    counter.commit(without('ab', 'holds'));
    counter.commit(without('ab cd', 'holds', { kind: 'subset' }));
    assert.deepEqual(counter.queries.complement, { tests: 2, held: 1 });
    assert.deepEqual(counter.queries.other, { tests: 1, held: 1 });
  });

  it('single deletions of a sweep are counted separately, each list once', () => {
    const counter = new QueryCounter();
    const sweep = (words: string, verdict: 'holds' | 'fails', cached = false) =>
      counter.commit(without(words, verdict, { kind: 'certifying', cached }));
    counter.beginList();
    counter.commit(without('ab', 'fails'));
    sweep('cd', 'holds');
    sweep('cd ef', 'holds');
    sweep('cd ef gh', 'fails');
    counter.beginList();
    sweep('cd ef gh', 'fails', true);
    assert.deepEqual(counter.minimality, { tests: 3, held: 2, lists: 2, notMinimal: 1 });
    assert.equal(counter.queries.other.tests, 1);
  });
});
