/** Received and expected values in the messages of runners, and the literals of sources that have one of them. */
import assert from 'node:assert/strict';
import { exchangesIn, literalsIn } from '../../../src/failingTests/literals';
import { grammarOf } from '../../support/grammars';

describe('the values of a message', () => {
  for (const [message, received, expected] of [
    ['Expected values to be strictly equal:\n\n18 !== 19\n', 18, 19],
    ['assert 18 == 19\n +  where 18 = rate(0)', 18, 19],
    ["assert 'a b' == 'a-b'", 'a b', 'a-b'],
    ['5 != 7', 5, 7],
    ['expected 5 to equal 7', 5, 7],
    ["expected 'a' to be 'b' // Object.is equality", 'a', 'b'],
    ['expected -1 to deeply equal 1.5', -1, 1.5],
    ['expect(received).toBe(expected)\n\nExpected: 7\nReceived: 5', 5, 7],
    ['Expected values to be strictly equal:\nexpected: true\nactual: false', false, true],
  ] as const) {
    it(`are exchanged: ${JSON.stringify(message)}`, () => {
      const exchanges = exchangesIn(message);
      assert.deepEqual(exchanges.get(JSON.stringify(received)), expected);
      assert.deepEqual(exchanges.get(JSON.stringify(expected)), received);
    });
  }

  it('are none where there are none', () => {
    for (const message of ['', 'boom', 'expected [ 1 ] to deeply equal [ 2 ]', '5 == 5', 'Cannot read x of undefined'])
      assert.equal(exchangesIn(message).size, 0, message);
  });
});

describe('a literal of the sources', () => {
  const found = async (language: string, text: string, message: string) => {
    const grammar = await grammarOf(language);
    const tree = grammar.tree(text);
    const all = literalsIn(tree.rootNode, exchangesIn(message)).map(({ node, other }) => [
      text.slice(node.startIndex - 2, node.endIndex),
      other,
    ]);
    tree.delete();
    grammar.dispose();
    return all;
  };

  it('is exchanged where a call may stand in its place', async () => {
    const script = `'a';\nimport x from 'a';\nexport const y = 'a';\nconst z = { 'a': 'a' };\nf("a", 'b', 'ab', \`a\`);\n`;
    assert.deepEqual(await found('javascript', script, "expected 'a' to be 'b'"), [
      ["= 'a'", 'b'],
      [": 'a'", 'b'],
      ['f("a"', 'b'],
      [", 'b'", 'a'],
    ]);
    assert.deepEqual(await found('javascript', 'f(-1, 1, x - 1);', '-1 !== 3'), [['f(-1', 3]]);
    assert.deepEqual(await found('typescript', "type A = 'a';\nconst x: 'a' = 'a';\n", "'a' !== 'b'"), [
      ["= 'a'", 'b'],
    ]);
    assert.deepEqual(await found('python', "'a'\nx = {'a': 'a'}\ny = 'a' 'c'\nf(k=True)\n", "assert 'a' == 'b'"), [
      [": 'a'", 'b'],
    ]);
    const steps = 'for (let i = 1; i < 1; i += 1) f(1);\nj += 1;\n';
    assert.deepEqual(await found('javascript', steps, '1 !== 2'), [['f(1', 2]]);
    assert.deepEqual(await found('python', 'f(k=True)\n', 'expected: False\nactual: True'), [['k=True', false]]);
  });
});
