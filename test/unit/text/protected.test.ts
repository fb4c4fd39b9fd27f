import assert from 'node:assert/strict';
import fc from 'fast-check';
import { movedBy, touching } from '../../../src/text/protected';
import { edited, sourceText, candidateText } from '../../../src/text/source';

describe('protected parts', () => {
  const base = sourceText('aaa KEEP bbb KEEP ccc');
  const ranges = [
    { start: 4, end: 8 },
    { start: 13, end: 17 },
  ];
  const touches = touching(ranges);

  it('are not changed by deletions and insertions beside them', () => {
    assert.equal(touches({ base, edits: [{ start: 0, end: 4 }] }), false);
    assert.equal(touches({ base, edits: [{ start: 8, end: 13, insert: ' ' }] }), false);
    assert.equal(touches({ base, edits: [{ start: 4, end: 4, insert: 'x' }] }), false);
    assert.equal(touches({ base, edits: [{ start: 5, end: 5, insert: 'x' }] }), true);
    assert.equal(touches({ base, edits: [{ start: 0, end: 5 }] }), true);
    assert.equal(touches({ base, edits: [{ start: 16, end: 21 }] }), true);
  });

  it('are found at their new place after other parts went', () => {
    const later = edited(base, [
      { start: 0, end: 4 },
      { start: 8, end: 12, insert: '-' },
    ]);
    assert.equal(touches({ base: later, edits: [{ start: 4, end: 5 }] }), false);
    assert.equal(touches({ base: later, edits: [{ start: 3, end: 5 }] }), true);
    assert.equal(touches({ base: later, edits: [{ start: 4, end: 7 }] }), true);
  });

  it('move with the text when it is edited; a replacement around them ends the protection', () => {
    const parts = [{ start: 4, end: 8 }];
    const moved = (start: number, end: number, inserted: number) => movedBy(parts, { start, end }, inserted);
    assert.deepEqual(moved(0, 0, 3), [{ start: 7, end: 11 }]);
    assert.deepEqual(moved(4, 4, 3), [{ start: 7, end: 11 }]);
    assert.deepEqual(moved(8, 8, 3), parts);
    assert.deepEqual(moved(5, 7, 3), [{ start: 4, end: 9 }]);
    assert.deepEqual(moved(4, 6, 1), [{ start: 4, end: 7 }]);
    assert.deepEqual(moved(6, 10, 1), [{ start: 4, end: 6 }]);
    assert.deepEqual(moved(2, 6, 1), [{ start: 3, end: 5 }]);
    assert.deepEqual(moved(0, 21, 9), []);
  });

  it('law: a candidate that changes none still contains them all', () => {
    const edit = fc
      .tuple(fc.nat(20), fc.integer({ min: 1, max: 6 }))
      .map(([start, length]) => ({ start, end: Math.min(21, start + length) }));
    fc.assert(
      fc.property(edit, edit, (first, second) => {
        const edits = first.end <= second.start ? [first, second] : [first];
        const text = candidateText({ base, edits });
        assert.equal(!touches({ base, edits }), text.split('KEEP').length === 3, text);
      }),
    );
  });
});
