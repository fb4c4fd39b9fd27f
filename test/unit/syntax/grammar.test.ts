import assert from 'node:assert/strict';
import { textOf } from '../../../src/syntax/elementTree';
import { parseFilter } from '../../../src/syntax/filter';
import { sourceText } from '../../../src/text/source';
import { grammarOf } from '../../support/grammars';

describe('a grammar', () => {
  it('reads the last text only once, then another one', async () => {
    const grammar = await grammarOf('json');
    const first = grammar.elements('[1, 2]');
    assert.equal(grammar.elements(['[1,', '2]'].join(' ')), first);
    assert.equal(grammar.elements('[1]').count, 3);
    assert.notEqual(grammar.elements('[1, 2]'), first);
    grammar.dispose();
  });

  it('of XML sees the tag behind a bracket', async () => {
    const grammar = await grammarOf('xml');
    for (const text of ['<a>x]<b/></a>', '<a>x]</a>', '<a>x]&amp;</a>', '<a><![CDATA[x]]]></a>']) {
      const tree = grammar.elements(text);
      assert.equal(tree.hasErrors, false, text);
      assert.equal(tree.text, text);
    }
    const { start, end, text } = grammar.elements('<a>x]<b/></a>');
    assert.ok([...start].some((from, element) => text.slice(from, end[element]) === '<b/>'));
    grammar.dispose();
  });

  it('of a page reads scripts, styles and data in their own languages, and counts their errors', async () => {
    const grammar = await grammarOf('html');
    const text =
      '<p>a</p><style>b { color: red }</style><script>\nc(d);\n</script><script type="x/y">e(</script><script type="application/json">{"k": 0}</script>';
    const tree = grammar.elements(text);
    const seen = Array.from(tree.type, (type, element) => `${tree.types[type]}: ${textOf(tree, element).trim()}`);
    for (const one of [
      'declaration: color: red',
      'expression_statement: c(d);',
      'arguments: (d)',
      'pair: "k": 0',
      'raw_text: e(',
    ])
      assert.ok(seen.includes(one), seen.join('\n'));
    const filter = parseFilter(grammar);
    const base = sourceText(text);
    const without = (part: string) => ({
      base,
      edits: [{ start: text.indexOf(part), end: text.indexOf(part) + part.length }],
    });
    assert.deepEqual(
      ['(d)', ')', 'red ', '}'].map((part) => filter.isWorse(without(part))),
      [false, true, true, true],
    );
    filter.dispose();
    grammar.dispose();
  });

  it('of a component knows the language of its script', async () => {
    const grammar = await grammarOf('vue');
    const tree = grammar.elements(
      '<script lang="ts" setup>\nlet a: B;\n</script>\n<template><p>{{ a.b }}</p></template>\n<docs>\nc(\n</docs>\n',
    );
    assert.equal(tree.hasErrors, false);
    for (const type of ['type_annotation', 'property_identifier']) assert.ok(tree.types.includes(type), type);
    grammar.dispose();
  });

  it('hands out trees: the caller deletes each, and the text can be read again', async () => {
    const grammar = await grammarOf('json');
    for (let turn = 0; turn < 3; turn++) {
      const tree = grammar.tree('[1, {"a": 2}]');
      assert.equal(
        tree.rootNode.toString(),
        '(document (array (number) (object (pair key: (string (string_content)) value: (number)))))',
      );
      tree.delete();
    }
    assert.equal(grammar.elements('[1, {"a": 2}]').hasErrors, false);
    grammar.dispose();
  });
});
