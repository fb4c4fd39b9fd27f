import assert from 'node:assert/strict';
import type { FailureRule } from '../../../src/oracle/judging/failureRule';
import { headOf } from '../../../src/vscode/runs/head';

const learned = (message: string, pattern: string) => ({
  command: 'node check.js ${file}',
  rule: { exit: { codes: [1] }, match: [{ pattern }] },
  learned: true,
  message,
});

const failure: FailureRule = {
  ...{ runner: 'mocha', file: 'cart.test.js', test: 'sums', kind: 'TypeError', said: 'x is not a function' },
  lines: ['x();'],
};

const failing = (passesAt?: string) => [
  { command: 'mocha', rule: { exit: { codes: [0], not: true }, failure: { ...failure, passesAt } }, learned: true },
];

describe('the head of a run', () => {
  it('shows the message of a failure', () => {
    const rules = [learned('error: no such type', 'error: no such type$')];
    const { bugs, command } = headOf({ rules, about: { typed: 'cc ${file}' } });
    assert.deepEqual(bugs, ['"error: no such type" (exit code 1)']);
    assert.equal(command, 'cc ${file}');
  });

  it('shows the words of a problem in place of its expression, and which programs word it differently', () => {
    const rules = [{ command: 'tsc', rule: { match: [{ pattern: '^(?=.*Not\\s+so).*TS1' }] }, learned: false }];
    const { bugs, notes } = headOf({ rules, about: { bug: 'TS1: Not so', worded: ['tsc 5.2.2', 'TypeScript 5.9.3'] } });
    assert.deepEqual(bugs, ['"TS1: Not so"']);
    assert.deepEqual(notes, ['tsc 5.2.2 words it in another way than TypeScript 5.9.3 in the editor']);
  });

  it('says that a command succeeds while the bug is there', () => {
    const rules = [{ command: 'grep -q x ${file}', rule: { exit: { codes: [0] } }, learned: false }];
    const { bugs, command, notes } = headOf({ rules });
    assert.deepEqual(bugs, ['the command succeeds (exit code 0)']);
    assert.deepEqual([command, notes], ['grep -q x ${file}', []]);
  });

  it('has the place of a failing test, and where it passes, or why that is not known', () => {
    const about = { place: 'cart.test.js:41', git: true };
    const { bugs, notes } = headOf({ rules: failing('HEAD~1 (1a2b3c4)'), about });
    assert.deepEqual(bugs, ['TypeError: x is not a function in the test "sums" · cart.test.js:41']);
    assert.deepEqual(notes, ['Passes at HEAD~1 (1a2b3c4)']);
    const without = (git: boolean) => headOf({ rules: failing(), about: { git } }).notes[0];
    assert.equal(without(false), 'No git: the result may be larger');
    assert.match(without(true)!, /^No revision found .*: the result may be larger$/);
  });

  it('says how sure it is', () => {
    const sure = (held: number, runs: number, repeats = false) =>
      headOf({ rules: [], about: { shown: { held, runs }, repeats } }).notes[0];
    assert.equal(sure(3, 3), 'The bug showed in 3 of 3 runs');
    assert.equal(sure(1, 1), 'The bug showed in 1 run');
    assert.equal(sure(2, 3), 'The bug shows in only 2 of 3 runs: the result may be wrong');
    assert.equal(sure(2, 3, true), 'The bug shows in 2 of 3 runs: each candidate is tested several times');
  });
});
