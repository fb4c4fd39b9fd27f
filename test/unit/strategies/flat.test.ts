import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cdd } from '../../../src/reducers/cdd';
import { ddmin } from '../../../src/reducers/ddmin';
import { defaultOptions } from '../../../src/reducers/options';
import { defaultOptions as jobDefaults } from '../../../src/reduction/searches/searchValue';
import { walk } from '../../support/walk';
import { character, chars, line, lines, word, words } from '../../../src/strategies/lists/flat';
import { matchRanges } from '../../../src/text/ranges';
import { candidateText, render, sourceText } from '../../../src/text/source';
import { mocks } from '../../support/lists';

const context = {
  reduceList: (list: Parameters<typeof cdd.search>[0]) => cdd.search(list, defaultOptions),
  parse: () => assert.fail('lines need no tree'),
  fixed: { prefix: 0, suffix: 0 },
  options: jobDefaults,
};

describe('lines', () => {
  it('keep their line ends of any kind', () => {
    const text = 'a\nb\r\nc\rd';
    const scope = { start: 0, end: text.length };
    assert.deepEqual(
      matchRanges(text, line, scope).map(({ start, end }) => text.slice(start, end)),
      ['a\n', 'b\r\n', 'c\r', 'd'],
    );
    const search = lines.search(sourceText(text), context);
    assert.equal(render(walk(search, (candidate) => candidateText(candidate).includes('b') || 'fails')), 'b\r\n');
  });

  it('keep fixed parts at both ends, and blank lines that the property needs', () => {
    const search = lines.search(sourceText('# top\n\nx\n\ny\n# end'), { ...context, fixed: { prefix: 6, suffix: 5 } });
    const result = walk(search, (candidate) => /\n\ny/.test(candidateText(candidate)) || 'fails');
    assert.equal(render(result), '# top\n\ny\n# end');
  });

  it('are one list, reduced once: the reducer tests the same candidates as for a plain list', () => {
    const { size, property } = mocks.A;
    const text = Array.from({ length: size }, (_, index) => `${index}\n`).join('');
    const reduceList = (list: Parameters<typeof cdd.search>[0]) => ddmin.search(list, defaultOptions);
    const asked = new Set<string>();
    const search = lines.search(sourceText(text), { ...context, reduceList });
    const result = walk(search, (candidate) => {
      asked.add(candidateText(candidate));
      return property(new Set(candidateText(candidate).split('\n').filter(Boolean).map(Number))) || 'fails';
    });
    assert.equal(render(result), '4\n7\n');
    assert.equal(asked.size, 14);
  });
});

const whole = (text: string, piece: RegExp) => matchRanges(text, piece).map(({ start, end }) => text.slice(start, end));

describe('words', () => {
  it('are words and signs with the blanks after them', () => {
    assert.deepEqual(whole(' a_1+ été\n\n.', word), [' ', 'a_1', '+ ', 'été\n\n', '.']);
  });

  it('do not merge', () => {
    const search = words.search(sourceText('let x=a+b;'), context);
    const property = (text: string) => /\ba\b/.test(text) && /\bb\b/.test(text);
    assert.equal(render(walk(search, (candidate) => property(candidateText(candidate)) || 'fails')), 'a b');
  });
});

describe('characters', () => {
  it('are code points, and a line end is one character', () => {
    assert.deepEqual(whole('a😀\r\n\ud800b', character), ['a', '😀', '\r\n', '\ud800', 'b']);
  });

  it('find 42 in 2424, as in the lecture', () => {
    const reduceList = (list: Parameters<typeof cdd.search>[0]) =>
      ddmin.search(list, { ...defaultOptions, order: 'subsets-first' });
    const search = chars.search(sourceText('2424'), { ...context, reduceList });
    assert.equal(render(walk(search, (candidate) => candidateText(candidate).includes('42') || 'fails')), '42');
  });
});

describe('flat strategies', function () {
  this.timeout(180_000); // many runs

  it('leave nothing out', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const piece of [line, word, character]) assert.equal(whole(text, piece).join(''), text);
      }),
    );
  });
});
