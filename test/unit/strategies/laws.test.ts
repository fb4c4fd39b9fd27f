/** Laws for every strategy with every reducer, on programs in some languages; and for the default ones, in all languages. */
import assert from 'node:assert/strict';
import { defaultReducer, reducers } from '../../../src/reducers/registry';
import { hdd, hddr } from '../../../src/strategies/lists/hdd';
import { removalRanges } from '../../../src/syntax/removal';
import type { Grammar } from '../../../src/syntax/grammar';
import { languages } from '../../../src/syntax/languages';
import { pipeline } from '../../../src/strategies/pipelines/pipeline';
import { literals } from '../../../src/strategies/lists/flat';
import { defaultStrategy, strategies } from '../../../src/strategies/registry';
import { treewide } from '../../../src/strategies/treewide/treewide';
import { edited, render, sourceText } from '../../../src/text/source';
import { tidyCuts } from '../../../src/text/tidy';
import { countTokens } from '../../../src/text/tokens';
import { everything } from '../../support/everything';
import { grammarOf } from '../../support/grammars';
import { withPass } from '../../support/passes';
import { reduceText } from '../../support/reduceText';
import { samples, someLanguages, testedSamples } from '../../support/samples';

/** No element of their results can go alone. */
const treeMinimal = [pipeline, treewide, hddr, hdd];

/** For every strategy and every reducer. */
const lawLanguages = everything ? [...someLanguages, 'tsx'] : ['javascript', 'python'];

/** The texts after deletion of one element of `text`, if they parse. */
function singleDeletions(text: string, grammar: Grammar): string[] {
  const tree = grammar.elements(text);
  return [...tree.start.keys()].slice(1).flatMap((element) => {
    const removed = new Uint8Array(tree.count);
    removed[element] = 1;
    const edits = tidyCuts(text, removalRanges(tree, removed), { start: 0, end: text.length });
    const rest = render(edited(sourceText(text), edits));
    return rest.length >= text.length || grammar.elements(rest).hasErrors ? [] : [rest];
  });
}

describe('laws: HDDr with CDD on every language', function () {
  this.timeout(180_000); // loads each grammar

  for (const [id, { text, wanted, minimum }] of testedSamples) {
    it(`${id}: the sample parses, and its result is the minimum`, async () => {
      const grammar = await grammarOf(id);
      assert.equal(grammar.elements(text).hasErrors, false);
      const property = (candidate: string) => wanted.test(candidate);
      const reduced = reduceText(text, { grammar, strategy: hddr, property }).text;
      assert.equal(reduced, minimum);
      for (const rest of singleDeletions(reduced, grammar)) assert.equal(property(rest), false, rest);
      grammar.dispose();
    });
  }

  it('have a sample of every language', () => {
    assert.deepEqual(Object.keys(samples).sort(), languages.map(({ id }) => id).sort());
  });
});

function parses(text: string, { language, elements }: Grammar): boolean {
  return language.lenient === true || !elements(text).hasErrors;
}

describe('laws: the default strategy on every language', function () {
  this.timeout(180_000); // loads each grammar

  for (const [id, { text, wanted, minimum }] of testedSamples) {
    it(`${id}: the result holds, has no syntax error, and is not larger than that of HDDr`, async () => {
      const grammar = await grammarOf(id);
      const property = (candidate: string) => wanted.test(candidate) && parses(candidate, grammar);
      const reduced = reduceText(text, { grammar, strategy: defaultStrategy, property }).text;
      assert.ok(property(reduced));
      assert.ok(countTokens(reduced) <= countTokens(minimum), reduced);
      if (!grammar.language.lenient) assert.equal(grammar.elements(reduced).hasErrors, false);
      grammar.dispose();
    });
  }
});

/** Runs that keep other words of a sample each. */
const seeds = [1, 2, 3, 4];

it('laws: a result of the default strategy does not become smaller in a second run, in 95 of 100 runs', async function () {
  this.timeout(600_000); // loads each grammar
  const smaller: string[] = [];
  for (const [id, { text }] of testedSamples) {
    const grammar = await grammarOf(id);
    const words = [...new Set(text.match(/\p{L}{2,}/gu))];
    for (const seed of seeds) {
      const some = words.filter((_, at) => (at * 7 + seed * 5) % 11 < 2);
      const property = (candidate: string) =>
        some.every((word) => candidate.includes(word)) && parses(candidate, grammar);
      const once = reduceText(text, { grammar, strategy: defaultStrategy, property }).text;
      const twice = reduceText(once, { grammar, strategy: defaultStrategy, property }).text;
      if (countTokens(twice) < countTokens(once)) smaller.push(`${id}, ${some.join(' ')}:\n${once}\n${twice}`);
    }
    grammar.dispose();
  }
  assert.ok(smaller.length <= 0.05 * seeds.length * testedSamples.length, smaller.join('\n\n'));
});

/** Every strategy with the default reducer, one with an external pass, and every reducer in one strategy. */
const pairs = [
  ...[...strategies, withPass].map((strategy) => ({ strategy, reducer: defaultReducer })),
  ...reducers.filter((reducer) => reducer !== defaultReducer).map((reducer) => ({ strategy: hddr, reducer })),
];

for (const { strategy, reducer } of pairs) {
  describe(`laws: ${strategy.name} with ${reducer.name}`, function () {
    this.timeout(180_000); // many runs

    for (const id of lawLanguages) {
      const { text, wanted } = samples[id];
      it(`${id}: the result holds, is smaller, and none of its elements can go alone`, async () => {
        const grammar = await grammarOf(id);
        const property = (candidate: string) =>
          wanted.test(candidate) && (!strategy.needsTree || parses(candidate, grammar));
        assert.ok(property(text), 'the sample has what is wanted');
        const reduced = reduceText(text, { grammar, strategy, reducer, property });
        assert.ok(property(reduced.text));
        if (strategy !== literals) assert.ok(reduced.text.length < text.length);
        const strict = strategy.needsTree && !grammar.language.lenient;
        if (strict) assert.equal(grammar.elements(reduced.text).hasErrors, false);
        if (strict && treeMinimal.includes(strategy)) {
          for (const rest of singleDeletions(reduced.text, grammar)) assert.equal(property(rest), false, rest);
        }
        grammar.dispose();
      });
    }

    it('ends if everything may go, and if nothing may', async () => {
      const grammar = await grammarOf('javascript');
      const setting = { grammar, strategy, reducer };
      const least = reduceText(samples.javascript.text, { ...setting, property: () => true }).text;
      const most = strategy === literals ? samples.javascript.text.length - 2 : samples.javascript.text.length / 4;
      assert.ok(least.length < most, least);
      const none = reduceText(samples.javascript.text, { ...setting, property: () => false });
      assert.equal(none.text, samples.javascript.text);
      grammar.dispose();
    });

    it('changes nothing outside the range to reduce', async () => {
      const grammar = await grammarOf('javascript');
      const text = samples.javascript.text;
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
