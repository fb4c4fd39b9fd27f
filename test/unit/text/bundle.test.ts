/** Several files as one text: it can be taken apart, and candidates too. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bundled, Bundles, partsOf } from '../../../src/text/bundle';
import { candidateText, render, sourceText, textIn, type Edit } from '../../../src/text/source';

const files = [
  { path: 'a', text: 'one\ntwo\n' },
  { path: 'b/c', text: '' },
  { path: 'b/d', text: '\ufeffthree' },
  { path: 'e', text: 'x\n' },
];
const bundle = bundled(files);
const taken = (text: string) =>
  partsOf(text).map(({ path, textStart, end }) => ({ path, text: text.slice(textStart, end) }));

const edits = fc
  .uniqueArray(fc.integer({ min: 0, max: bundle.length }), { maxLength: 8 })
  .chain((offsets) =>
    fc.tuple(
      fc.constant(offsets.sort((a, b) => a - b)),
      fc.array(fc.constantFrom('', 'x'), { minLength: 4, maxLength: 4 }),
    ),
  )
  .map(([offsets, inserts]) => {
    const all: Edit[] = [];
    for (let at = 0; at + 1 < offsets.length; at += 2) {
      all.push({ start: offsets[at], end: offsets[at + 1], insert: inserts[at / 2] });
    }
    return all;
  });

describe('a bundle of files', () => {
  it('can be taken apart', () => {
    assert.deepEqual(taken(bundle), files);
    assert.deepEqual(taken(''), []);
  });

  it('is broken by a candidate that cuts a header, and else the candidate can be taken apart', () => {
    const whole = partsOf(bundle);
    const some = fc.oneof(
      edits,
      fc.subarray(whole).map((gone) => gone.map(({ start, end }): Edit => ({ start, end }))),
    );
    let [broken, right] = [0, 0];
    fc.assert(
      fc.property(some, (made) => {
        const bundles = new Bundles();
        const candidate = { base: sourceText(bundle), edits: made };
        const text = candidateText(candidate);
        const paths = new Set(files.map(({ path }) => path));
        const headers = [...text.matchAll(/\0([^\0]*)\0\n/g)].map(([, path]) => path);
        const isWhole = headers.length > 0 && text.startsWith('\0') && headers.every((path) => paths.delete(path));
        const marks = text.split('\0').length - 1;
        if (bundles.isBroken(candidate)) {
          broken++;
          return;
        }
        right++;
        assert.ok(isWhole && marks === 2 * headers.length, JSON.stringify(text));
        assert.deepEqual(
          bundles.candidateFiles(candidate).map(({ path, text: left }) => ({ path, text: left })),
          taken(text),
        );
      }),
      { numRuns: 2000 },
    );
    assert.ok(broken > 100 && right > 100);
  });

  it('says which files a candidate changes, with edits of their own texts', () => {
    const [a, , d] = partsOf(bundle);
    const base = sourceText(bundle);
    const bundles = new Bundles();
    const changed = bundles.changedBy({
      base,
      edits: [
        { start: a.textStart + 4, end: a.end },
        { start: d.start, end: d.end },
      ],
    });
    assert.deepEqual(changed, [{ file: files[0], edits: [{ start: 4, end: 8, insert: undefined }] }]);
    assert.equal(changed[0].file, bundles.filesOf(base)[0]);
  });

  it('has in each of its files what is left of the original file', () => {
    const [a] = partsOf(bundle);
    const state = { base: sourceText(bundle), edits: [{ start: a.textStart, end: a.textStart + 4, insert: 'z' }] };
    const after = sourceText(bundle);
    assert.equal(
      render(textIn(after, { start: a.textStart, end: a.end }, files[0].text, { start: a.textStart, end: a.end })),
      files[0].text,
    );
    assert.equal(candidateText(state).slice(a.textStart, a.textStart + 5), 'ztwo\n');
  });
});
