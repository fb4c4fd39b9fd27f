import assert from 'node:assert/strict';
import fc from 'fast-check';
import { character, line, word } from '../../../src/strategies/lists/flat';
import { changesBetween } from '../../../src/text/difference';
import { edited, render, sourceText } from '../../../src/text/source';

const undone = (before: string, after: string, piece: RegExp) =>
  render(edited(sourceText(after), changesBetween(before, after, piece)));

describe('the difference of two texts', function () {
  this.timeout(180_000); // many texts

  it('is undone by all of its changes, for any size of pieces', () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '\r\n', '{') }),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, text, (before, after) => {
        for (const piece of [line, word, character]) assert.equal(undone(before, after, piece), before);
      }),
    );
  });

  it('pairs added with removed lines, line by line', () => {
    assert.deepEqual(changesBetween('a\nb\nc\nd\n', 'a\nB\nC\nC2\nd\n', line), [
      { start: 2, end: 4, insert: 'b\n' },
      { start: 4, end: 6, insert: 'c\n' },
      { start: 6, end: 9, insert: '' },
    ]);
  });

  it('pairs a line with that which has most words in common, where their numbers differ', () => {
    const [before, after] = ['return f(a) / 2;\n', 'const b = a;\nreturn f(b) / 3;\n'];
    assert.deepEqual(changesBetween(before, after, line), [
      { start: 0, end: 13, insert: '' },
      { start: 13, end: after.length, insert: before },
    ]);
    assert.deepEqual(changesBetween(after, before, line), [
      { start: 0, end: 0, insert: 'const b = a;\n' },
      { start: 0, end: before.length, insert: 'return f(b) / 3;\n' },
    ]);
  });

  it('has a change for each piece of a file that was empty before', () => {
    assert.equal(changesBetween('', 'a\nb\nc', line).length, 3);
  });

  it('gives up the search for the shortest script if files have nothing in common', () => {
    const lines = (name: string) => Array.from({ length: 4000 }, (_, index) => `${name}${index}\n`).join('');
    const changes = changesBetween(lines('a'), lines('b'), line);
    assert.equal(changes.length, 4000);
    assert.equal(undone(lines('a'), lines('b'), line), lines('a'));
  });

  it('is nothing for equal texts', () => {
    assert.deepEqual(changesBetween('a\nb', 'a\nb', line), []);
  });
});
