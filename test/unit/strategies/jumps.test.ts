/** Deep nesting goes in some tens of tests. */
import assert from 'node:assert/strict';
import { defaultOptions } from '../../../src/reduction/searches/searchValue';
import { walk } from '../../support/walk';
import { hoist, jumps } from '../../../src/strategies/moves/hoists';
import { pipeline } from '../../../src/strategies/pipelines/pipeline';
import type { Strategy, StrategyContext } from '../../../src/strategies/strategy';
import { genericElements } from '../../../src/syntax/generic/elements';
import { candidateText, render, sourceText } from '../../../src/text/source';
import { grammarOf } from '../../support/grammars';
import { reduceText } from '../../support/reduceText';

const nested = (open: string, core: string, close: string, levels: number) =>
  open.repeat(levels) + core + close.repeat(levels);

interface Deep {
  readonly text: string;
  readonly property: (text: string) => boolean;
  readonly language?: string;
  readonly strategy?: Strategy;
}

/** The result, and the number of different texts tested. */
async function reduced({ text, property, language = 'json', strategy = pipeline }: Deep) {
  const grammar = await grammarOf(language);
  const result = reduceText(text, { grammar, strategy, property });
  grammar.dispose();
  return { text: result.text.trim(), tests: new Set(result.asked).size };
}

const hasX = (text: string) => text.includes('"x"');

describe('jumps', function () {
  this.timeout(180_000); // parses deep nesting

  const wrappers: [string, string, string, string, string, string][] = [
    ['brackets', 'json', '[', '"x"', ']', '"x"'],
    ['objects in lists', 'json', '{"k": [1, ', '"x"', ']}', '"x"'],
    ['brackets', 'javascript', '[', 'x', ']', 'x'],
    ['statements', 'javascript', 'if (a) { for (;;) { f(); ', 'x', '} g(); }', 'x'],
    ['brackets', 'python', '(', 'x', ')', 'x'],
    ['tags', 'html', '<div class="a"><p>text</p>', '<b>x</b>', '</div>', 'x'],
  ];
  for (const [what, language, open, core, close, rest] of wrappers) {
    it(`leave the core of 1,000 nested ${what} of ${language}`, async () => {
      const { text, tests } = await reduced({
        text: nested(open, core, close, 1000),
        property: (one) => one.includes(rest),
        language,
      });
      assert.equal(text, rest);
      assert.ok(tests < 60, `${tests} tests`);
    });
  }

  it('leave the core of 10,000 brackets', async () => {
    const { text, tests } = await reduced({ text: nested('[', '"x"', ']', 10_000), property: hasX });
    assert.equal(text, '"x"');
    assert.ok(tests < 60, `${tests} tests`);
  });

  it('find a core that is not at the end of the chain', async () => {
    const text = nested('[', `"x", ${nested('[', '', ']', 300)}`, ']', 700);
    for (const strategy of [pipeline, hoist]) {
      const { text: rest, tests } = await reduced({ text, property: hasX, strategy });
      assert.equal(rest, '"x"');
      assert.ok(tests < 100, `${strategy.name}: ${tests} tests`);
    }
  });

  it('leave as many levels as the property needs', async () => {
    const property = (text: string) => text.includes('['.repeat(100)) && text.includes(']'.repeat(100)) && hasX(text);
    const { text } = await reduced({ text: nested('[', '"x"', ']', 400), property });
    assert.equal(text, nested('[', '"x"', ']', 100));
  });

  it('come with all that stands beside the levels, where only the levels matter', async () => {
    const deepest = (text: string) =>
      Math.max(0, ...[...text.matchAll(/[[{]/g)].map((_, at, all) => levelAt(text, all[at].index)));
    const levelAt = (text: string, end: number) =>
      text.slice(0, end + 1).replace(/[^[{]/g, '').length - text.slice(0, end).replace(/[^\]}]/g, '').length;
    const given = nested('{"a": 1, "k": [null, ', '0', ', "x"], "z": {}}', 50);
    const grammar = await grammarOf('json');
    const isDeep = (text: string) => !grammar.elements(text).hasErrors && deepest(text) >= 100;
    const { asked } = reduceText(given, { grammar, strategy: pipeline, property: isDeep });
    const bare = asked.findIndex((text) => !/null|"z"|"a"/.test(text) && isDeep(text));
    grammar.dispose();
    assert.ok(bare >= 0 && bare < 5, `test ${bare}`);
  });

  const context: StrategyContext = {
    reduceList: () => assert.fail('jumps need no list'),
    parse: genericElements,
    fixed: { prefix: 0, suffix: 0 },
    options: defaultOptions,
  };

  it('work on text without a grammar', () => {
    const asked: string[] = [];
    const search = jumps(sourceText(nested('[', ' x ', ']', 1000)), context);
    const result = walk(search, (candidate) => {
      asked.push(candidateText(candidate));
      return asked.at(-1)!.includes('x') || 'fails';
    });
    assert.match(render(result), /^\[?\[? ?x ?\]?\]?$/);
    assert.ok(asked.length < 20, `${asked.length} tests`);
  });

  it('of a long text must take away a thousandth of it', () => {
    const deep = nested('[', '5', ']', 30);
    assert.equal(jumps(sourceText(`${'a b '.repeat(25)}${deep}`), context).done, false);
    assert.equal(jumps(sourceText(`${'a b '.repeat(40_000)}${deep}`), context).done, true);
  });

  it('are not tried if nothing is nested deep, or nothing may go', () => {
    const shallow = sourceText(`[[[1, 2], 3], [4, ${nested('[', '5', ']', 10)}]]`);
    assert.equal(jumps(shallow, context).done, true);
    const deep = sourceText(nested('[', 'x', ']', 100));
    assert.equal(jumps(deep, { ...context, fixed: { prefix: 101, suffix: 0 } }).done, true);
  });
});
