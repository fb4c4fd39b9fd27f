/** The tree of texts that are too long for any other: few pieces, whatever the text, that nest and cover it. */
import assert from 'node:assert/strict';
import { removalRanges } from '../../../../src/syntax/removal';
import { coarseElements } from '../../../../src/syntax/generic/coarse';
import { imbalance } from '../../../../src/syntax/generic/opaque';
import { drawing } from '../../../support/random';

/** Lengths that give pieces of some tens of characters. */
const length = 600_000;

const repeated = (one: (index: number) => string, join = '') => {
  const parts: string[] = [];
  for (let size = 0; size < length; size += parts.at(-1)!.length) parts.push(one(parts.length));
  return parts.join(join);
};

const texts: readonly [what: string, text: string, isBalanced: boolean][] = [
  [
    'JSON on one line',
    `[${repeated((index) => `{"id":${index},"tags":["a","b)"],"x":{"y":[1,2,{"z":null}]}}`, ',')}]`,
    true,
  ],
  [
    'JavaScript on one line',
    repeated((index) => `function f${index}(a,b){if(a)return b[${index}];for(;;)g("}",{c:1})}`),
    true,
  ],
  ['lines of C', repeated((index) => `int f${index}(int a) {\n  return a + ${index};\n}\n\n`), true],
  ['one word', 'x'.repeat(length), true],
  ['one string', `"${'x y'.repeat(length / 3)}"`, false],
  ['surrogate pairs', '\u{1f600}'.repeat(length / 2), true],
  ['brackets that never close', '({['.repeat(length / 3), false],
  ['brackets that never open', ')}]'.repeat(length / 3), false],
  ['brackets in brackets', '['.repeat(length / 2) + ']'.repeat(length / 2), true],
  ['quotes that never close', `f('a", g("b', `.repeat(length / 15), false],
];

describe('coarse pieces', function () {
  this.timeout(180_000); // long texts

  for (const [what, text, isBalanced] of texts) {
    it(`of ${what} nest, are few, and go without a trace`, () => {
      const { count, start, end, parent, last } = coarseElements(text);
      assert.ok(count > 1 && count < 100_000, `${count}`);
      for (let element = 1; element < count; element++) {
        const around = parent[element];
        const isInside =
          start[around] <= start[element] && end[element] <= end[around] && start[element] < end[element];
        assert.ok(isInside && element <= last[around], `${element} in ${around}`);
        if (parent[element - 1] === around) assert.ok(end[element - 1] <= start[element], `${element} overlaps`);
      }
      if (isBalanced) assertBalanced(text);
    });
  }

  it('are about as many in each text, so that those of a shorter text are finer', () => {
    const one = (index: number) => `statement(${index});`;
    const [long, short] = [repeated(one), repeated(one).slice(0, length / 10)].map((text) => coarseElements(text));
    assert.ok(long.count > 10_000 && short.count > 2000);
    assert.ok(long.end[1] - long.start[1] > short.end[1] - short.start[1]);
  });
});

/** Whatever goes, as many brackets are closed as were before; and no half of a pair of surrogates is left. */
function assertBalanced(text: string): void {
  const tree = coarseElements(text);
  const draw = drawing(5);
  const before = imbalance(text);
  for (let round = 0; round < 5; round++) {
    const removed = Uint8Array.from({ length: tree.count }, (_, element) => Number(element > 0 && draw(3) === 0));
    let rest = '';
    let at = 0;
    for (const range of removalRanges(tree, removed).sort((a, b) => a.start - b.start)) {
      rest += text.slice(at, Math.max(at, range.start));
      at = Math.max(at, range.end);
    }
    rest += text.slice(at);
    assert.ok(rest.length < text.length);
    assert.ok(imbalance(rest) <= before);
    assert.ok(!/[\ud800-\udbff](?![\udc00-\udfff])/.test(rest));
  }
}
