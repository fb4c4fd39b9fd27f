/** What is learned from a tool's failure does not hold for another failure of that tool; nor does its kind, where it has one. */
import assert from 'node:assert/strict';
import { failureKind, lessonOf } from '../../../src/oracle/judging/learnedRule';
import { failureLine } from '../../../src/oracle/judging/failureLine';
import { plainLine } from '../../../src/oracle/judging/linePattern';
import { judgeOf } from '../../../src/oracle/judging/rule';
import { describedRule } from '../../../src/oracle/judging/ruleWords';
import { tools } from '../../support/toolFailures/tools';

const said = (stderr: string) => ({ stdout: '', stderr });

describe('the kind of a failure', () => {
  it('is no sign that a report of node:test has before a message of several lines', () => {
    const tap =
      "not ok 1 - adds\n  ---\n  failureType: 'testCodeFailure'\n  error: |-\n    Expected 5\n    \n    to be 4\n";
    assert.equal(failureLine({ stdout: tap, stderr: '' })!.line.trim(), 'Expected 5');
  });

  for (const { tool, command = tool, fileName, failures } of tools) {
    const input = { text: '', fileName, command };
    for (const { kind, output, again } of failures) {
      const found = failureLine(said(output))!;
      const offered = failureKind(found, input);
      const name = kind ?? `none in "${found.line.trim().slice(0, 60)}"`;
      it(`of ${tool} is ${name}`, () => {
        const told = offered && plainLine(offered)?.trim();
        assert.equal(told, kind, offered);
        const { choices } = lessonOf({ status: 1, ...said(output) }, input);
        const others = failures.filter((one) => one.output !== output).map((one) => one.output);
        for (const { strictness, rule } of choices) {
          const judge = judgeOf(rule);
          const what = `${strictness}: ${describedRule(rule)}`;
          assert.equal(judge(1, said(output)), 'holds', what);
          if (again && (strictness === 'kind' || !kind)) assert.equal(judge(1, said(again)), 'holds', what);
          for (const other of others) assert.equal(judge(1, said(other)), 'fails', `${what}\n${other}`);
        }
      });
    }
  }
});
