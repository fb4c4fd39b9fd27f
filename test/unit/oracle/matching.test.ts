/** Patterns with a time limit. */
import assert from 'node:assert/strict';
import { inTurn, judgeOf, matchInTime, slowPattern, tooSlow } from '../../../src/oracle/judging/rule';

const forever = new AbortController().signal;
const matched = (pattern: string, text: string) => matchInTime([pattern], () => new RegExp(pattern, 'm').test(text));

describe('a pattern', () => {
  const long = 'a'.repeat(1_000_000);
  for (const [pattern, text] of [
    ['(a+)+$', `${'a'.repeat(60)}!`],
    ['.*x.*y', long],
    ['^(?=(a|a)+b)', 'a'.repeat(60)],
    ['(a*)*\\1b', 'a'.repeat(60)],
    ['(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)'.repeat(5) + 'b', 'a'.repeat(60)],
    ['\\s+$', `${' '.repeat(1_000_000)}x`],
  ]) {
    it(`is given up if it takes too long: /${pattern.slice(0, 40)}/`, () => {
      assert.equal(matched(pattern, text), undefined);
    });
  }

  it('has its answer in time otherwise, also after one that had not, and throws what it throws', () => {
    for (const pattern of ['^b$', '^\\s*b$', '(?<=\\n)b\\+|b', 'a\\{2']) {
      const text = 'a{2\nb\n';
      assert.equal(matched(pattern, text), new RegExp(pattern, 'm').test(text));
    }
    assert.throws(() => matchInTime(['a+'], () => assert.fail('mine')), /mine/);
  });

  it('is named if the rule has several; there is no verdict then, but only if the exit code is right', () => {
    const rule = { exit: { codes: [1] }, match: [{ pattern: 'a' }], noMatch: [{ pattern: '(a+)+$' }] };
    const judge = judgeOf(rule);
    const said = { stdout: `${'a'.repeat(60)}!`, stderr: '' };
    assert.equal(judge(1, said), 'unresolved');
    assert.equal(judge(0, said), 'fails');
    assert.equal(slowPattern(rule, said), '(a+)+$');
    assert.equal(slowPattern(rule, { stdout: 'a', stderr: '' }), undefined);
    assert.match(tooSlow('(a+)+$'), /^The pattern \/\(a\+\)\+\$\/ .*\.$/);
  });

  it('that is slow lets this thread hear others before the next one is matched', async () => {
    const heard: string[] = [];
    setImmediate(() => heard.push('a signal'));
    const slow = inTurn(forever, () => {
      heard.push('first');
      return matched('(a+)+$', `${'a'.repeat(60)}!`);
    });
    const next = inTurn(forever, () => heard.push('second'));
    assert.equal(await slow, undefined);
    await next;
    await assert.rejects(
      inTurn(forever, () => assert.fail('mine')),
      /mine/,
    );
    assert.equal(await inTurn(forever, () => 7), 7);
    assert.deepEqual(heard, ['first', 'a signal', 'second']);
  });
});
