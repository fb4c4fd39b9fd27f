/** CHISEL on trees: candidates that use what they no longer declare are not tested. */
import assert from 'node:assert/strict';
import { chisel } from '../../../src/reducers/chisel';
import { hdd } from '../../../src/strategies/lists/hdd';
import { grammarOf } from '../../support/grammars';
import { reduceText } from '../../support/reduceText';

const count = 24;

/** Function n calls the ones with the numbers n / 2 and n − 5. */
const program = Array.from({ length: count }, (_, n) => {
  const called = [n >> 1, n - 5].filter((other) => other >= 0 && other !== n);
  return `function f${n}(x) {\n${called.map((other) => `  f${other}(x);\n`).join('')}  return x;\n}\n`;
}).join('');

/** What a compiler says of undeclared functions. */
function isDeclared(text: string): boolean {
  const declared = new Set(Array.from(text.matchAll(/function (f\d+)/g), ([, name]) => name));
  return Array.from(text.matchAll(/\bf\d+/g), ([name]) => name).every((name) => declared.has(name));
}

describe('the dependency analysis of CHISEL', () => {
  it('leaves out tests of candidates that lack a declaration, and finds the same result', async () => {
    const grammar = await grammarOf('javascript');
    const property = (text: string) => /f17\(x\) \{\s+f8\(/.test(text) && isDeclared(text);
    const reduced = (needs: 'off' | 'on') =>
      reduceText(program, { grammar, strategy: hdd, reducer: chisel, property, options: { needs } });
    const [analysed, plain] = [reduced('on'), reduced('off')];
    const lacking = ({ asked }: typeof plain) => asked.filter((text) => !isDeclared(text)).length;
    assert.equal(analysed.text, plain.text);
    assert.ok(lacking(plain) > 20, `${lacking(plain)} lack something`);
    // Single deletions at the end ask for all that is left, so that the result is 1-tree-minimal.
    assert.ok(lacking(analysed) <= 2, `${lacking(analysed)} lack something`);
    assert.ok(analysed.asked.length < 0.6 * plain.asked.length, `${analysed.asked.length} of ${plain.asked.length}`);
    grammar.dispose();
  });
});
