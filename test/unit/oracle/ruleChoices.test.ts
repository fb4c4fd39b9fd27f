/** The rules that a user can choose from, made from real lines: each holds on its line, and a looser one on more. */
import assert from 'node:assert/strict';
import { lessonOf } from '../../../src/oracle/judging/learnedRule';
import { judgeOf } from '../../../src/oracle/judging/rule';
import { told } from '../../support/failures';

const input = { text: 'let x', fileName: 'in.js' };

function choices(stderr: string) {
  return lessonOf({ status: 1, stdout: '', stderr }, input).choices;
}

describe('the choices of a rule', () => {
  const cases: [string, string, Record<string, string>][] = [
    [
      'a panic',
      '✘ [ERROR] panic: runtime error: index out of range [5] with length 3',
      {
        numbers: '✘ [ERROR] panic: runtime error: index out of range [0] with length 0',
        kind: '✘ [ERROR] panic: runtime error: index out of range [7]',
      },
    ],
    ['an exception', "TypeError: Cannot read properties of undefined (reading 'a')", { kind: 'TypeError: f is null' }],
    [
      'an error with a code',
      "in.js(1,5): error TS2345: Argument of type 'A' is not assignable",
      { kind: 'in.js(9,1): error TS2345: Argument of another type' },
    ],
    ['a number in a name', 'NameError: utf8 is not E0382', { kind: 'NameError: other' }],
  ];
  for (const [what, line, more] of cases) {
    it(what, () => {
      const found = choices(`${line}\n`);
      assert.deepEqual(
        found.map(({ strictness }) => strictness),
        ['message', ...Object.keys(more)],
      );
      for (const { strictness, rule } of found) {
        assert.equal(judgeOf(rule)(1, { stdout: '', stderr: `${line}\n` }), 'holds', strictness);
        assert.equal(judgeOf(rule)(2, { stdout: '', stderr: `${line}\n` }), 'fails', strictness);
        const other = more[strictness];
        if (!other) continue;
        assert.equal(judgeOf(rule)(1, { stdout: '', stderr: other }), 'holds', JSON.stringify(rule));
        assert.equal(judgeOf(found[0].rule)(1, { stdout: '', stderr: other }), 'fails', other);
      }
    });
  }

  it('come with what the line says, not where a candidate lay', () => {
    const stderr = '/tmp/whittle-run-a-1/12/in.js:3:5: error: no such type\n';
    assert.equal(lessonOf({ status: 1, stdout: '', stderr }, input).message, 'error: no such type');
  });

  it('is one where the line has no other: no numbers, no name', () => {
    assert.deepEqual(
      choices('it went boom\n').map(({ strictness }) => strictness),
      ['message'],
    );
  });

  it('hold on the output that they were made from, of any program', () => {
    for (const { what, stdout = '', stderr = '', text = '', fileName = 'in.js' } of told) {
      const said = { stdout, stderr };
      for (const { strictness, rule } of lessonOf({ status: 1, ...said }, { text, fileName }).choices) {
        assert.equal(judgeOf(rule)(1, said), 'holds', `${what}, ${strictness}: ${JSON.stringify(rule)}`);
      }
    }
  });
});
