/** Workers that do not say the same of a result: there is no verdict, and who stands alone is refused. */
import assert from 'node:assert/strict';
import { Jury } from '../../../src/cluster/jury';
import type { Member } from '../../../src/cluster/member';
import { exitZero } from '../../../src/oracle/judging/rule';

const key = 'of a candidate';

const ranWith = (status: number) => {
  return { exitCode: status, status, timedOut: false, ms: 1, said: { stdout: '', stderr: '' }, output: '' };
};

const member = (name: string) => ({ entry: { name } }) as Member;

/** `says`: the exit code that each worker answers with. */
function juryOf(says: Readonly<Record<string, number>>) {
  const [refused, notices]: string[][] = [[], []];
  const told = Object.entries(says).map(([name, status]) => ({ member: member(name), ran: ranWith(status) }));
  const refuse = ({ entry }: Member) => void refused.push(entry.name);
  const jury = new Jury(exitZero, refuse, (message) => void notices.push(message));
  return { jury, refused, notices, outcome: () => jury.outcome(key, told) };
}

describe('a jury of workers', () => {
  it('has the verdict that all of them have', () => {
    for (const status of [0, 1]) {
      const { outcome, notices, refused } = juryOf({ a: status, b: status, c: status });
      const found = outcome();
      assert.deepEqual([found.status, found.timedOut], [status, false]);
      assert.deepEqual([notices, refused], [[], []]);
    }
  });

  it('has none if they do not agree, and refuses the one that stands alone', () => {
    const { outcome, notices, refused } = juryOf({ a: 0, b: 1, c: 1 });
    assert.equal(outcome().timedOut, true);
    assert.deepEqual(refused, ['a']);
    assert.match(notices.join('\n'), /^The workers disagree .*: the test shows the bug on a, but not on b, c\./);
  });

  it('refuses nobody if one stands against one', () => {
    const { outcome, notices, refused } = juryOf({ a: 0, b: 1 });
    assert.equal(outcome().timedOut, true);
    assert.deepEqual([notices.length, refused], [1, []]);
  });

  it('counts what a worker has said in the search, and asks others first', () => {
    const { jury, outcome, refused } = juryOf({ b: 1, c: 1 });
    const liar = member('liar');
    jury.note(key, { member: liar, ran: ranWith(0) });
    assert.equal(jury.before(key), liar);
    assert.equal(outcome().timedOut, true);
    assert.deepEqual(refused, ['liar']);
  });
});
