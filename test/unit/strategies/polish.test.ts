/** The last tests: their number, and their result if not all of it holds. */
import assert from 'node:assert/strict';
import { pipeline } from '../../../src/strategies/pipelines/pipeline';
import { polish } from '../../../src/strategies/moves/canonical';
import type { Strategy } from '../../../src/strategies/strategy';
import { reduceText } from '../../support/reduceText';

const alone: Strategy = { ...pipeline, search: polish };
/** Sets the step to two blanks. */
const head = 'p {\n  q {\n    r\n  }\n}\n';
const text = head + 'a {\n      b\n    }\nc {\n      d\n    }\n';

describe('the last tests', () => {
  it('remove needless indentation in one test', () => {
    const { text: rest, asked } = reduceText(text, { strategy: alone, property: () => true });
    assert.equal(rest, head + 'a {\n  b\n}\nc {\n  d\n}\n');
    assert.equal(asked.length, 1);
  });

  it('try half of the lines if not all of them can go', () => {
    const first = reduceText(text, { strategy: alone, property: (rest) => rest.includes('      d\n    }') });
    assert.equal(first.text, head + 'a {\n  b\n}\nc {\n      d\n    }\n');
    const second = reduceText(text, { strategy: alone, property: (rest) => rest.includes('      b\n    }') });
    assert.equal(second.text, head + 'a {\n      b\n    }\nc {\n  d\n}\n');
    assert.equal(second.asked.length, 3);
  });

  it('take blank lines first', () => {
    const { text: rest, asked } = reduceText(head + 'a {\n\n      b\n    }\n', {
      strategy: alone,
      property: () => true,
    });
    assert.equal(rest, head + 'a {\n  b\n}\n');
    assert.equal(asked.length, 2);
  });

  it('test nothing in tidy text', () => {
    const { asked } = reduceText(head, { strategy: alone, property: () => true });
    assert.equal(asked.length, 0);
  });
});
