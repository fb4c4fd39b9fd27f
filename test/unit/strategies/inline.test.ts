/** Definitions that go, or move to their first use. */
import assert from 'node:assert/strict';
import { pipeline } from '../../../src/strategies/pipelines/pipeline';
import { definitions, tail } from '../../../src/strategies/rewriting/moves';
import { grammarOf } from '../../support/grammars';
import { reduceText } from '../../support/reduceText';

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

describe('inlining', () => {
  it('moves a definition without a value to its first use', async () => {
    const body = String.raw`\{ return \w+->\w+; \}$`;
    const apart = new RegExp(String.raw`^struct \w+ \{ int \w+; \}; int \w+\(struct \w+ \*\w+\) ${body}`);
    const together = new RegExp(String.raw`^int \w+\(struct \w+ \{ int \w+; \} \*\w+\) ${body}`);
    const property = (rest: string) => [apart, together].some((form) => form.test(oneLine(rest)));
    const grammar = await grammarOf('c');
    const input = 'struct pair { int left; };\nint f(struct pair *a) { return a->left; }\n';
    const { text } = reduceText(input, { grammar, strategy: pipeline, property });
    grammar.dispose();
    assert.match(oneLine(text), together);
  });

  it('puts the whole value in place of the name, however many smaller parts it has', async () => {
    const value = '[a(1), b(2), c(3), d(4), e(5), f(6), g(7), h(8), i(9)]';
    const grammar = await grammarOf('javascript');
    const strategy = { ...pipeline, search: definitions };
    const input = `const all = ${value};\nuse(all);\n${'f(0);\n'.repeat(8)}`;
    const { asked } = reduceText(input, { grammar, strategy, property: () => false });
    grammar.dispose();
    assert.ok(
      asked.some((text) => text.startsWith(`use(${value});`)),
      asked.join('\n'),
    );
  });

  const asked = async (language: string, input: string, search = tail) => {
    const grammar = await grammarOf(language);
    const strategy = { ...pipeline, search };
    const options = { effort: 'thorough' } as const;
    const all = reduceText(input, { grammar, strategy, options, property: () => false }).asked.map(oneLine);
    grammar.dispose();
    return all;
  };

  const calls = [
    {
      language: 'c',
      input: 'int c(char *a, int b) { return g(a, b); }\nvoid d() { f(c(x, 1)); }',
      result: 'void d() { f(g(x, 1)); }',
    },
    {
      language: 'c',
      input: 'void c(int a) { int b = a; g(b); }\nvoid d() { h(); c(1); }',
      result: 'void d() { h(); int b = 1; g(b); }',
    },
    {
      language: 'c',
      input: 'int f() { pair *g = &h; return g->a + 1; }',
      result: 'int f() { return h.a + 1; }',
    },
    { language: 'javascript', input: 'const c = (a) => g(a);\nlet d = c(x) + 1;', result: 'let d = g(x) + 1;' },
    {
      language: 'javascript',
      input: 'class A { c(a) { return g(a); } d() { return this.c(x); } }',
      result: 'class A { d() { return g(x); } }',
    },
    { language: 'python', input: 'def c(a):\n    return g(a)\nd = c(x)\n', result: 'd = g(x)' },
    { language: 'rust', input: 'fn c(a: u8) -> u8 { g(a) }\nfn d() { f(c(1)) }', result: 'fn d() { f(g(1)) }' },
  ];
  for (const { language, input, result } of calls)
    it(`puts the body of a function in place of its call: ${result}`, async () => {
      const found = await asked(language, input);
      assert.ok(found.includes(result), found.join('\n'));
    });

  it('lets a name mean what the definition beside it means', async () => {
    const found = await asked('rust', 'struct a { x: u8 }\nstruct b { y: b }\nfn c(d: a) { e(d) }\n');
    assert.ok(found.includes('struct b { y: b } fn c(d: b) { e(d) }'), found.join('\n'));
  });

  const loops = [
    { language: 'c', input: 'void f() { for (int i = 0; i < 4; i++) g(i + 2); }', result: 'void f() { g(3 + 2); }' },
    { language: 'javascript', input: 'for (let i = 1; i <= 4; i++) { g(i); }', result: '{ g(4); }' },
    { language: 'go', input: 'func f() { for i := 0; i < 4; i++ { g(i) } }', result: 'func f() { { g(3) } }' },
    { language: 'rust', input: 'fn f() { for i in 0..4 { g(i); } }', result: 'fn f() { { g(3); } }' },
  ];
  const longer = [
    { language: 'python', input: "b = '''c d'''", result: "b = 'c d'" },
    { language: 'c', input: 'int f() { return (&b)->c + 3; }', result: 'int f() { return b.c + 3; }' },
    { language: 'javascript', input: 'f(3 + 2);', result: 'f(5);' },
    { language: 'javascript', input: 'f(3 * 2 - 8);', result: 'f(6 - 8);' },
  ];
  for (const { language, input, result } of [...loops, ...longer]) {
    it(`puts the last turn in place of a loop that counts, and writes shorter what can be: ${language}, ${result}`, async () => {
      const all = await asked(language, input, definitions);
      assert.ok(all.includes(result), all.join('\n'));
    });
  }
});
