/** What is left of a text, as parts that one goes to. */
import '../../../support/fakeEditor';
import assert from 'node:assert/strict';
import { complement } from '../../../../src/text/ranges';
import { keptLines, keptParts, nextPart } from '../../../../src/vscode/editor/parts';

/** Kept text stands in «»; the removed rest does not. Gives the parts as text. */
function partsOf(marked: string): string[] {
  const text = marked.replaceAll(/[«»]/g, '');
  const kept: { start: number; end: number }[] = [];
  let at = 0;
  for (const sign of marked) {
    if (sign === '«') kept.push({ start: at, end: at });
    else if (sign === '»') kept.at(-1)!.end = at;
    else at++;
  }
  return keptParts(text, complement(kept, text.length)).map(({ start, end }) => text.slice(start, end));
}

describe('the kept parts of a text', () => {
  it('are one if no whole line was removed between them', () => {
    assert.deepEqual(partsOf('gone\n«f(»a, b«)»;\n«g()»\ngone\n'), ['f(a, b);\ng()']);
    assert.deepEqual(partsOf('«f()»\ngone\n«g()»\n'), ['f()', 'g()']);
  });

  it('are several where much of a long line was removed', () => {
    const gone = 'x'.repeat(201);
    assert.deepEqual(partsOf(`«f(»${gone}«)»`), ['f(', ')']);
    assert.deepEqual(partsOf(`«f(»${gone.slice(1)}«)»`), [`f(${gone.slice(1)})`]);
  });

  it('have no blanks at their ends, and blanks alone are none', () => {
    assert.deepEqual(partsOf('«  f()  \n»gone\n«\n\t»gone\ngone\n«g()\n»'), ['f()', 'g()']);
    assert.deepEqual(partsOf('gone'), []);
  });

  it('follow one another, the first after the last', () => {
    const parts = [2, 5, 9].map((start) => ({ start, end: start + 1 }));
    const starts = (step: 1 | -1) => [0, 2, 5, 9, 12].map((offset) => nextPart(parts, offset, step)!.start);
    assert.deepEqual(starts(1), [2, 5, 9, 2, 2]);
    assert.deepEqual(starts(-1), [9, 9, 2, 5, 9]);
    assert.equal(nextPart([], 0, 1), undefined);
  });

  it('are lines between which a line stands for each run of others', () => {
    const text = 'a\nb\nkept;\nc\n  half gone\nd\n';
    const removed = ['a\nb\n', 'c\n', ' gone', 'd\n'].map((part) => {
      const start = text.indexOf(part);
      return { start, end: start + part.length };
    });
    assert.equal(keptLines(text, removed), '⋯ 2 lines\nkept;\n⋯ 1 line\n  half gone\n⋯ 1 line\n');
    assert.equal(keptLines('a\n', [{ start: 0, end: 2 }]), '⋯ 1 line\n');
  });
});
