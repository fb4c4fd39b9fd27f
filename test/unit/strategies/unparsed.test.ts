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
    const { text: rest } = reduceText(text, { ...all, property: (one) => /"x[^]*\[/.test(one) });
    assert.match(rest, /^"x ?\[\n?$/);
    const parses = (one: string) => /"x[^]*\[/.test(one) && !grammar.elements(one).hasErrors;
    const { asked } = reduceText(text, { ...all, property: parses });
    const broken = asked.filter((one) => grammar.elements(one).hasErrors);
    assert.ok(broken.length > 0 && broken.length <= 6, broken.join('\n'));
    grammar.dispose();
  });

  it('go everywhere, if one of their kind went', async () => {
    const list = 'char c[]={1,2,3,4,5,6,7,8,9,10,11,12};';
    const functions = /^(?:int )?a\(\)\s*\{\s*c;\s*\}\s*(?:int )?b\(\)\s*\{\s*c;\s*\}/;
    const isThere = (rest: string) => functions.test(rest) && rest.replace(/\s/g, '').endsWith(list.replace(' ', ''));
    const grammar = await grammarOf('c');
    const given = `int a() { c; }\nint b() { c; }\n${list}\n`;
    const { text } = reduceText(given, { grammar, strategy: pipeline, property: isThere });
    grammar.dispose();
    assert.ok(!text.includes('int'), text);
  });
});
