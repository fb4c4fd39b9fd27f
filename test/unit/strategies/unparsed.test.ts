/** The pass without the parse filter. */
import assert from 'node:assert/strict';
import { pipeline } from '../../../src/strategies/pipelines/pipeline';
import { grammarOf } from '../../support/grammars';
import { reduceText } from '../../support/reduceText';

describe('tokens that only the syntax needs', function () {
  this.timeout(180_000); // loads grammars

  it('go, if the property does without them; else that takes six tests at most', async () => {
    const grammar = await grammarOf('javascript');
    const text = 'f("x", { y: [1] });\n';
    const all = { grammar, strategy: pipeline };
    const isThere = (one: string) => /"x[^]*\[/.test(one);
    const { text: shortest } = reduceText(text, { ...all, options: { simplify: 'off' }, property: isThere });
    assert.match(shortest, /^"x ?\[\n?$/);
    const parses = (one: string) => /"x[^]*\[/.test(one) && !grammar.elements(one).hasErrors;
    const { asked } = reduceText(text, { ...all, property: parses });
    const broken = asked.filter((one) => grammar.elements(one).hasErrors);
    assert.ok(broken.length > 0 && broken.length <= 6, broken.join('\n'));
    grammar.dispose();
  });

  it('come back where a few of them make the text parse and the property still holds', async () => {
    const grammar = await grammarOf('javascript');
    const text = 'f(a[b]);\nlet x = (y[1]);\n';
    const property = (one: string) => /y\[1/.test(one);
    const { text: rest, asked } = reduceText(text, { grammar, strategy: pipeline, property });
    assert.ok(
      asked.some((one) => one.trim() === 'y[1'),
      asked.join('\n'),
    );
    assert.match(rest, /^y\[1\]\n?$/);
    const without = (one: string) => property(one) && !(grammar.elements(one).hasErrors === false && one.length < 12);
    assert.match(reduceText(text, { grammar, strategy: pipeline, property: without }).text, /^y ?\[1\n?$/);
    grammar.dispose();
  });

  it('go everywhere, if one of their kind went', async () => {
    const list = 'char c[]={1,2,3,4,5,6,7,8,9,10,11,12};';
    const functions = /^(?:int )?a\(\)\s*\{\s*c;\s*\}\s*(?:int )?b\(\)\s*\{\s*c;\s*\}/;
    const isThere = (rest: string) => functions.test(rest) && rest.replace(/\s/g, '').endsWith(list.replace(' ', ''));
    const grammar = await grammarOf('c');
    const given = `int a() { c; }\nint b() { c; }\n${list}\n`;
    const options = { simplify: 'off' } as const;
    const { text } = reduceText(given, { grammar, strategy: pipeline, options, property: isThere });
    grammar.dispose();
    assert.ok(!text.includes('int'), text);
  });
});
