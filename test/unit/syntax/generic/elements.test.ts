/** The tree of text without a grammar: its shape for small files of many kinds, and laws for any text. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ElementTree } from '../../../../src/syntax/elementTree';
import { genericElements } from '../../../../src/syntax/generic/elements';
import { imbalance } from '../../../../src/syntax/generic/opaque';
import { removalRanges } from '../../../../src/syntax/removal';
import { merged } from '../../../../src/text/ranges';
import { edited, render, sourceText } from '../../../../src/text/source';
import { countTokens } from '../../../../src/text/tokens';
import { files, nonsense } from '../../../support/generic';

const textOf = (tree: ElementTree, element: number) => tree.text.slice(tree.start[element], tree.end[element]);

/** The first element with this text; it must exist. */
function named(tree: ElementTree, text: string): number {
  const element = [...tree.start.keys()].slice(1).find((one) => textOf(tree, one) === text);
  assert.ok(element !== undefined, `no element ${JSON.stringify(text)}`);
  return element;
}

const typeOf = (tree: ElementTree, text: string) => tree.types[tree.type[named(tree, text)]];

const childrenOf = (tree: ElementTree, parent: number) =>
  [...tree.start.keys()].filter((element) => tree.parent[element] === parent).map((element) => textOf(tree, element));

function without(text: string, ...gone: string[]): string {
  const tree = genericElements(text);
  const removed = new Uint8Array(tree.count);
  for (const one of gone) removed[named(tree, one)] = 1;
  return render(edited(sourceText(text), merged(removalRanges(tree, removed))));
}

describe('generic elements', function () {
  this.timeout(180_000); // long texts

  it('of SQL are statements over several lines, their columns, their rows', () => {
    const tree = genericElements(files.sql);
    const table = "CREATE TABLE t (\n  id INT,\n  name TEXT DEFAULT 'a;b'\n);";
    assert.deepEqual(childrenOf(tree, named(tree, table)), ['CREATE', 'TABLE', 't', table.slice(15, -1), ';']);
    assert.deepEqual(childrenOf(tree, named(tree, table.slice(15, -1))), ['id INT', "name TEXT DEFAULT 'a;b'"]);
    assert.equal(typeOf(tree, "'a;b'"), 'string');
    assert.equal(typeOf(tree, '-- two rows'), 'comment');
    assert.equal(without(files.sql, "(2, 'it''s')"), files.sql.replace(", (2, 'it''s')", ''));
  });

  it('of dot are statements in braces in paragraphs, attributes, edges', () => {
    const tree = genericElements(files.dot);
    assert.equal(typeOf(tree, 'a -> b;\n  b -> c [label="x y"];'), 'paragraph');
    assert.deepEqual(childrenOf(tree, named(tree, 'a -> b;')), ['a', '->', 'b', ';']);
    assert.equal(typeOf(tree, '[label="x y"]'), 'group[]');
    assert.equal(typeOf(tree, 'shape=box'), 'item');
    assert.equal(without(files.dot, 'shape=box'), files.dot.replace('shape=box, ', ''));
  });

  it('of SCSS are rules with their selectors, declarations with their semicolon', () => {
    const tree = genericElements(files.scss);
    assert.equal(typeOf(tree, '.a,\n.b {\n  color: red;\n  &:hover { margin: 0 1px }\n}'.slice(4)), 'line');
    assert.equal(without(files.scss, '.a'), files.scss.replace('.a,\n', ''));
    assert.equal(without(files.scss, 'color: red;'), files.scss.replace('color: red;', ''));
    assert.equal(typeOf(tree, '// sits here'), 'comment');
  });

  it('of a pipe over lines are its members; the last one goes without what ends the pipe', () => {
    const text = 'def a:\n  b\n  | c;\n\na\n';
    assert.deepEqual(childrenOf(genericElements(text), named(genericElements(text), 'b\n  | c;')), ['b', 'c', ';']);
    assert.equal(without(text, 'c'), 'def a:\n  b\n  ;\n\na\n');
  });

  it('of an expression are calls, and END before a brace closes no BEGIN', () => {
    assert.equal(without('BEGIN { a=3/b(c) }\nEND { print a }\n', 'b(c)'), 'BEGIN { a=3/ }\nEND { print a }\n');
    assert.equal(typeOf(genericElements('BEGIN{a=b[i]+f(x)}END{c}'), 'f(x)'), 'call');
    assert.equal(typeOf(genericElements('begin a end'), 'begin a end'), 'group end');
    assert.equal(without('BEGIN{a}END{c}', 'END'), 'BEGIN{a}{c}');
  });

  it('of an indented list are nested lines', () => {
    const tree = genericElements('a\n  b\n    c\n  d\ne\n');
    assert.equal(typeOf(tree, 'a\n  b\n    c\n  d'), 'line');
    assert.equal(typeOf(tree, 'b\n    c\n  d'), 'block');
    assert.deepEqual(childrenOf(tree, named(tree, 'b\n    c\n  d')), ['b\n    c', 'd']);
  });

  it('of Markdown are paragraphs, items and their words', () => {
    const tree = genericElements(files.markdown);
    assert.equal(typeOf(tree, '- one\n  - deeper (a, b)\n- two'), 'paragraph');
    assert.equal(typeOf(tree, '- one\n  - deeper (a, b)'), 'line');
    assert.equal(typeOf(tree, "Don't"), 'term');
    assert.equal(typeOf(tree, '```sh\nrm -r "$x"\n```'), 'string');
  });

  it('of tags are the attributes, and the contents between them', () => {
    const tree = genericElements(files.xml);
    assert.equal(typeOf(tree, '<item id="1" kind="a">\n    <b>text</b> more\n  </item>'), 'tag');
    assert.equal(typeOf(tree, 'id="1" kind="a"'), 'attributes');
    assert.equal(typeOf(tree, '<b>text</b> more'), 'content');
    assert.equal(typeOf(tree, '<b>text</b>'), 'tag');
    assert.equal(typeOf(tree, '<item/>'), 'group<>');
    assert.equal(
      without(files.xml, '<b>text</b> more').replace(/\s/g, ''),
      files.xml.replace('<b>text</b> more', '').replace(/\s/g, ''),
    );
  });

  it('keep a body with its head if words or a brace on its own line mark the end', () => {
    const shell = 'if a\nthen\n  b\nelse\n  c\nfi\nd\n';
    assert.equal(typeOf(genericElements(shell), shell.slice(0, -3)), 'line');
    const allman = 'void f()\n// note\n{\n  g();\n}\nh();\n';
    assert.equal(typeOf(genericElements(allman), allman.slice(0, -6)), 'line');
    assert.equal(typeOf(genericElements('.a | if . then b else c end | d'), 'if . then b else c end'), 'group end');
  });

  it('keep what is between a line and the one that closes it by its name, also if that is not indented', () => {
    const verilog = 'module a(b);\ninput b;\n\nfunction c;\nc = b;\nendfunction\nendmodule\n\nmodule d;\nendmodule\n';
    const [first] = verilog.split('\n\nmodule d');
    assert.equal(typeOf(genericElements(verilog), first), 'line');
    assert.equal(typeOf(genericElements(verilog), 'function c;\nc = b;\nendfunction'), 'line');
    assert.equal(without(verilog, first).trim(), 'module d;\nendmodule');
    assert.equal(typeOf(genericElements('Sub A\nx\nEnd Sub\ny\n'), 'Sub A\nx\nEnd Sub'), 'line');
    // These close nothing.
    const lists = ['model: a\nendmodel: b\nc: d\n', 'a\nendpoint\n'].map((text) => genericElements(text));
    assert.deepEqual(
      lists.map((tree) => childrenOf(tree, 0)),
      [
        ['model: a', 'endmodel: b', 'c: d'],
        ['a', 'endpoint'],
      ],
    );
  });

  it('of a list over lines take their commas along, after the lines or before them', () => {
    assert.equal(without('f(a,\n  b,\n  c)', 'b'), 'f(a,\n  c)');
    assert.equal(without('f(a,\n  b,\n  c)', 'c'), 'f(a,\n  b)');
    assert.equal(without('f(\n  a\n  , b\n  , c\n)', 'a'), 'f(\n  \n  b\n  , c\n)');
    assert.equal(without('f(a, // note\n  b)', 'b'), 'f(a)');
    assert.equal(without('f(a,\n\n  // note\n  b,\n  c)', 'a'), 'f(// note\n  b,\n  c)');
    assert.equal(without('(x; y; z)', 'z'), '(x; y)');
    assert.equal(without('[a, b,]', 'a', 'b'), '[]');
  });

  it('distinguish brackets in strings and comments from real ones', () => {
    assert.equal(typeOf(genericElements('f("(", a) // :)\n'), '("(", a)'), 'group()');
    assert.equal(typeOf(genericElements(".x | (a // 'b')\n"), "(a // 'b')"), 'group()');
    assert.equal(typeOf(genericElements("isn't (a) and 'b)'\n"), "'b)'"), 'string');
  });

  for (const sign of [')', '(', ']', '"', '`', '<', ',', ';', '|', '\0', '😀', '\ud83d']) {
    it(`keep a single ${JSON.stringify(sign)} as an element`, () => {
      const tree = genericElements(`a\nb ${sign}\n`);
      assert.ok(named(tree, sign) > 0 || tree.separator.some((start) => start >= 0));
    });
  }
});

describe('laws: generic elements', function () {
  this.timeout(180_000); // many texts

  const holds = (text: string) => {
    const tree = genericElements(text);
    assert.deepEqual([tree.start[0], tree.end[0], tree.parent[0]], [0, text.length, -1]);
    for (let element = 1; element < tree.count; element++) {
      const parent = tree.parent[element];
      const [start, end] = [tree.start[element], tree.end[element]];
      assert.ok(parent < element && tree.last[parent] >= tree.last[element]);
      assert.ok(start < end && start >= tree.start[parent] && end <= tree.end[parent]);
      assert.ok(parent === 0 || start > tree.start[parent] || end < tree.end[parent], 'not all of its parent');
      assert.ok(element > tree.last[element - 1] ? start >= tree.end[element - 1] : start >= tree.start[element - 1]);
      assert.equal(tree.depth[element], tree.depth[parent] + 1);
      assert.equal(tree.weight[element], countTokens(textOf(tree, element)));
      assert.match(textOf(tree, element), /^\S(?:[^]*\S)?$/u);
    }
    return tree;
  };

  it('they are nested, in pre-order, and none equals its parent, for any text', () => {
    fc.assert(
      fc.property(nonsense, (text) => void holds(text)),
      { numRuns: 500 },
    );
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void holds(text)));
  });

  it('without them nothing of a text is left', () => {
    fc.assert(
      fc.property(nonsense, (text) => {
        const tree = holds(text);
        const removed = new Uint8Array(tree.count).fill(1, 1);
        assert.equal(render(edited(sourceText(text), merged(removalRanges(tree, removed)))).trim(), '');
      }),
      { numRuns: 2000 },
    );
  });

  it('leave brackets as balanced as before, without any of them', () => {
    const text = fc.string({ unit: fc.constantFrom('(', ')', '[', ']', '{', '}', ' ', 'x', ',', '\n'), maxLength: 30 });
    fc.assert(
      fc.property(text, (draw) => {
        const tree = genericElements(draw);
        for (let element = 1; element < tree.count; element++) {
          const removed = new Uint8Array(tree.count);
          removed[element] = 1;
          const rest = render(edited(sourceText(draw), merged(removalRanges(tree, removed))));
          assert.ok(imbalance(rest) <= imbalance(draw), rest);
        }
      }),
    );
  });

  it('of any subset of a list leave a list', () => {
    const member = fc.constantFrom('a', 'b c', '(d, e)', '"f, g"', '{h}', '-1');
    const between = fc.constantFrom(', ', ',', ',\n  ');
    const list = fc.array(fc.tuple(member, between), { minLength: 2, maxLength: 7 });
    fc.assert(
      fc.property(list, fc.nat(), fc.boolean(), (members, subset, trailing) => {
        const inner = members.map(
          ([text, sign], index) => text + (index < members.length - 1 ? sign : trailing ? ',' : ''),
        );
        const text = `f(${inner.join('')})`;
        const tree = genericElements(text);
        const { next, previous } = tree;
        const all = [...tree.start.keys()].filter(
          (one) => tree.depth[one] === 2 && (next[one] >= 0 || previous[one] >= 0),
        );
        const removed = new Uint8Array(tree.count);
        all.forEach((one, index) => (removed[one] = (subset >> index) & 1));
        const rest = render(edited(sourceText(text), merged(removalRanges(tree, removed))));
        assert.doesNotMatch(rest.replace(/"[^"]*"/g, 's'), /,\s*,|\(\s*,/, rest);
        assert.ok(trailing || !/,\s*\)/.test(rest), rest);
      }),
    );
  });

  it('are found without recursion, in linear time, in runs of limited length', () => {
    const deep = genericElements('({['.repeat(5000) + ']})'.repeat(5000));
    assert.equal(deep.depth.at(-1), 15_000);
    for (const unit of [
      'word ',
      '{"a":1},',
      '"\\"',
      '/* ',
      "'",
      '(',
      '<a ',
      '<a>',
      'do fi ',
      ' // ',
      'a;',
      '\n x',
      ',',
      ', a',
      '\n# x',
      '|\n',
    ]) {
      const tree = genericElements(unit.repeat(20_000));
      const children = new Map<number, number>();
      for (const parent of tree.parent) children.set(parent, (children.get(parent) ?? 0) + 1);
      assert.ok(Math.max(...children.values()) <= 1000, unit);
    }
  });
});
