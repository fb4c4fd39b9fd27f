/** The name under which verdicts of an oracle are kept. */
import assert from 'node:assert/strict';
import { braces, fixedText, template } from '../../../src/oracle/processes/command';
import { oracleIdentity } from '../../../src/oracle/property';

import { ruleFrom, type RuleWords } from '../../../src/oracle/judging/ruleWords';
import type { VerdictRule } from '../../../src/oracle/judging/rule';
const ruleOf = (words: RuleWords) => ruleFrom(words) as VerdictRule;

describe('the identity of an oracle', () => {
  const command = { invocation: { line: template('grep x {}', braces) }, cwd: fixedText('/a') };
  const usual = { command, rule: ruleOf({ exit: '1,2', match: 'x' }) };

  it('is the same for what judges the same', () => {
    const copy = JSON.parse(JSON.stringify(usual)) as typeof usual;
    assert.equal(oracleIdentity(copy), oracleIdentity(usual));
    assert.equal(oracleIdentity({ ...usual, rule: ruleOf({ exit: '2,1', match: 'x' }) }), oracleIdentity(usual));
    assert.equal(oracleIdentity({ ...usual, repeat: { runs: 1, need: 1 } }), oracleIdentity(usual));
  });

  it('is another for another command, directory, environment, rule or repetition', () => {
    const others = [
      { ...usual, command: { ...command, invocation: { line: template('grep y {}', braces) } } },
      { ...usual, command: { ...command, invocation: { line: fixedText('grep x {}') } } },
      { ...usual, command: { ...command, invocation: { program: fixedText('grep x {}'), args: [] } } },
      { ...usual, command: { ...command, cwd: fixedText('/b') } },
      { ...usual, command: { ...command, env: { A: fixedText('1') } } },
      { ...usual, command: { ...command, stdin: true } },
      { ...usual, rule: ruleOf({ exit: '1,2', match: 'stderr:x' }) },
      { ...usual, rule: ruleOf({ exit: '1,2', noMatch: 'x' }) },
      { ...usual, rule: ruleOf({ exit: 'not 1,2', match: 'x' }) },
      { ...usual, repeat: { runs: 3, need: 2 } },
    ];
    const identities = [usual, ...others].map(oracleIdentity);
    assert.equal(new Set(identities).size, identities.length);
  });
});
