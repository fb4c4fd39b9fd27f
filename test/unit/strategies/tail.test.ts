/** What a person does to a small result: each move alone, on an input that shows the bug only as it is and as it is wanted. */
import assert from 'node:assert/strict';
import { pipeline } from '../../../src/strategies/pipelines/pipeline';
import { tail } from '../../../src/strategies/rewriting/moves';
import { grammarOf } from '../../support/grammars';
import { reduceText } from '../../support/reduceText';

interface Example {
  readonly title: string;
  /** None: there is no grammar. */
  readonly language?: string;
  readonly input: string;
  readonly wanted: string;
}

const examples: readonly Example[] = [
  {
    title: 'a pair of words goes with what stands before it',
    input: 'always if (d) begin b = c; end\n',
    wanted: 'always b = c;\n',
  },
  { title: 'brackets become a number, without a grammar', input: '7 / (4 - 4)\n', wanted: '7 / 0\n' },
  {
    title: 'brackets go, what is in them stays',
    language: 'javascript',
    input: 'f((a, b));\n',
    wanted: 'f(a, b);\n',
  },
  { title: 'two declarations become one', language: 'c', input: 'int a; int b;\n', wanted: 'int a, b;\n' },
  {
    title: 'a column goes with its values',
    input: 'INSERT INTO t (a, b) VALUES (1, 2), (3, 4);\n',
    wanted: 'INSERT INTO t (b) VALUES (2), (4);\n',
  },
  {
    title: 'a column of a table goes, whatever stands between its cells',
    input: '| a | b |\n|---|---|\n| 1 | 2 |\n',
    wanted: '| b |\n|---|\n| 2 |\n',
  },
  { title: 'a column goes where cells are empty', input: 'a,b,c\n,2,3\n4,,6\n', wanted: 'a,c\n,3\n4,6\n' },
  {
    title: 'a definition goes, its body stands at its uses, without a grammar',
    input: 'def f: 1;\nf | f\n',
    wanted: '1 | 1\n',
  },
  {
    title:
      'a definition that is nearly all of the text goes, too; no sign, and nothing with its own name, is its value',
    input: 'def f:\n  explode;\n\nf\n',
    wanted: 'explode\n',
  },
  {
    title: 'a variable goes, and its value stands in place of the name with its signs',
    input: 'a := sensor\nall: b\n\tcc c_$(a)d $(c)\n',
    wanted: 'all: b\n\tcc c_sensord $(c)\n',
  },
  {
    title: 'a word with signs in it is a name where blanks part words',
    input: ': a-b 100 */ ;\n: c a-b . ;\n3 c\n',
    wanted: ': c 100 */ . ;\n3 c\n',
  },
  {
    title: 'a macro goes, and its text stands at its calls, with arguments for numbers',
    input: 'define([a], [b.$1])\nc = a(d) e;\n',
    wanted: 'c = b.d e;\n',
  },
  {
    title: 'a function that only returns if something holds becomes that condition',
    input: 'function a(b) { if (b ~ /x{2}/) return 1 }\nEND { if (!a(c)) print }\n',
    wanted: 'END { if (!(c ~ /x{2}/)) print }\n',
  },
  {
    title: 'the last item goes with the sign between it and the one before, and leaves the sign at the end',
    input: 'a(X) :-\n    X > 1,\n    b.\n',
    wanted: 'a(X) :-\n    X > 1.\n',
  },
  {
    title: 'a line goes with the blank line before it',
    input: '1/1\n    a  1\n\n1/2\n    b  2\n',
    wanted: '1/1\n    a  1\n    b  2\n',
  },
  {
    title: 'an empty definition goes, its calls become 0, without a grammar',
    input: 'BEGIN { a = 3 / b() }\nfunction b() {\n}\nEND { print a }\n',
    wanted: 'BEGIN { a = 3 / 0 }\nEND { print a }\n',
  },
  {
    title: 'what is done at one place is done there',
    language: 'javascript',
    input: 'function f() { g(1); }\nif (a) f();\n',
    wanted: 'if (a) g(1);\n',
  },
  {
    title: 'a bound moves to its parameter',
    language: 'rust',
    input: 'fn f<E>() where E: B {}\n',
    wanted: 'fn f<E: B>() {}\n',
  },
  {
    title: 'a value moves to its declaration',
    language: 'c',
    input: 'f() { int x; x = 5; }\n',
    wanted: 'f() { int x = 5; }\n',
  },
  {
    title: 'a declaration goes, its uses become 0',
    language: 'c',
    input: 'f() { int c; d[c] = a(c)[c]; }\n',
    wanted: 'f() { d[0] = a(0)[0]; }\n',
  },
  {
    title: 'an attribute goes with its item',
    language: 'rust',
    input: '#[a]\nfn b() {}\nfn c() {}\n',
    wanted: 'fn c() {}\n',
  },
  {
    title: 'a statement becomes a part of itself',
    language: 'c',
    input: 'b() { d[0] = a(0)[0]; }\n',
    wanted: 'b() { return a(0); }\n',
  },
  {
    title: 'a nest of one kind becomes a shorter one of another',
    language: 'json',
    input: '{"a": {"b": [0]}}\n',
    wanted: '[[0]]\n',
  },
  {
    title: 'a scope goes, and its name with it',
    language: 'cpp',
    input: 'namespace a { int b; struct c {}; }\nint d(a::c) { return a::b; }\n',
    wanted: 'int b; struct c {};\nint d(c) { return b; }\n',
  },
  {
    title: 'a module goes with what imports from it',
    language: 'rust',
    input:
      'mod a { use super::*; pub struct b<T>(T); pub fn c() -> super::d { d }}\nuse a::{b, c};\npub struct d;\nfn main() { b(c()); a::c(); }\n',
    wanted: ' pub struct b<T>(T); pub fn c() -> d { d }\npub struct d;\nfn main() { b(c()); c(); }\n',
  },
  {
    title: 'a method that calls itself is a function',
    language: 'rust',
    input: 'struct a; impl a { fn b(&self, c: u8) { self.b(c) } }\n',
    wanted: 'struct a; fn b(c: u8) { b(c) }\n',
  },
  {
    title: 'an object becomes its one member',
    language: 'javascript',
    input: 'f = function () { return { a: g }; };\nf().a(1);\n',
    wanted: 'f = function () { return g; };\nf()(1);\n',
  },
  {
    title: 'a struct becomes its one member',
    language: 'c',
    input: 'struct s { struct t a; } b;\nf(struct s *c) { b.a = c->a; b.a.d = c->a.d; g(&c->a); }\n',
    wanted: 'struct t b;\nf(struct s *c) { b = *c; b.d = c->d; g(c); }\n',
  },
  {
    title: 'a call becomes what its function does with its arguments',
    language: 'c',
    input: 'void f(struct s *a, int b) { a->c = 2 * b; }\ng() { f(&d, e + 1); }\n',
    wanted: 'g() { d.c = 2 * (e + 1); }\n',
  },
  {
    title: 'a call that is a statement becomes the statements of its function',
    language: 'c',
    input: 'int f(int *a) { while (*a) b(a); return 0; }\ng() { f(c); }\n',
    wanted: 'g() { while (*c) b(c); }\n',
  },
  {
    title: 'a call that gives a variable its value becomes what makes this value',
    language: 'c',
    input: 'int *f(int *a) { int *b = a; c(b); return b; }\ng() { int *d = f(e); h(d); }\n',
    wanted: 'g() { int *d = e; c(d); h(d); }\n',
  },
  {
    title: 'a class whose members are public is a struct',
    language: 'cpp',
    input: 'template <class T> class a : b { public: T c; };\n',
    wanted: 'template <class T> struct a : b { T c; };\n',
  },
  {
    title: 'brackets around a list go',
    language: 'python',
    input: 'from a import (\n  b\n)\n',
    wanted: 'from a import b\n',
  },
  {
    title: 'a macro goes, its value stands at its uses',
    language: 'c',
    input: '#define A b\nvoid f() { A(1); A(2); }\n',
    wanted: 'void f() { b(1); b(2); }\n',
  },
  {
    title: 'a view is a part of the query',
    input: 'CREATE VIEW v AS SELECT b FROM a;\nSELECT b FROM v;\n',
    wanted: 'SELECT b FROM (SELECT b FROM a);\n',
  },
  {
    title: 'a comparison becomes true',
    language: 'csharp',
    input: 'class A { bool f(A a) { return a is B; } }\n',
    wanted: 'class A { bool f(A a) { return true; } }\n',
  },
  { title: 'an expression becomes a value', language: 'python', input: 'f(a + b)\n', wanted: 'f(None)\n' },
];

const tokensOf = (text: string) => (text.match(/\w+|[^\w\s]/g) ?? []).join(' ');

describe('the tail', () => {
  for (const { title, language, input, wanted } of examples) {
    it(`${title}: ${wanted.trim()}`, async () => {
      const grammar = language === undefined ? undefined : await grammarOf(language);
      const good = [input, wanted].map(tokensOf);
      const strategy = { ...pipeline, search: tail };
      const property = (rest: string) => good.includes(tokensOf(rest));
      const { text } = reduceText(input, { grammar, strategy, options: { effort: 'thorough' }, property });
      grammar?.dispose();
      assert.equal(tokensOf(text), tokensOf(wanted));
    });
  }

  it('has another turn after all moves, once an element has gone after it', async () => {
    const grammar = await grammarOf('javascript');
    const good = ['let a; let b; y; let c;', 'let a, b; y; let c;', 'let a, b; let c;', 'let a, b, c;'].map(tokensOf);
    const property = (rest: string) => good.includes(tokensOf(rest));
    const { text } = reduceText('let a; let b; y; let c;\n', { grammar, strategy: pipeline, property });
    grammar.dispose();
    assert.equal(tokensOf(text), good.at(-1));
  });

  it('ends after some tests in vain for each token that is left', () => {
    const text = 'if (a) { b(c, d); } else { e[f] = g; }\n'.repeat(4);
    const asked = (effort: 'quick' | 'normal' | 'thorough') => {
      const strategy = { ...pipeline, search: tail };
      return reduceText(text, { strategy, options: { effort }, property: (rest) => rest === text }).asked.length;
    };
    const normal = asked('normal');
    assert.ok(asked('quick') < normal && normal < asked('thorough'), `${normal}`);
    assert.ok(normal <= 3 * tokensOf(text).split(' ').length + 1, `${normal}`);
  });

  it('asks each move for its share, however many tests were in vain', async () => {
    const grammar = await grammarOf('csharp');
    const input = `class A { bool f(A a) { return a is B; } ${'void g(int a, int b) { c(a, h(d)); }\n'.repeat(9)} }\n`;
    const good = [input, input.replace('a is B', 'true')].map(tokensOf);
    const property = (rest: string) => good.includes(tokensOf(rest));
    const { text } = reduceText(input, { grammar, strategy: { ...pipeline, search: tail }, property });
    grammar.dispose();
    assert.equal(tokensOf(text), good[1]);
  });
});
