/** The laws of every strategy with every reducer, on a program of every language. */
import assert from 'node:assert/strict';
import { defaultReducer, reducers } from '../../../src/reducers/registry';
import { hddr } from '../../../src/strategies/hddr';
import { removalRanges } from '../../../src/syntax/removal';
import type { Grammar } from '../../../src/syntax/grammar';
import { literals } from '../../../src/strategies/literals';
import { strategies } from '../../../src/strategies/registry';
import { edited, render, sourceText } from '../../../src/text/source';
import { tidyCuts } from '../../../src/text/tidy';
import { grammarOf, samples } from '../../support/grammars';
import { reduceText } from '../../support/reduceText';

/** What must stay in the sample of each language, in this order. */
const wanted: Readonly<Record<string, RegExp>> = {
  javascript: /\[.*3.*\][^]*x\.push/,
  typescript: /c\(x: number[^]*Two/,
  tsx: /<ul[^]*text/,
  python: /'l'[^]*elif q/,
  c: /int b\)[^]*\{1, 2/,
  json: /"b": null[^]*-1\.5e3/,
  html: /<li>two[^]*<b>/,
};

/** The texts that the deletion of one element of `text` leads to and that parse. */
function singleDeletions(text: string, grammar: Grammar): string[] {
  const tree = grammar.elements(text);
  return [...tree.start.keys()].slice(1).flatMap((element) => {
    const removed = new Uint8Array(tree.count);
    removed[element] = 1;
    const edits = tidyCuts(text, removalRanges(tree, removed), { start: 0, end: text.length });
    const rest = render(edited(sourceText(text), edits));
    return grammar.elements(rest).hasErrors ? [] : [rest];
  });
}

/** Every strategy with the usual reducer, and every reducer in one strategy. */
const pairs = [
  ...strategies.map((strategy) => ({ strategy, reducer: defaultReducer })),
  ...reducers.filter((reducer) => reducer !== defaultReducer).map((reducer) => ({ strategy: hddr, reducer })),
];

for (const { strategy, reducer } of pairs) {
  describe(`laws: ${strategy.name} with ${reducer.name}`, () => {
    for (const [id, text] of Object.entries(samples)) {
      it(`${id}: the result holds, is smaller, and none of its elements can go alone`, async () => {
        const grammar = await grammarOf(id);
        const property = (candidate: string) => wanted[id].test(candidate);
        assert.ok(property(text), 'the sample has what is wanted');
        const reduced = reduceText(text, { grammar, strategy, reducer, property });
        assert.ok(property(reduced.text));
        if (strategy !== literals) assert.ok(reduced.text.length < text.length);
        const strict = strategy.needsTree && !grammar.language.lenient;
        if (strict) assert.equal(grammar.elements(reduced.text).hasErrors, false);
        if (strict && strategy.treeMinimal) {
          for (const rest of singleDeletions(reduced.text, grammar)) assert.equal(property(rest), false, rest);
        }
        grammar.dispose();
      });
    }

    it('ends where everything may go, and where nothing may', async () => {
      const grammar = await grammarOf('javascript');
      const setting = { grammar, strategy, reducer };
      const least = reduceText(samples.javascript, { ...setting, property: () => true }).text;
      const most = strategy === literals ? samples.javascript.length - 2 : samples.javascript.length / 4;
      assert.ok(least.length < most, least);
      const none = reduceText(samples.javascript, { ...setting, property: () => false });
      assert.equal(none.text, samples.javascript);
      grammar.dispose();
    });

    it('touches nothing outside what may be reduced', async () => {
      const grammar = await grammarOf('javascript');
      const text = samples.javascript;
      const fixed = { prefix: text.indexOf('function f'), suffix: text.length - text.indexOf('class A') };
      const asked: string[] = [];
      const property = (candidate: string) => (asked.push(candidate), candidate.includes('x.push'));
      const reduced = reduceText(text, { grammar, strategy, reducer, property, fixed }).text;
      for (const candidate of [...asked, reduced]) {
        assert.ok(candidate.startsWith(text.slice(0, fixed.prefix)));
        assert.ok(candidate.endsWith(text.slice(text.length - fixed.suffix)));
      }
      assert.ok(reduced.length < text.length - (strategy === literals ? 0 : 100));
      grammar.dispose();
    });
  });
}
