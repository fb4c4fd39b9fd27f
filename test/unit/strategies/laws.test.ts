/** The laws of every strategy with every reducer, on programs of some languages; and of the usual ones, on all. */
import assert from 'node:assert/strict';
import { defaultOptions } from '../../../src/reducers/options';
import type { ListReducer } from '../../../src/reducers/list';
import { defaultReducer, reducers } from '../../../src/reducers/registry';
import { rejecting } from '../../../src/search/compose';
import { walk } from '../../../src/search/walk';
import { removalRanges } from '../../../src/syntax/removal';
import { parseFilter } from '../../../src/syntax/filter';
import type { Grammar } from '../../../src/syntax/grammar';
import { languages } from '../../../src/syntax/languages';
import { defaultStrategy, strategies } from '../../../src/strategies/registry';
import type { Fixed, Strategy } from '../../../src/strategies/strategy';
import { candidateText } from '../../../src/text/candidate';
import { edited, render, sourceText } from '../../../src/text/source';
import { tidyCuts } from '../../../src/text/tidy';
import { grammarOf } from '../../support/grammars';
import { samples } from '../../support/samples';

interface Setting {
  readonly grammar: Grammar;
  readonly strategy: Strategy;
  readonly reducer: ListReducer;
  readonly property: (text: string) => boolean;
}

const someLanguages = ['javascript', 'typescript', 'tsx', 'python', 'c', 'json', 'html'];

const nothingFixed: Fixed = { prefix: 0, suffix: 0 };

function reduceText(text: string, { grammar, strategy, reducer, property }: Setting, fixed = nothingFixed) {
  const filter = parseFilter(grammar);
  const context = {
    reduceList: (list: Parameters<ListReducer['search']>[0]) => reducer.search(list, defaultOptions),
    parse: grammar.elements,
    fixed,
  };
  const search = strategy.search(sourceText(text), context);
  let tests = 0;
  const result = walk(strategy.needsTree ? rejecting(search, filter.isWorse) : search, (candidate) => {
    tests++;
    return property(candidateText(candidate)) || 'fails';
  });
  filter.dispose();
  return { text: render(result), tests };
}

/** The texts that the deletion of one element of `text` leads to and that parse. */
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

describe('laws: the usual strategy and reducer', () => {
  for (const [id, { text, wanted, minimum }] of Object.entries(samples)) {
    it(`${id}: the sample parses, and what is left of it is the minimum`, async () => {
      const grammar = await grammarOf(id);
      assert.equal(grammar.elements(text).hasErrors, false);
      const property = (candidate: string) => wanted.test(candidate);
      const reduced = reduceText(text, { grammar, strategy: defaultStrategy, reducer: defaultReducer, property }).text;
      assert.equal(reduced, minimum);
      for (const rest of singleDeletions(reduced, grammar)) assert.equal(property(rest), false, rest);
      grammar.dispose();
    });
  }

  it('have a sample of every language', () => {
    assert.deepEqual(Object.keys(samples).sort(), languages.map(({ id }) => id).sort());
  });
});

for (const strategy of strategies) {
  for (const reducer of reducers) {
    describe(`laws: ${strategy.name} with ${reducer.name}`, () => {
      for (const id of someLanguages) {
        const { text, wanted } = samples[id];
        it(`${id}: the result holds, is smaller, and none of its elements can go alone`, async () => {
          const grammar = await grammarOf(id);
          const property = (candidate: string) => wanted.test(candidate);
          assert.ok(property(text), 'the sample has what is wanted');
          const reduced = reduceText(text, { grammar, strategy, reducer, property });
          assert.ok(property(reduced.text));
          assert.ok(reduced.text.length < text.length);
          if (strategy.needsTree) {
            assert.equal(grammar.elements(reduced.text).hasErrors, false);
            for (const rest of singleDeletions(reduced.text, grammar)) assert.equal(property(rest), false, rest);
          }
          grammar.dispose();
        });
      }

      it('ends where everything may go, and where nothing may', async () => {
        const grammar = await grammarOf('javascript');
        const setting = { grammar, strategy, reducer };
        const least = reduceText(samples.javascript.text, { ...setting, property: () => true }).text;
        assert.ok(least.length < samples.javascript.text.length / 4, least);
        const most = reduceText(samples.javascript.text, { ...setting, property: () => false });
        assert.equal(most.text, samples.javascript.text);
        grammar.dispose();
      });

      it('touches nothing outside what may be reduced', async () => {
        const grammar = await grammarOf('javascript');
        const text = samples.javascript.text;
        const fixed = { prefix: text.indexOf('function f'), suffix: text.length - text.indexOf('class A') };
        const asked: string[] = [];
        const property = (candidate: string) => (asked.push(candidate), candidate.includes('x.push'));
        const reduced = reduceText(text, { grammar, strategy, reducer, property }, fixed).text;
        for (const candidate of [...asked, reduced]) {
          assert.ok(candidate.startsWith(text.slice(0, fixed.prefix)));
          assert.ok(candidate.endsWith(text.slice(text.length - fixed.suffix)));
        }
        assert.ok(reduced.length < text.length - 100);
        grammar.dispose();
      });
    });
  }
}
