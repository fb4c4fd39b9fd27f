/** What a deletion breaks, mended: a candidate of the tree-wide search compiles more often. */
import assert from 'node:assert/strict';
import { pipeline } from '../../../src/strategies/pipelines/pipeline';
import { Repair } from '../../../src/strategies/needs/repair';
import { removalRanges } from '../../../src/syntax/removal';
import { edited, render, sourceText } from '../../../src/text/source';
import { grammarOf } from '../../support/grammars';
import { reduceText } from '../../support/reduceText';

describe('a mended deletion', () => {
  it('lets a function of Java return something without its last statement', async () => {
    const grammar = await grammarOf('java');
    const text = 'class A {\n  int f() { g(); return 1; }\n  void g() { f(); }\n}\n';
    const tree = grammar.elements(text);
    const given = new Uint8Array(tree.count);
    for (const statement of ['return 1;', 'f();'])
      given[tree.start.findIndex((start, at) => text.slice(start, tree.end[at]) === statement)] = 1;
    const { removed, edits } = new Repair({ tree, scope: { start: 0, end: text.length } }, 'java').of(given)!;
    const rest = render(edited(sourceText(text), [...edits, ...removalRanges(tree, removed)])).replace(/\s+/g, ' ');
    grammar.dispose();
    assert.equal(rest, 'class A { int f() { g(); throw null; } void g() { } } ');
  });

  it('takes the members that statements give a function along, and puts a literal for what is read of them', async () => {
    const grammar = await grammarOf('javascript');
    const text =
      'function P() { this.at = 0; }\nP.prototype.next = function () { return { start: 1 }; };\nvar p = new P(), t = p.next();\nskip(t.start);\n';
    const tree = grammar.elements(text);
    const given = new Uint8Array(tree.count);
    given[tree.start.findIndex((start, at) => text.slice(start, tree.end[at]).startsWith('var p'))] = 1;
    const { removed, edits } = new Repair({ tree, scope: { start: 0, end: text.length } }, 'javascript').of(given)!;
    const all = [...removalRanges(tree, removed), ...edits].sort((a, b) => a.start - b.start);
    const rest = render(edited(sourceText(text), all)).trim();
    grammar.dispose();
    assert.equal(rest, 'skip(1);');
  });

  it('takes imports and variables of Go along with their last uses, whatever variables have their names', async () => {
    const grammar = await grammarOf('go');
    const text =
      'package p\nimport (\n\t"fmt"\n\tm "math/rand"\n)\nfunc f() int {\n\tx := m.Int()\n\tvar y int\n\tfmt.Println(x, y)\n\treturn 0\n}\nfunc g(fmt string) string { return fmt }\n';
    const tree = grammar.elements(text);
    const given = new Uint8Array(tree.count);
    const print = tree.start.findIndex((start, at) => text.slice(start, tree.end[at]) === 'fmt.Println(x, y)');
    given[print] = 1;
    const scope = { start: 0, end: text.length };
    const { removed, edits } = new Repair({ tree, scope }, 'go').of(given)!;
    const cuts = removalRanges(tree, removed);
    const rest = render(edited(sourceText(text), cuts)).replace(/\s+/g, ' ');
    grammar.dispose();
    assert.deepEqual(edits, []);
    assert.equal(rest, 'package p import ( ) func f() int { return 0 } func g(fmt string) string { return fmt } ');
  });

  it('has no package of Go that nothing uses but a variable with its name, also where a search ends at statements', async () => {
    const text =
      'package p\n\nimport (\n\t"net/url"\n)\n\nfunc parse() {\n\turl.Parse("a")\n}\n\nfunc get(url string) {\n\tcall(url)\n}\n';
    const property = (rest: string) => rest.includes('call(url)') && rest.includes('net/url') === rest.includes('url.');
    const options = { until: 'statements' } as const;
    const grammar = await grammarOf('go');
    const { text: rest } = reduceText(text, { grammar, strategy: pipeline, property, options });
    grammar.dispose();
    assert.doesNotMatch(rest, /parse|net/);
  });
});
