/** What a deletion breaks, mended: a candidate of the tree-wide search compiles more often. */
import assert from 'node:assert/strict';
import { pipeline } from '../../../src/strategies/pipelines/pipeline';
import { Repair } from '../../../src/strategies/needs/repair';
import { removalRanges } from '../../../src/syntax/removal';
import { edited, render, sourceText } from '../../../src/text/source';
import { grammarOf } from '../../support/grammars';
import { reduceText } from '../../support/reduceText';

/** The text after the elements that begin so are deleted, in one line. */
async function mended(language: string, text: string, ...gone: readonly string[]) {
  const grammar = await grammarOf(language);
  const tree = grammar.elements(text);
  grammar.dispose();
  const given = new Uint8Array(tree.count);
  for (const one of gone) given[tree.start.findIndex((start, at) => at > 0 && text.startsWith(one, start))] = 1;
  const { removed, edits } = new Repair({ tree, scope: { start: 0, end: text.length } }, language).of(given)!;
  const all = [...removalRanges(tree, removed), ...edits].sort((a, b) => a.start - b.start);
  return render(edited(sourceText(text), all))
    .replace(/\s+/g, ' ')
    .trim();
}

describe('a mended deletion', () => {
  it('lets a function of Java return something without its last statement', async () => {
    const text = 'class A {\n  int f() { g(); return 1; }\n  void g() { f(); }\n}\n';
    const rest = 'class A { int f() { g(); throw null; } void g() { } }';
    assert.equal(await mended('java', text, 'return 1;', 'f();'), rest);
  });

  it('takes the members that statements give a function along, and puts a literal for what is read of them', async () => {
    const text =
      'function P() { this.at = 0; }\nP.prototype.next = function () { return { start: 1 }; };\nvar p = new P(), t = p.next();\nskip(t.start);\n';
    assert.equal(await mended('javascript', text, 'var p'), 'skip(1);');
  });

  it('implements a trait for another type', async () => {
    const text = 'enum A {}\nimpl B for A {}\nimpl A { fn c() {} }\nfn d(_: A) {}\n';
    assert.equal(await mended('rust', text, 'enum A'), 'impl B for u8 {} fn d(_: u8) {}');
  });

  it('takes imports and variables of Go along with their last uses, whatever variables have their names', async () => {
    const text =
      'package p\nimport (\n\t"fmt"\n\tm "math/rand"\n)\nfunc f() int {\n\tx := m.Int()\n\tvar y int\n\tfmt.Println(x, y)\n\treturn 0\n}\nfunc g(fmt string) string { return fmt }\n';
    const rest = 'package p import ( ) func f() int { return 0 } func g(fmt string) string { return fmt }';
    assert.equal(await mended('go', text, 'fmt.Println'), rest);
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
