import assert from 'node:assert/strict';
import type { ElementTree } from '../../../src/syntax/elementTree';
import { removalRanges } from '../../../src/syntax/removal';
import { countTokens } from '../../../src/text/tokens';
import { edited, render, sourceText, type Edit } from '../../../src/text/source';
import { merged } from '../../../src/text/ranges';
import { grammarOf } from '../../support/grammars';
import { testedSamples } from '../../support/samples';

const elementsOf = async (id: string, text: string): Promise<ElementTree> => {
  const grammar = await grammarOf(id);
  try {
    return grammar.elements(text);
  } finally {
    grammar.dispose();
  }
};

const textOf = (tree: ElementTree, element: number) => tree.text.slice(tree.start[element], tree.end[element]);

/** The elements whose text is one of `texts`. */
const named = (tree: ElementTree, ...texts: string[]) =>
  [...tree.start.keys()].filter((element) => texts.includes(textOf(tree, element)));

/** Replacements, then merged deletions. */
const tidyless = (edits: readonly Edit[]) =>
  [...edits.filter(({ insert }) => insert), ...merged(edits.filter(({ insert }) => !insert))].sort(
    (a, b) => a.start - b.start,
  );

/** The text without these elements. */
function without(tree: ElementTree, elements: readonly number[]): string {
  const removed = new Uint8Array(tree.count);
  for (const element of elements) removed[element] = 1;
  return render(edited(sourceText(tree.text), tidyless(removalRanges(tree, removed))));
}

describe('elements', function () {
  this.timeout(180_000); // loads each grammar

  for (const [id, { text }] of testedSamples) {
    it(`of ${id} are nested, in pre-order, with the weight of their text`, async () => {
      const tree = await elementsOf(id, text);
      assert.equal(tree.hasErrors, false, 'the sample parses');
      assert.ok(tree.count > 20);
      for (let element = 1; element < tree.count; element++) {
        const parent = tree.parent[element];
        assert.ok(parent < element && tree.last[parent] >= tree.last[element]);
        assert.ok(tree.start[element] >= tree.start[parent] && tree.end[element] <= tree.end[parent]);
        assert.ok(tree.start[element] >= tree.start[element - 1]);
        assert.equal(tree.depth[element], tree.depth[parent] + 1);
        const startsInToken = /^\w\w$/.test(text.slice(tree.start[element] - 1, tree.start[element] + 1));
        assert.equal(tree.weight[element], countTokens(textOf(tree, element)) - Number(startsInToken));
      }
    });
  }

  it('use UTF-16 offsets, also after emoji, CJK, a byte order mark and CRLF', async () => {
    const tree = await elementsOf('javascript', '\ufeff"😀你";\r\nconst é = [1, 2];\r\nlast();\r\n');
    assert.equal(named(tree, 'last();').length, 1);
    assert.equal(named(tree, '"😀你";').length, 1);
  });

  it('are not repeated for a node with the whole text of its parent, except for its semicolon', async () => {
    const tree = await elementsOf('javascript', 'a;\nb();\n');
    assert.deepEqual(
      [...tree.start.keys()].slice(1).map((element) => textOf(tree, element)),
      ['a;', 'b();', 'b', '()'],
    );
  });

  it('of an erroneous region are its tokens', async () => {
    const tree = await elementsOf('json', '{"a": 1, ] ] }');
    assert.equal(tree.hasErrors, true);
    assert.ok(named(tree, ']').length > 0);
  });

  it('of a tree 10,000 deep are read without recursion', async () => {
    const tree = await elementsOf('json', '['.repeat(10_000) + ']'.repeat(10_000));
    assert.equal(tree.depth.at(-1), 10_000);
  });
});

describe('removal', () => {
  const lists: [string, string, string[], string][] = [
    ['the first member', '[1, 2, 3]', ['1'], '[2, 3]'],
    ['the middle member', '[1, 2, 3]', ['2'], '[1, 3]'],
    ['the last member', '[1, 2, 3]', ['3'], '[1, 2]'],
    ['the first two members', '[1, 2, 3]', ['1', '2'], '[3]'],
    ['the outer members', '[1, 2, 3]', ['1', '3'], '[2]'],
    ['every member', '[1, 2, 3]', ['1', '2', '3'], '[]'],
  ];
  for (const [what, text, gone, rest] of lists) {
    it(`of ${what} leaves a well-formed list`, async () => {
      const tree = await elementsOf('json', text);
      assert.equal(without(tree, named(tree, ...gone)), rest);
    });
  }

  it('takes a trailing separator only with the whole list', async () => {
    const tree = await elementsOf('javascript', 'f(a, b,);');
    assert.equal(without(tree, named(tree, 'b')), 'f(a,);');
    assert.equal(without(tree, named(tree, 'a', 'b')), 'f();');
  });

  it('of a member or of a comment between members removes nothing else', async () => {
    const tree = await elementsOf('javascript', 'f(a, /* b */ c);');
    assert.equal(without(tree, named(tree, 'c')), 'f(a);');
    assert.equal(without(tree, named(tree, '/* b */')), 'f(a,  c);');
  });

  it('takes the semicolon that ends a member, but not one of a for loop', async () => {
    const fields = await elementsOf('javascript', 'class A { x = 1; y = 2; m() {} }');
    assert.equal(without(fields, named(fields, 'x = 1;')), 'class A {  y = 2; m() {} }');
    const loop = await elementsOf('c', 'int main() { for (i = 0; i < 3; i++) f(); }');
    assert.equal(without(loop, named(loop, 'i < 3')), 'int main() { for (i = 0; ; i++) f(); }');
  });

  it('takes one side of a union with its bar', async () => {
    const tree = await elementsOf('typescript', `type T = 'a' | 'b';`);
    assert.equal(without(tree, named(tree, `'a'`)), `type T =  'b';`);
    assert.equal(without(tree, named(tree, `'b'`)), `type T = 'a' ;`);
  });

  it('takes the token that an optional child cannot leave behind', async () => {
    const value = await elementsOf('javascript', 'let a = 1, b;');
    assert.equal(without(value, named(value, '1')), 'let a , b;');
    const result = await elementsOf('python', 'def f() -> int: pass');
    assert.equal(without(result, named(result, 'int')), 'def f() : pass');
  });

  it('puts pass into a Python block that would be empty, unless that gains nothing', async () => {
    const block = await elementsOf('python', 'def f():\n    first()\n    # note\n    second()\n');
    assert.equal(without(block, named(block, 'first()')), 'def f():\n    \n    # note\n    second()\n');
    assert.equal(without(block, named(block, 'first()', 'second()')), 'def f():\n    pass\n    # note\n    \n');
    const short = await elementsOf('python', 'if x: y\n');
    assert.equal(without(short, named(short, 'y')), 'if x: y\n');
  });

  it('of an element under a removed one changes nothing', async () => {
    const tree = await elementsOf('json', '{"a": [1, 2], "b": 3}');
    const [pair] = named(tree, '"a": [1, 2]');
    assert.equal(without(tree, [pair, ...named(tree, '1')]), '{"b": 3}');
  });

  it('of a member keeps a token before the next member, and takes the tokens before itself', async () => {
    const bases = await elementsOf('cpp', 'class A : public B, private C, D {};');
    assert.equal(without(bases, named(bases, 'B')), 'class A : public C, D {};');
    assert.equal(without(bases, named(bases, 'C')), 'class A : public B, D {};');
    assert.equal(without(bases, named(bases, 'private')), 'class A : public B,  C, D {};');
    const fields = await elementsOf('rust', 'struct P(u8, #[x] pub u16);');
    assert.equal(without(fields, named(fields, 'u16')), 'struct P(u8);');
    assert.equal(without(fields, named(fields, 'pub')), 'struct P(u8, #[x]  u16);');
  });

  for (const [id, { text }] of testedSamples) {
    it(`of any subset of a list with separators of ${id} leaves no syntax error`, async () => {
      const grammar = await grammarOf(id);
      const tree = grammar.elements(text);
      const wrong: string[] = [];
      let all = 0;
      for (const subset of subsetsOfLists(tree)) {
        all++;
        if (grammar.elements(without(tree, subset)).hasErrors) wrong.push(without(tree, subset));
      }
      grammar.dispose();
      assert.ok(all > 0 || withoutLists.includes(id));
      assert.ok(wrong.length <= (exceptions[id] ?? 0) * all, `${wrong.length} of ${all}:\n${wrong.join('\n')}`);
    });
  }
});

/** Languages without lists with separators, in their samples and in general; for the grammars of Perl and R a comma is no separator. */
const withoutLists = ['html', 'vue', 'svelte', 'ini', 'xml', 'perl', 'r'];

/** Share of wrong subsets. Without `grammar.json` a comma joins its neighbours: `1, "b"` in `["a": 1, "b": 2]`. */
const exceptions: Readonly<Record<string, number>> = { swift: 0.1 };

/** Subsets of the members of each list in which any member may go. */
function* subsetsOfLists({ start, slot, previous, next }: ElementTree): Generator<number[]> {
  const heads = [...start.keys()].filter((element) => previous[element] < 0 && next[element] >= 0);
  for (const head of heads) {
    const members: number[] = [];
    for (let member = head; member >= 0; member = next[member]) if (slot[member] >= 0) members.push(member);
    for (let subset = 1; subset < 2 ** members.length - 1; subset++) {
      yield members.filter((_, index) => subset & (1 << index));
    }
  }
}
