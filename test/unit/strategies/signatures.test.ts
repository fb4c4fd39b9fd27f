/** Coupled deletions of groups after names: the candidates, and the gain for the default pipeline. */
import assert from 'node:assert/strict';
import { pipeline } from '../../../src/strategies/pipelines/pipeline';
import { definitions } from '../../../src/strategies/rewriting/moves';
import type { Strategy } from '../../../src/strategies/strategy';
import { grammarOf } from '../../support/grammars';
import { reduceText } from '../../support/reduceText';

const alone: Strategy = { ...pipeline, search: definitions };

async function reduced(strategy: Strategy, language: string, text: string, property: (text: string) => boolean) {
  const grammar = language === 'none' ? undefined : await grammarOf(language);
  const { text: rest, asked } = reduceText(text, { grammar, strategy, property });
  grammar?.dispose();
  return { rest: oneLine(rest), asked: asked.map(oneLine) };
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

const asked = async (language: string, text: string) => (await reduced(alone, language, text, () => false)).asked;

describe('signatures', () => {
  it('a parameter goes with its arguments and its uses, or without its uses', async () => {
    const all = await asked('javascript', 'function f(a, b) { g(b); return a; }\nf(1, 2);\nf(3, 4);\n');
    assert.ok(all.includes('function f(a) { g(); return a; } f(1); f(3);'), all.join('\n'));
    assert.ok(all.includes('function f(a) { g(b); return a; } f(1); f(3);'));
    assert.ok(all.includes('function f(b) { g(b); return a; } f(2); f(4);'));
  });

  it('a group after a type goes with the groups after names that thereby lose their only member', async () => {
    const text =
      'enum Slot<T> { Free, Taken(T) }\ntype One = Slot<()>;\nfn f(s: One) { match s { One::Taken(_slot) => {} } }\n';
    const all = await asked('rust', text);
    const rest = 'enum Slot { Free, Taken } type One = Slot; fn f(s: One) { match s { One::Taken => {} } }';
    assert.ok(all.includes(rest), all.join('\n'));
  });

  it('what is called where it stands has its arguments in place of its parameters', async () => {
    const all = await asked('javascript', '(function (a, b) { f(b); g(a); })(c, d);\n');
    assert.ok(all.includes('(function (a) { f(d); g(a); })(c);'), all.join('\n'));
    const inside = await asked('javascript', '(function (a) { f(a); }(b));\n');
    assert.ok(inside.includes('(function () { f(b); }());'), inside.join('\n'));
  });

  it('what a method is called on is no argument', async () => {
    const python = await asked('python', 'class A:\n    def f(self, a, b):\n        g(a)\n\nx.f(1, 2)\n');
    assert.ok(python.includes('class A: def f(self, a): g(a) x.f(1)'), python.join('\n'));
    const optional = await asked('javascript', 'function f(a, b = 1) { g(b); }\nf(2);\n');
    assert.ok(optional.includes('function f(b = 1) { g(b); } f();'), optional.join('\n'));
    const rust = await asked('rust', 'impl A { fn f(&self, a: u8) {} }\nfn g(x: A) { x.f(1) }\n');
    assert.ok(rust.includes('impl A { fn f(&self) {} } fn g(x: A) { x.f() }'), rust.join('\n'));
  });

  it('a constructor has the arguments of what is made of its class', async () => {
    const cpp = await asked('cpp', 'struct f { f(int b) {} };\nint g() { f h(1); }\n');
    assert.ok(cpp.includes('struct f { f() {} }; int g() { f h(); }'), cpp.join('\n'));
    const template = await asked('cpp', 'template <class T> struct f { f(T, T b) {} };\nint g() { f<int> h(1, 2); }\n');
    assert.ok(
      template.includes('template <class T> struct f { f(T) {} }; int g() { f<int> h(1); }'),
      template.join('\n'),
    );
    const javascript = await asked('javascript', 'class A { constructor(b, c) { g(b); } }\nnew A(1, 2);\n');
    assert.ok(javascript.includes('class A { constructor(b) { g(b); } } new A(1);'), javascript.join('\n'));
    const python = await asked('python', 'class A:\n    def __init__(self, b, c):\n        g(b)\n\nA(1, 2)\n');
    assert.ok(python.includes('class A: def __init__(self, b): g(b) A(1)'), python.join('\n'));
  });

  it('a conversion of a format goes with its argument, and all go at once', async () => {
    const all = await asked('c', 'f(int a, int b) { printf("x %d %02lx\\n", a, b); }\n');
    assert.ok(all.includes('f(int a, int b) { printf("x\\n"); }'), all.join('\n'));
    assert.ok(all.includes('f(int a, int b) { printf("x %d\\n", a); }'));
  });

  it('an array becomes a plain variable', async () => {
    const all = await asked('c', 'int f(void) { int marks[3]; marks[0] = 1; return marks[0]; }\n');
    assert.ok(all.includes('int f(void) { int marks; marks = 1; return marks; }'), all.join('\n'));
  });

  it('text without a grammar has signatures too', async () => {
    const all = await asked('none', 'fun f(a, b)\n  x = a\nf(1, 2)\n');
    assert.ok(all.includes('fun f(a) x = a f(1)'), all.join('\n'));
    assert.ok(all.includes('fun f x = a f'));
  });

  it('take the default pipeline further than single deletions', async () => {
    const text = 'def f(a, b):\n    crash()\n\nf(1, 2)\nf(3, 4)\n';
    const property = (rest: string) => {
      const sizes = [...rest.matchAll(/f\(([^)]*)\)/g)].map(
        ([, inside]) => inside.split(',').length * +(inside !== ''),
      );
      return rest.includes('crash()') && sizes.length === 3 && new Set(sizes).size === 1;
    };
    const { rest } = await reduced(pipeline, 'python', text, property);
    assert.equal(rest, 'f() crash() f() f()');
  });
});
