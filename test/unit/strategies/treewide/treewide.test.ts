import assert from 'node:assert/strict';
import { defaultOptions, type ChosenOptions } from '../../../../src/reduction/searches/searchValue';
import { done, type Search } from '../../../../src/search/search';
import { hddr } from '../../../../src/strategies/lists/hdd';
import type { Strategy, StrategyContext } from '../../../../src/strategies/strategy';
import { ofAPart } from '../../../../src/strategies/treewide/chances';
import { startState } from '../../../../src/strategies/treewide/state';
import { treewide } from '../../../../src/strategies/treewide/treewide';
import type { ElementTree } from '../../../../src/syntax/elementTree';
import { parseFilter } from '../../../../src/syntax/filter';
import type { Grammar } from '../../../../src/syntax/grammar';
import { veryLong } from '../../../../src/strategies/treewide/view';
import { removalRanges } from '../../../../src/syntax/removal';
import {
  candidateText,
  edited,
  render,
  sourceText,
  type SourceText,
  type Candidate,
} from '../../../../src/text/source';
import { tidyCuts } from '../../../../src/text/tidy';
import { grammarOf } from '../../../support/grammars';
import { reduceText } from '../../../support/reduceText';
import { samples } from '../../../support/samples';

const fixed = { prefix: 0, suffix: 0 };

describe('the tree-wide search', function () {
  this.timeout(180_000); // long runs

  let grammar: Grammar;
  before(async () => (grammar = await grammarOf('javascript')));
  after(() => grammar.dispose());

  const reduced = (
    text: string,
    property: (text: string) => boolean,
    options: Partial<ChosenOptions> = {},
    strategy: Strategy = treewide,
  ) => reduceText(text, { grammar, strategy, property, options });

  const contextOf = (isWorse?: (candidate: Candidate) => boolean): StrategyContext => ({
    reduceList: () => assert.fail('no lists'),
    parse: grammar.elements,
    fixed,
    options: defaultOptions,
    isWorse,
  });

  it('finds two of a thousand statements in few tests', () => {
    const text = Array.from({ length: 1000 }, (_, index) => `f(${index});\n`).join('');
    const both = (rest: string) => rest.includes('f(123);') && rest.includes('f(800);');
    const { text: rest, asked } = reduced(text, both);
    assert.equal(rest, 'f(123);\nf(800);\n');
    assert.ok(asked.length < 80, `${asked.length} tests`);
  });

  it('tells very long runs of which a part is used behind them from those at the end', () => {
    const functions = Array.from({ length: 8000 }, (_, index) => `function f${index}() { return f${index - 1}; }\n`);
    const { units, view } = startState(sourceText(functions.join('')), contextOf(), ({ base }) => done(base));
    const { from, to } = units;
    const long = [...view.open].filter((unit) => to[unit] - from[unit] > 1 && view.weight[unit] >= veryLong);
    const isLast = (unit: number) => view.last[unit] === units.tree.count - 1;
    assert.ok(long.some(isLast) && !long.every(isLast));
    for (const unit of long) assert.equal(view.reference[unit] === ofAPart, !isLast(unit), `${from[unit]}`);
    assert.ok([...view.open].every((unit) => view.reference[unit] !== ofAPart || long.includes(unit)));
  });

  it('needs fewer tests than HDDr where uses and definitions hang together', () => {
    const functions = Array.from({ length: 40 }, (_, index) => {
      const uses = index < 2 ? [] : [`f${index >> 1}(a);`, `f${index - 1}(b);`];
      return `function f${index}(a, b) {\n  // number ${index}\n  ${uses.join('\n  ')}\n  return a + ${index};\n}\n`;
    });
    const property = (rest: string) => {
      const defined = new Set([...rest.matchAll(/function (f\d+)/g)].map(([, name]) => name));
      const used = [...rest.matchAll(/(f\d+)\(a\);|(f\d+)\(b\);/g)].map((match) => match[1] ?? match[2]);
      return defined.has('f37') && used.every((name) => defined.has(name));
    };
    const here = reduced(functions.join(''), property);
    const there = reduced(functions.join(''), property, {}, hddr);
    assert.equal(here.text.replace(/\s+/g, ' ').trim(), 'function f37() { }');
    assert.ok(here.asked.length < there.asked.length / 2, `${here.asked.length}, HDDr ${there.asked.length}`);
  });

  it('tries what failed again when its name has lost its last use', () => {
    const text = 'function used() {\n  return 1;\n}\nlet rest = 2;\nkeep(rest);\ncall(used);\n';
    const property = (rest: string) =>
      rest.includes('keep(rest)') && (!rest.includes('used);') || rest.includes('used()'));
    assert.equal(reduced(text, property, { coupled: 'off' }).text.trim(), 'keep(rest);');
  });

  it('lets an element and what only it uses go in one test', () => {
    const text = 'import a from "a";\nwork(1);\ncall(a);\n';
    const property = (rest: string) => rest.includes('work(1)') && rest.includes('import') === rest.includes('call');
    assert.equal(reduced(text, property).text.trim(), 'work(1);');
    assert.notEqual(reduced(text, property, { coupled: 'off', hoists: 'off' }).text.trim(), 'work(1);');
  });

  it('lets an element give way to a descendant, unless hoists are off', () => {
    const property = (rest: string) => /g\(.*h\(1\)/.test(rest);
    assert.equal(reduced('g(k(m(h(1))));\n', property).text.trim(), 'g(h(1));');
    assert.notEqual(reduced('g(k(m(h(1))));\n', property, { hoists: 'off' }).text.trim(), 'g(h(1));');
  });

  it('takes the tokens beside an element along', () => {
    const { text } = reduced('g(a + b);\n', (rest) => rest.startsWith('g(a'), { hoists: 'off' });
    assert.equal(text, 'g(a);\n');
  });

  it('ends when every element has been asked for alone, of the final text', () => {
    const { text, wanted } = samples.javascript;
    const { text: rest, asked } = reduced(text, (candidate) => wanted.test(candidate));
    const tree = grammar.elements(rest);
    const alone = Array.from({ length: tree.count - 1 }, (_, index) => without(tree, index + 1));
    const parsing = alone.filter(
      (candidate) => candidate.length < rest.length && !grammar.elements(candidate).hasErrors,
    );
    assert.ok(parsing.length > 3);
    for (const candidate of parsing) assert.ok(asked.includes(candidate), candidate);
  });

  it('is a tree: walking one branch, or all again, changes nothing in another', () => {
    const { text, wanted } = samples.javascript;
    const filter = parseFilter(grammar);
    const search = treewide.search(sourceText(text), contextOf(filter.isWorse));
    const first = follow(search, wanted, false);
    const second = follow(search, wanted, true);
    const third = follow(treewide.search(sourceText(text), contextOf(filter.isWorse)), wanted, true);
    filter.dispose();
    assert.ok(first.length > 20);
    assert.deepEqual(second, first);
    assert.deepEqual(third, first);
  });
});

function without(tree: ElementTree, element: number): string {
  const removed = new Uint8Array(tree.count);
  removed[element] = 1;
  const edits = tidyCuts(tree.text, removalRanges(tree, removed), { start: 0, end: tree.text.length });
  return render(edited(sourceText(tree.text), edits));
}

/** Texts asked on the way; with `astray`, each phase is also walked the other way for a step. */
function follow(start: Search<Candidate, SourceText>, wanted: RegExp, astray: boolean): string[] {
  const asked: string[] = [];
  let current = start;
  while (!current.done) {
    const phase = current;
    if (phase.refused?.(0)) {
      current = phase.none('rejected');
      continue;
    }
    const text = candidateText(phase.alternatives.at(0)!);
    asked.push(text);
    const holds = wanted.test(text);
    if (astray) peek(holds ? phase.none('fails') : phase.held(0));
    current = holds ? phase.held(0) : phase.none('fails');
  }
  asked.push(render(current.result));
  return asked;
}

function peek(search: Search<Candidate, SourceText>): void {
  if (!search.done && !search.refused?.(0)) search.alternatives.at(0);
}
