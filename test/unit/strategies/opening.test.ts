/** The opening: how many tests it takes to find what a failure needs. */
import assert from 'node:assert/strict';
import { opening } from '../../../src/strategies/needs/opening';
import { needed } from '../../../src/strategies/pipelines/needed';
import { pipeline } from '../../../src/strategies/pipelines/pipeline';
import { grammarOf } from '../../support/grammars';
import { reduceText } from '../../support/reduceText';

async function reduced(language: string | undefined, text: string, property: (text: string) => boolean) {
  const grammar = language === undefined ? undefined : await grammarOf(language);
  const result = reduceText(text, { grammar, strategy: { ...pipeline, search: opening }, property });
  grammar?.dispose();
  const asked = [...new Set(result.asked)];
  return { text: result.text.replace(/\s+/g, ' ').trim(), tests: asked.length, held: asked.map(property), asked };
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

describe('the opening', () => {
  it('finds the only member that is needed by bisection', async () => {
    const members = numbers(64).map((at) => `  m${at}: number;`);
    const text = `interface A {\n${members.join('\n')}\n}\ninterface B {\n  b: string;\n}\n`;
    const { text: rest, tests } = await reduced('typescript', text, (one) => /\bm57\b/.test(one));
    assert.equal(rest, 'interface A { m57: number }');
    assert.ok(tests <= 12, `${tests} tests`);
  });

  it('asks nothing where there is one declaration, however long the text is', async () => {
    const grammar = await grammarOf('xml');
    const text = `<svg>\n${numbers(3000)
      .map((at) => `  <path id="p${at}"/>\n`)
      .join('')}</svg>\n`;
    const property = (one: string) => /<svg>[^]*"p2999"[^]*<\/svg>/.test(one);
    const { asked } = reduceText(text, { grammar, strategy: { ...pipeline, search: needed }, property });
    grammar.dispose();
    assert.deepEqual(asked, []);
  });

  it('knows without a grammar what lines need: what stands first, or has lines in it', async () => {
    const units = numbers(30).map(
      (at) => `$size-${at}: ${at}px;\n@mixin box-${at}($a) {\n  width: $size-${at} + $a;\n}\n`,
    );
    const text = `${units.join('\n')}\n.last {\n  @include box-7(1px);\n}\n`;
    const isWhole = (one: string) =>
      [...one.matchAll(/@include ([\w-]+)/g)].every(([, name]) => one.includes(`@mixin ${name}(`)) &&
      [...one.matchAll(/\$size-\d+(?= \+)/g)].every(([name]) => one.includes(`${name}:`));
    const { text: rest, tests } = await reduced(undefined, text, (one) => isWhole(one) && one.includes('@include'));
    assert.match(rest, /^\$size-7: 7px; @mixin box-7\(\$a\) \{.*\} \.last \{ @include box-7\(1px\); \}$/);
    assert.ok(tests <= 8, `${tests} tests`);
  });

  it('knows without a grammar what the parts of a Fortran program are', async () => {
    const functions = numbers(20).map(
      (at) => `  subroutine run${at}(x)\n    integer :: x\n    x = ${at}\n  end subroutine run${at}\n`,
    );
    const module = `module work\n  implicit none\ncontains\n${functions.join('\n')}end module work\n`;
    const main = 'program main\n  use work\n  call run13(i)\nend program main\n';
    const isWhole = (one: string) =>
      /^module work$[^]*^contains$[^]*^end module work$[^]*^program main$[^]*use work[^]*^end program main$/m.test(
        one,
      ) && /subroutine run13\(x\)[^]*end subroutine run13/.test(one);
    const { text: rest, tests } = await reduced(
      undefined,
      module + main,
      (one) => isWhole(one) && one.includes('call run13'),
    );
    assert.doesNotMatch(rest, /run(?!13)\d/);
    assert.ok(tests <= 30, `${tests} tests`);
  });

  it('finds the bodies of a chain of calls without those that lie deeper', async () => {
    const body = (name: string, ...called: string[]) => `int ${name}() {\n  return ${called.join(' + ')};\n}\n`;
    // Twenty chains of eight calls each, the last one first; the failure is in the third function of a chain of its own.
    const deep = numbers(8).flatMap((level) =>
      numbers(20).map((chain) => body(`f${chain}_${7 - level}`, level === 0 ? '1' : `f${chain}_${8 - level}()`)),
    );
    const calls = numbers(20).map((chain) => `f${chain}_0()`);
    const needed = [
      ['last', '1 / 0'],
      ['middle', 'last()'],
      ['first', 'middle()', ...calls],
      ['main', 'first()'],
    ] as const;
    const own = needed.map(([name, ...called]) => body(name, ...called));
    const text = own[0] + deep.slice(0, 80).join('') + own[1] + deep.slice(80).join('') + own[2] + own[3];
    const isThere = (one: string) => needed.every(([name, call]) => one.includes(`int ${name}() {\n  return ${call}`));
    const { asked, held } = await reduced('c', text, isThere);
    const after = asked
      .slice(0, 20)
      .filter((_, at) => held[at])
      .map(({ length }) => length);
    assert.ok(Math.min(...after) < text.length / 5, `${Math.min(...after)} of ${text.length}`);
  });

  it('makes the last part of a long text smaller before it asks again, where few tests did not halve the text', async () => {
    const library = numbers(700).map(
      (at) => `function part${at}(): unknown {\n  return part${at + 1}() ?? 'some text';\n}\n`,
    );
    const others = numbers(500).map((at) => `function other${at}() {\n  return 'some text, and some more of it';\n}\n`);
    const text = `${others.join('')}${library.join('')}function part700() {}\nkeep(part0());\n`;
    const isWhole = (one: string) =>
      numbers(700).every((at) => one.includes(`part${at}(): unknown {\n  return part${at + 1}() ?? 'some text';`));
    const grammar = await grammarOf('typescript');
    const property = (one: string) => one.includes('keep()') || (one.includes('keep(part0') && isWhole(one));
    const { text: rest, asked } = reduceText(text, { grammar, strategy: pipeline, property });
    grammar.dispose();
    assert.equal(rest.trim(), 'keep()');
    assert.ok(asked.length < 200, `${asked.length} tests`);
  });
});
