/** The message of a test explorer against a runner's output for the same failure and for another one. */
import assert from 'node:assert/strict';
import { judgeOf } from '../../../src/oracle/judging/rule';
import { messageRule } from '../../../src/runners/messageRule';

const cases: { what: string; message: string; same: string; other: string }[] = [
  {
    what: 'an error with its code',
    message: 'AssertionError: 2 == 3\n    at Context.<anonymous> (/home/me/q/test/a.test.js:2:3)',
    same: '      AssertionError [ERR_ASSERTION]: 2 == 3\n      + expected - actual\n',
    other: '      AssertionError [ERR_ASSERTION]: 2 == 4\n',
  },
  {
    what: 'a message without a name',
    message: 'expected 2 to be 3 // Object.is equality',
    same: ' FAIL  a.spec.ts > suite\nAssertionError: expected 2 to be 3 // Object.is equality\n',
    other: 'AssertionError: expected 2 to be 4 // Object.is equality\n',
  },
  {
    what: "jest's values, in colours",
    message:
      '\u001b[2mexpect(\u001b[22mreceived\u001b[2m).toBe(\u001b[22mexpected\u001b[2m)\u001b[22m\n\nExpected: \u001b[32m3\u001b[39m\nReceived: \u001b[31m2\u001b[39m',
    same: '    expect(received).toBe(expected) // Object.is equality\n\n    Expected: 3\n    Received: 2\n',
    other: '    expect(received).toBe(expected) // Object.is equality\n\n    Expected: 5\n    Received: 2\n',
  },
  {
    what: "node's values",
    message: 'Expected values to be strictly equal:\n\n2 !== 3\n',
    same: '  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n  \n  2 !== 3\n',
    other: '  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n  \n  2 !== 4\n',
  },
  {
    what: "pytest's mark",
    message:
      'def test_one():\n>       assert two() == 3\nE       assert 2 == 3\nE        +  where 2 = two()\n\ntest_a.py:4: AssertionError',
    same: 'E       assert 2 == 3\nE        +  where 2 = two()\n',
    other: 'E       NameError: name "two" is not defined\n',
  },
  {
    what: 'a panic',
    message:
      "thread 'one' panicked at tests/parse.rs:3:5:\nassertion `left == right` failed: lost\n  left: 1\n right: 2",
    same: "thread 'one' (42) panicked at tests/parse.rs:1:1:\nassertion `left == right` failed: lost\n",
    other: "thread 'one' panicked at tests/parse.rs:1:1:\nindex out of bounds\n",
  },
];

describe('the rule for a message', () => {
  for (const { what, message, same, other } of cases) {
    it(`recognises ${what}`, () => {
      const rule = messageRule(message, { text: '', fileName: 'a.test.js' });
      const judge = judgeOf(rule!);
      const said = (text: string) => ({ stdout: text, stderr: '' });
      assert.equal(judge(1, said(same)), 'holds', JSON.stringify(rule));
      assert.equal(judge(1, { stdout: '', stderr: same }), 'holds');
      assert.equal(judge(0, said(same)), 'fails');
      assert.equal(judge(1, said(other)), 'fails', JSON.stringify(rule));
      assert.equal(judge(1, said('')), 'fails');
    });
  }

  it('is none if the message is empty', () => {
    assert.equal(messageRule(' \n', { text: '', fileName: 'a.js' }), undefined);
  });
});
