import assert from 'node:assert/strict';
import { genericFilter, imbalance } from '../../../../src/syntax/generic/opaque';
import { sourceText } from '../../../../src/text/source';
import { files } from '../../../support/generic';

describe('the generic filter', () => {
  const figures: [string, number][] = [
    ['', 0],
    ['f(a[1], { b })', 0],
    ['f(', 1],
    [')(', 2],
    ['( { )', 1],
    ['( { ) }', 2],
    ['f("(") // :(\n', 0],
    ["isn't it (', she said)", 0],
    ['say "no', 1],
    ['"a\\"b" "c""d"', 0],
    ['/* ( */ <!-- [ -->', 0],
    ['"""\n{\n"""', 0],
    ['(1 // 2)', 0],
  ];
  for (const [text, most] of figures) {
    it(`counts ${most} in ${JSON.stringify(text)}`, () => assert.equal(imbalance(text), most));
  }

  it('counts nothing in correct files', () => {
    for (const text of Object.values(files)) assert.equal(imbalance(text), 0, text);
  });

  it('refuses imbalance that its base does not have, for any base', () => {
    const filter = genericFilter();
    const base = sourceText('a) b (c)');
    assert.equal(filter.isWorse({ base, edits: [{ start: 3, end: 4 }] }), false);
    assert.equal(filter.isWorse({ base, edits: [{ start: 1, end: 2 }] }), false);
    assert.equal(filter.isWorse({ base, edits: [{ start: 5, end: 6 }] }), true);
    const sound = sourceText('(c)');
    assert.equal(filter.isWorse({ base: sound, edits: [{ start: 2, end: 3 }] }), true);
    filter.dispose();
  });
});
