import assert from 'node:assert/strict';
import fc from 'fast-check';
import { walk } from '../../support/walk';
import { isolation, type Unit } from '../../../src/strategies/isolation';
import { candidateText, render, sourceText } from '../../../src/text/source';

function isolated(passing: string, failing: string, fails: (text: string) => boolean, finest: Unit) {
  const asked: string[] = [];
  const pair = { passing: sourceText(passing), failing: sourceText(failing) };
  const result = walk(isolation(pair, finest), ({ candidate }) => {
    asked.push(candidateText(candidate));
    return fails(candidateText(candidate)) || 'fails';
  });
  const { passing: last, failing: first, changes } = result;
  return { passing: render(last), failing: render(first), changes, asked };
}

const passing = 'let a = 1;\nlet b = 2;\nlet c = 3;\nprint(a);\n';
const failing = 'let x = 1;\nlet b = 20;\nlet c = 33;\nlog(a);\n';

describe('isolation', () => {
  it('goes from lines to words to characters', () => {
    const fails = (text: string) => text.includes('33');
    const { passing: last, failing: first, changes } = isolated(passing, failing, fails, 'chars');
    assert.equal(changes, 1);
    assert.equal(first.length - last.length, 1);
    assert.equal(fails(first), true);
    assert.equal(fails(last), false);
  });

  it('stops at the chosen unit', () => {
    const fails = (text: string) => text.includes('20');
    const [lines, words] = (['lines', 'words'] as const).map((unit) => isolated(passing, failing, fails, unit));
    assert.ok(lines.passing.includes('let b = 2;\n') && lines.failing.includes('let b = 20;\n'));
    assert.equal(lines.changes, 1);
    assert.equal(words.changes, 1);
    assert.equal(words.passing.replace('let b = 2;', 'let b = 20;'), words.failing);
  });

  it('starts from the empty text if no other text passes', () => {
    const { passing: last, failing: first } = isolated('', 'a\nb\nc\nd\n', (text) => /b[^]*d/.test(text), 'lines');
    assert.ok(!/b[^]*d/.test(last));
    assert.ok(/b[^]*d/.test(first));
    assert.equal(first.length - last.length, 2);
  });

  it('ends with the failing text as it was, where one change alone makes it pass', () => {
    const fails = (text: string) => text.includes('33') || text.includes('20');
    const one = (text: string) => text.includes('33');
    assert.equal(isolated(passing, failing, one, 'words').failing, failing);
    assert.equal(isolated(passing, failing, one, 'words').passing, failing.replace('33', '3'));
    // Each of two changes alone makes it fail: no single one makes it pass.
    const mixed = isolated(passing, failing, fails, 'words');
    assert.notEqual(mixed.failing, failing);
    assert.ok(fails(mixed.failing) && !fails(mixed.passing));
  });

  it('keeps its promise for any two texts: one fails, one passes, with one change between them if the property is monotone', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'x', ' ', '\n') });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const fails = (candidate: string) => candidate === after || candidate.includes('x');
        fc.pre(!fails(before));
        const { passing: last, failing: first, changes } = isolated(before, after, fails, 'chars');
        assert.ok(fails(first) && !fails(last));
        assert.ok(changes >= 1);
      }),
    );
  });
});
