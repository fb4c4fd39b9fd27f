/** Conditions that are turned round: in which order, and where. */
import assert from 'node:assert/strict';
import type { TurnableSources } from '../../../src/failingTests/turning';
import { inOrder, onlyAsserts, orderOf, turnsIn } from '../../../src/failingTests/turns';

/** Conditions of one file. */
const sources = (count: number): TurnableSources => ({
  files: [],
  all: Array.from({ length: count }, (_, line) => ({ path: 'a.js', line, text: 'x', isReturn: false })),
});

describe('conditions that are turned round', () => {
  it('are those first that a test reaches seldom, and of them the latest', () => {
    const log = ['0 1 1 1', '1 1 1 2', '2 1 9 3', '3 1 2 4', '3 2 7 5', '4 1 1 6'];
    const reached = turnsIn(log.join('\n'), sources(5), (line) => `line ${line}`);
    const first = reached.filter(({ statement }) => statement === 'line 1').map(({ number }) => number);
    assert.deepEqual(first, [4, 1, 0, 3, 2]);
  });

  it('are several of the failing statement for one of each other', () => {
    const log = [1, 2].flatMap((line) => [0, 1, 2, 3, 4].map((number) => `${number} ${line} 1 ${10 - number}`));
    const all = sources(5);
    const turns = inOrder(turnsIn(log.join('\n'), all, String), all, '2', 60);
    assert.deepEqual(
      turns.slice(0, 6).map(({ statement }) => statement),
      ['1', '2', '2', '2', '2', '1'],
    );
    assert.equal(turns.length, 10);
  });

  it('are not turned below another line that reads like a rest of the statement', () => {
    const statement = 'expect(() => both.parse("ab")).toThrow();';
    const text = `both.parse("a");\nparse("b");\n});\n  ${statement}\n`;
    const [number, where] = JSON.parse(orderOf({ number: 3, statement }, text)) as [number, string];
    assert.deepEqual([number, where.split('\0')], [3, [statement, 'both.parse("a");', 'parse("b");']]);
  });
});

describe('a statement before the failing one', () => {
  const cases: readonly [only: boolean, statement: string, before: string, failing: string][] = [
    [true, 'expect(parse(all.a)).toBe(1)', 'const all = { a: 1, b: 2 };', 'expect(parse(all.b)).toBe(2)'],
    [true, 'sample(3, weights=[])', 'with self.assertRaises(TypeError):\n    ', 'sample(4, weights=[])'],
    [true, 'assert total(1) == 1', '', 'assert total(2) == 2'],
    [false, 'configure(1)', '', 'assert total(2) == 2'],
    [false, 'expectCalls(1)', '', 'expect(total(2)).toBe(2)'],
    [false, 'assert cart.pop() == 1', 'cart = Cart()\n', 'assert cart.pop() == 2'],
    [false, 'assert popall(cart) == 1', 'def test_pops(cart):\n    ', 'assert popall(cart) == 2'],
    [false, 'self.assertEqual(self.cart.pop(), 1)', 'self.cart = Cart()\n', 'self.assertEqual(self.cart.pop(), 2)'],
  ];
  for (const [only, statement, before, failing] of cases)
    it(`${only ? 'only asserts' : 'may be needed'}: ${statement}`, () => {
      const range = { start: before.length, end: before.length + statement.length };
      assert.equal(onlyAsserts(range, `${before}${statement}\n${failing}`, failing), only);
    });
});
