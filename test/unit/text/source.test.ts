import assert from 'node:assert/strict';
import fc from 'fast-check';
import { complement, merged } from '../../../src/text/ranges';
import {
  assembled,
  edited,
  insertions,
  removalOf,
  removedRanges,
  render,
  sourceText,
  type Edit,
} from '../../../src/text/source';

/** Sorted, disjoint edits of a text of this length. */
const editsOf = (length: number) =>
  fc
    .uniqueArray(fc.integer({ min: 0, max: length }), { maxLength: 8 })
    .map((offsets) => offsets.sort((a, b) => a - b))
    .chain((offsets) =>
      fc
        .array(fc.constantFrom('', ' ', 'xy'), { minLength: 4, maxLength: 4 })
        .map((inserts) => pairs(offsets, inserts)),
    );

function pairs(offsets: readonly number[], inserts: readonly string[]): Edit[] {
  const edits: Edit[] = [];
  for (let at = 0; at + 1 < offsets.length; at += 2) {
    edits.push({ start: offsets[at], end: offsets[at + 1], insert: inserts[at / 2] });
  }
  return edits;
}

/** The same edits on a plain string. */
function plainly(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .reverse()
    .reduce((rest, { start, end, insert = '' }) => rest.slice(0, start) + insert + rest.slice(end), text);
}

describe('SourceText', () => {
  it('equals plain strings, edit after edit', () => {
    fc.assert(
      fc.property(
        fc
          .string({ maxLength: 60, unit: 'grapheme' })
          .chain((text) => editsOf(text.length).map((edits) => ({ text, edits }))),
        fc.infiniteStream(fc.nat()),
        ({ text, edits }, numbers) => {
          const first = edited(sourceText(text), edits);
          const expected = plainly(text, edits);
          assert.equal(render(first), expected);
          assert.equal(first.length, expected.length);
          const [a, b] = [numbers.next().value % (expected.length + 1), numbers.next().value % (expected.length + 1)];
          const second: Edit[] = a === b ? [] : [{ start: Math.min(a, b), end: Math.max(a, b), insert: ' ' }];
          assert.equal(render(edited(first, second)), plainly(expected, second));
        },
      ),
    );
  });

  it('knows the removed parts of the original, after several edits', () => {
    const text = edited(edited(sourceText('0123456789'), [{ start: 2, end: 4 }]), [{ start: 4, end: 6, insert: ' ' }]);
    assert.equal(render(text), '0145 89');
    assert.deepEqual(removedRanges(text), [
      { start: 2, end: 4 },
      { start: 6, end: 8 },
    ]);
  });

  it('is empty when all is gone, and for an empty original', () => {
    const text = edited(sourceText('abc'), [{ start: 0, end: 3 }]);
    assert.equal(render(text), '');
    assert.deepEqual(removedRanges(text), [{ start: 0, end: 3 }]);
    assert.deepEqual(removedRanges(sourceText('')), []);
  });

  it('tells what a candidate lacks, with the blanks around it, and if it adds words', () => {
    const base = edited(sourceText('a = 1; b = 2; c'), [{ start: 6, end: 13 }]);
    const lacks = (edits: Edit[]) => removalOf({ base, edits });
    assert.deepEqual(lacks([]), { ranges: [{ start: 6, end: 14 }], adds: false });
    const both = [
      { start: 2, end: 3 },
      { start: 4, end: 5, insert: ' ' },
    ];
    assert.deepEqual(lacks(both), {
      ranges: [
        { start: 1, end: 5 },
        { start: 6, end: 14 },
      ],
      adds: false,
    });
    assert.equal(lacks([{ start: 0, end: 1, insert: 'x' }]).adds, true);
  });
});

describe('ranges', () => {
  it('merge if they touch or overlap, or if a gap is bridged', () => {
    const ranges = [
      { start: 6, end: 8 },
      { start: 0, end: 2 },
      { start: 1, end: 3 },
      { start: 3, end: 4 },
      { start: 5, end: 5 },
    ];
    assert.deepEqual(merged(ranges), [
      { start: 0, end: 4 },
      { start: 6, end: 8 },
    ]);
    assert.deepEqual(
      merged(ranges, (gap) => gap.end - gap.start === 2),
      [{ start: 0, end: 8 }],
    );
    assert.deepEqual(complement(merged(ranges), 10), [
      { start: 4, end: 6 },
      { start: 8, end: 10 },
    ]);
  });

  it('knows inserted text, and its position in the original', () => {
    const text = edited(sourceText('let a = f(1);'), [
      { start: 3, end: 4, insert: ' ' },
      { start: 8, end: 12, insert: '0' },
    ]);
    assert.equal(render(text), 'let a = 0;');
    assert.deepEqual(insertions(text), [
      { at: 3, text: ' ' },
      { at: 8, text: '0' },
    ]);
  });

  it('is put together again from what was removed and inserted', () => {
    const original = 'let a = f(1); g();';
    const edits = [
      [
        { start: 0, end: 4, insert: 'x' },
        { start: 8, end: 12, insert: '0' },
        { start: 18, end: 18, insert: '!' },
      ],
      [{ start: 0, end: 18 }],
      [{ start: 0, end: 18, insert: 'y' }],
      [
        { start: 4, end: 4, insert: 'b' },
        { start: 5, end: 9 },
      ],
    ];
    for (const some of edits) {
      const text = edited(edited(sourceText(original), some), [{ start: 0, end: 0, insert: '/' }]);
      assert.equal(assembled(original, removedRanges(text), insertions(text)), render(text));
    }
  });
});
