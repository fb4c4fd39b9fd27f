/** Moves of parts: parts in other places, arguments in place of parameters. */
import assert from 'node:assert/strict';
import { pipeline } from '../../../src/strategies/pipelines/pipeline';
import { grammarOf } from '../../support/grammars';
import { reduceText } from '../../support/reduceText';

interface Example {
  readonly title: string;
  readonly language: string;
  readonly input: string;
  readonly wanted: string;
}

/** Names may be shortened: the property takes each word for any word, and accepts the input. */
const examples: readonly Example[] = [
  {
    title: 'the body of one function becomes that of another',
    language: 'rust',
    input: 'trait T { fn f(impl); fn g() { self <<= b } }',
    wanted: 'trait T { fn f(impl) { self <<= b } }',
  },
  {
    title: 'an expression becomes the body of a function',
    language: 'rust',
    input: 'struct S { a: [u8; b as c] } fn f();',
    wanted: 'fn f() { b as c }',
  },
  {
    title: 'a part takes the place of one of the same kind',
    language: 'rust',
    input: 'trait A<B, C> {} fn f<D>() { c::<0>() }',
    wanted: 'fn f<B, C>() { c::<0>() }',
  },
  {
    title: 'operators that the language wants in pairs are twins',
    language: 'csharp',
    input: 'class A { bool operator ==(A a) { return b; } bool operator !=(A a) { return c; } }\n',
    wanted: 'class A { }\n',
  },
  {
    title: 'twins become a child of each',
    language: 'rust',
    input: 'fn f() { if let (0, 1) = (0, 0) {} }',
    wanted: 'fn f() { if let 0 = 0 {} }',
  },
  {
    title: 'a run of tokens takes the place of a loop',
    language: 'javascript',
    input: 'while (0) for (var [] of a) b',
    wanted: 'while (0) var []',
  },
  {
    title: 'an argument takes the place of a parameter',
    language: 'rust',
    input: 'struct A<B> { d: B } static F: A<E>;',
    wanted: 'struct A { d: E } static F: A;',
  },
];

/** A pattern for the same tokens with other names and blanks. */
function alike(text: string): RegExp {
  const tokens = text.match(/\w+|[^\w\s]/g)!.map((token) => {
    if (/^[A-Za-z]$/.test(token)) return '[A-Za-z]\\w?';
    return token.replace(/[^\w]/g, '\\$&');
  });
  return new RegExp(`^${tokens.join('\\s*')}\\s*$`);
}

describe('moves of parts', function () {
  this.timeout(180_000); // loads grammars

  for (const { title, language, input, wanted } of examples) {
    it(title, async () => {
      const grammar = await grammarOf(language);
      const forms = [input, wanted].map(alike);
      const property = (rest: string) => forms.some((form) => form.test(rest));
      const { text } = reduceText(`${input}\n`, { grammar, strategy: pipeline, property });
      grammar.dispose();
      assert.match(text, forms[1]);
    });
  }
});
