import assert from 'node:assert/strict';
import { cdd } from '../../../src/reducers/cdd';
import { ddmin } from '../../../src/reducers/ddmin';
import { defaultOptions } from '../../../src/reducers/options';
import { walk } from '../../../src/search/walk';
import { lines, linesOf } from '../../../src/strategies/lines';
import { candidateText } from '../../../src/text/candidate';
import { render, sourceText } from '../../../src/text/source';
import { mocks } from '../../support/lists';

const context = {
  reduceList: (list: Parameters<typeof cdd.search>[0]) => cdd.search(list, defaultOptions),
  parse: () => assert.fail('lines need no tree'),
  fixed: { prefix: 0, suffix: 0 },
};

describe('lines', () => {
  it('keep their line ends, whatever they are', () => {
    const text = 'a\nb\r\nc\rd';
    const scope = { start: 0, end: text.length };
    assert.deepEqual(
      linesOf(text, scope).map(({ start, end }) => text.slice(start, end)),
      ['a\n', 'b\r\n', 'c\r', 'd'],
    );
    const search = lines.search(sourceText(text), context);
    assert.equal(render(walk(search, (candidate) => candidateText(candidate).includes('b') || 'fails')), 'b\r\n');
  });

  it('leave what is fixed at both ends, and blank lines that the property needs', () => {
    const search = lines.search(sourceText('# top\n\nx\n\ny\n# end'), { ...context, fixed: { prefix: 6, suffix: 5 } });
    const result = walk(search, (candidate) => /\n\ny/.test(candidateText(candidate)) || 'fails');
    assert.equal(render(result), '# top\n\ny\n# end');
  });

  it('are one list, reduced once: the reducer asks what it would ask for a list', () => {
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
