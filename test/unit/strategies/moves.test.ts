/** The unique strength of each kind of move. */
import assert from 'node:assert/strict';
import { hddr, perses } from '../../../src/strategies/lists/hdd';
import { hoist } from '../../../src/strategies/moves/hoists';
import { literals } from '../../../src/strategies/lists/flat';
import { pipeline } from '../../../src/strategies/pipelines/pipeline';
import { characterCodes, smallest } from '../../../src/strategies/moves/replacements';
import { tokenWindows, tokens } from '../../../src/strategies/moves/tokens';
import type { Step, Strategy } from '../../../src/strategies/strategy';
import { errorsIn } from '../../../src/syntax/filter';
import type { ChosenOptions } from '../../../src/reduction/searches/searchValue';
import { removedRanges } from '../../../src/text/source';
import { grammarOf } from '../../support/grammars';
import { reduceText } from '../../support/reduceText';

async function reduced(
  step: Strategy | Step,
  text: string,
  property: (text: string) => boolean,
  language = 'javascript',
) {
  const grammar = await grammarOf(language);
  const strategy = typeof step === 'function' ? { ...hddr, search: step } : step;
  const result = reduceText(text, { grammar, strategy, property });
  grammar.dispose();
  return result;
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

describe('single deletions', () => {
  it('take the token that an element cannot leave behind', async () => {
    const { text } = await reduced(hddr, 'let x = 1;\n', (rest) => /let x/.test(rest));
    assert.equal(text, 'let x;\n');
  });

  it('take the tokens on both sides', async () => {
    const { text } = await reduced(
      hddr,
      'def f(a) -> int:\n    return 1\n',
      (rest) => /def f.*:\n/.test(rest),
      'python',
    );
    assert.match(text, /^def f\(\):/);
  });
});

describe('hoists', () => {
  it('keep the inside, and nothing around it', async () => {
    const { text, source } = await reduced(hoist, 'if (a) {\n  while (b) {\n    call(x);\n  }\n}\n', (rest) =>
      rest.includes('call(x)'),
    );
    assert.equal(text.trim(), 'call(x);');
    assert.ok(
      source.pieces.every((piece) => !('inserted' in piece)),
      'nothing is put in',
    );
    assert.ok(removedRanges(source).length <= 2);
  });

  it('try heavy elements first, and among their descendants those of the same type', async () => {
    const { asked } = await reduced(hoist, 'if (a) { if (b) { c(d); } }\n', () => false);
    assert.equal(asked[0].trim(), 'if (b) { c(d); }');
  });
});

describe('the smallest of a kind', () => {
  it('replaces a required element', async () => {
    const { text } = await reduced(smallest, 'let a = f(1, 2, 3), b = 7;\n', (rest) => /let a = .+, b/.test(rest));
    assert.match(text, /^let a = (0|x|7|1), b = .;/);
  });
});

describe('windows of tokens', () => {
  it('widen as long as they hold', async () => {
    const words = Array.from({ length: 200 }, (_, at) => `w${at}`).join(' ');
    const windows = { ...tokens, search: tokenWindows };
    const { text, asked } = await reduced(windows, words, (rest) => rest.includes('w120'));
    assert.equal(text.trim(), 'w120');
    assert.ok(asked.length < 40, `${asked.length} tests`);
  });

  it('are also tried with tokens that have failed alone, where there is no grammar', () => {
    const text = 'SELECT a, b FROM c JOIN d ON e = f WHERE g;\n';
    const good = ['SELECTa,bFROMcWHEREg;', oneLine(text).replaceAll(' ', '')];
    const property = (rest: string) => good.includes(oneLine(rest).replaceAll(' ', ''));
    const { text: rest } = reduceText(text, { strategy: { ...tokens, search: tokenWindows }, property });
    assert.equal(oneLine(rest), 'SELECT a, b FROM c WHERE g;');
  });

  it('delete tokens that form no element', async () => {
    const { text } = await reduced(tokens, 'async function* f() { yield 1; }\n', (rest) =>
      /function f/.test(rest.replace('*', '')),
    );
    assert.equal(text.trim(), 'function f');
  });
});

describe('literals', () => {
  it('lose characters as long as they parse', async () => {
    const text = 'f("some long text", 1000);\n';
    const { text: rest } = await reduced(literals, text, (all) => /f\(".*t.*", \d+\)/.test(all));
    assert.match(rest, /^f\("t", \d\);\n$/);
  });

  it('are also the values of attributes in XML', async () => {
    const { text } = await reduced(literals, '<path d="M389.8a141.6"/>\n', (rest) => /d="M.*a.*"/.test(rest), 'xml');
    assert.equal(text, '<path d="Ma"/>\n');
  });

  it('lose half of their characters, where single ones must stay', async () => {
    const isThere = (rest: string) => [24, 13, 7].includes(/^f\("([^"]*)"\);\n$/.exec(rest)?.[1].length ?? 0);
    const { text } = await reduced(literals, 'f("abcdefghijklmnopqrstuvwx");\n', isThere);
    assert.equal(text.length, 'f("abcdefg");\n'.length);
  });
});

describe('characters', () => {
  it('become their numbers, all at once, but for those that have to be characters', async () => {
    const program = `void f(int a, char *s) {
  switch (a) {
    case 'J': s = '0';
    case '\\x84':
    case '\\n': ;
    case '\\0': ;
  }
}
`;
    const [j, x84, n, zero] = [/case ('J'|74):/, /case ('\\x84'|-124):/, /case ('\\n'|10):/, /case ('\\0'|0):/];
    const property = (rest: string) => [/s = '0'/, j, x84, n, zero].every((one) => one.test(rest));
    const { text, asked } = await reduced(characterCodes, program, property, 'c');
    assert.equal(
      oneLine(text),
      "void f(int a, char *s) { switch (a) { case 74: s = '0'; case -124: case 10: ; case 0: ; } }",
    );
    assert.ok(asked.length <= 7, `${asked.length}`);
  });

  it('become their numbers in Java too', async () => {
    const program = "class A { int f(int a) { switch (a) { case 'J': return 1; } return '\\n'; } }\n";
    const { text } = await reduced(characterCodes, program, (rest) => /case ('J'|74):/.test(rest), 'java');
    assert.match(text, /case 74: .*return 10;/);
  });
});

describe("Perses' order", () => {
  it('starts with the heaviest list, while HDDr takes lists in order', async () => {
    const text = 'function a() { x(); y(); }\nfunction g() { p(); q(); r(); s(); t(); }\n';
    const both = (rest: string) => rest.includes('function a') && rest.includes('function g');
    const firstCut = async (strategy: Strategy) => {
      const { asked } = await reduced(strategy, text, both);
      return asked.find((rest) => both(rest))!;
    };
    assert.ok((await firstCut(perses)).includes('x(); y();'));
    assert.ok((await firstCut(hddr)).includes('p(); q(); r(); s(); t();'));
  });
});

describe('moves with a switch', () => {
  const asked = async (text: string, options: Partial<ChosenOptions>, strategy = pipeline) => {
    const grammar = await grammarOf('javascript');
    const result = reduceText(text, { grammar, strategy, property: () => false, options });
    grammar.dispose();
    return result.asked.map(oneLine);
  };
  const block = 'if (c) { a(1); b(2); }\n';
  const cases: [keyof ChosenOptions, string, string][] = [
    ['unwrap', block, 'a(1); b(2);'],
    ['coupled', 'function f(a, b) {}\nf(1, 2);\n', 'function f(b) {} f(2);'],
    [
      'twins',
      'function p() { open(a); x(); }\nfunction q() { close(b); y(); }\nfunction r() { read(c); z(); }\n',
      'function p() { open(a); x(); } function q() { y(); } function r() { z(); }',
    ],
    ['simplify', 'let one = 5;\nlet two = 6;\nf(one, two);\n', 'let two = 6; f(5, two);'],
    ['simplify', 'function one() { return 5; }\nf(one());\n', 'f(5);'],
    ['simplify', 'const one = () => 5;\nf(one());\n', 'f(5);'],
    ['simplify', 'f("long text");\n', 'f(0);'],
    ['simplify', 'first(second);\n', 'a(b);'],
    ['simplify', 'f (x)\n', 'f(x)'],
  ];
  for (const [option, text, candidate] of cases) {
    it(`${option}: ${candidate} is tested if it is on, and not if it is off`, async () => {
      const all = { hoists: 'off', unwrap: 'off', coupled: 'off', twins: 'off', simplify: 'off' } as const;
      assert.ok((await asked(text, { ...all, [option]: 'on' })).includes(candidate));
      assert.ok(!(await asked(text, { ...all, [option]: 'off' })).includes(candidate));
    });
  }

  it('take lists in the chosen order and direction', async () => {
    const text = Array.from({ length: 12 }, (_, index) => `f(${index + 1});\n`).join('');
    const firstOf = async (options: Partial<ChosenOptions>) => (await asked(text, options, hddr))[0];
    assert.ok((await firstOf({})).includes('f(12)'));
    assert.ok((await firstOf({ direction: 'backward' })).includes('f(1);'));
  });
});

describe('twins', () => {
  it('go together without a known tree if neither can go alone', () => {
    const text = 'digraph {\n  {\n    a -> b\n    x -> y\n  }\n  subgraph s {\n    p\n    q\n  }\n  c -> d\n}\n';
    const needed = /^digraph \{ \{ (a -> b )?x -> y \} subgraph s \{ p q \} (c -> d )?\}$/;
    const property = (rest: string) => {
      const [all, one, other] = needed.exec(oneLine(rest)) ?? [];
      return all !== undefined && (one === undefined) === (other === undefined);
    };
    const { text: rest } = reduceText(text, { strategy: pipeline, property });
    assert.equal(oneLine(rest), 'digraph { { x -> y } subgraph s { p q } }');
  });
});

describe('the traversal of HDDr', () => {
  const text = 'f([1, 2, [4, 5]], [6, 7, 8]);';
  const withoutFirst = text.replace('4, ', '');
  const withoutSecond = text.replace('6, ', '');
  for (const [traversal, first, second] of [
    ['breadth', withoutSecond, withoutFirst],
    ['depth', withoutFirst, withoutSecond],
  ] as const) {
    it(`${traversal}: decides whether the depth of one list comes before the next list`, async () => {
      const grammar = await grammarOf('javascript');
      const { asked } = reduceText(text, { grammar, strategy: hddr, property: () => false, options: { traversal } });
      assert.ok(asked.indexOf(first) >= 0 && asked.indexOf(first) < asked.indexOf(second), asked.join('\n'));
      grammar.dispose();
    });
  }
});

describe('the default pipeline', () => {
  it('shrinks to what the property needs', async () => {
    const text =
      'class A {\n  m(p) {\n    if (p > 1) {\n      return crash("a long text");\n    }\n  }\n}\nnew A().m(2);\n';
    const { text: rest } = await reduced(pipeline, text, (all) => /crash\(".+"\)/.test(all));
    assert.match(rest, /^crash\("."\);?\n$/);
  });

  it('tries candidates that do not parse only in lenient languages', async () => {
    const text = '<form><table><tr><td><select name=y></form>\n';
    const { text: rest } = await reduced(pipeline, text, (all) => /<select name/.test(all), 'html');
    assert.equal(rest.trim().replace(/=.*/, ''), '<select name');
  });

  it('reduces a file that does not parse, and never adds syntax errors', async () => {
    const grammar = await grammarOf('javascript');
    const text = 'function f( {\n  let a = [1, 2;\n  needle(a, {b: 3});\n}\nclass { m() }\nvar x = 7;\n';
    const errorsOf = (all: string) => {
      const tree = grammar.tree(all);
      const errors = errorsIn(tree);
      tree.delete();
      return errors;
    };
    const before = errorsOf(text);
    const { text: rest, asked } = reduceText(text, {
      grammar,
      strategy: pipeline,
      property: (all) => /needle/.test(all),
    });
    assert.equal(rest.trim(), 'needle');
    for (const candidate of asked) assert.ok(errorsOf(candidate) <= before, candidate);
    grammar.dispose();
  });
});
