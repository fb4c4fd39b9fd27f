import assert from 'node:assert/strict';
import { filesOf } from '../../../src/reduction/subjects/fileSet';
import { edited } from '../../../src/text/source';

describe('what a candidate of several files lacks', () => {
  const { original, removal } = filesOf(
    ['one', 'twotwo', 'end'].map((text, at) => ({ path: `${at}`, text, encoding: 'utf8' })),
  );
  const [one, two, end] = original;

  it('counts the offsets of the files one after the other', () => {
    const candidate = { base: two!, edits: [{ start: 1, end: 3 }] };
    assert.deepEqual(removal({ texts: [undefined, two, end], edit: { file: 1, candidate } }), {
      ranges: [
        { start: 0, end: 3 },
        { start: 4, end: 6 },
      ],
      adds: false,
    });
  });

  it('knows what went before, and whole files', () => {
    const shorter = edited(end!, [{ start: 2, end: 3 }]);
    assert.deepEqual(removal({ texts: [one, undefined, shorter] }), {
      ranges: [
        { start: 3, end: 9 },
        { start: 11, end: 12 },
      ],
      adds: false,
    });
  });

  it('knows candidates with other words', () => {
    const candidate = { base: one!, edits: [{ start: 0, end: 1, insert: 'x' }] };
    assert.equal(removal({ texts: original, edit: { file: 0, candidate } }).adds, true);
  });
});
