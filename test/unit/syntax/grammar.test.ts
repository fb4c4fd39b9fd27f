import assert from 'node:assert/strict';
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
