/** Workers that do not say the same of a result: there is no verdict, and who stands alone is refused. */
import assert from 'node:assert/strict';
import { agreed } from '../../../src/cluster/crew';
import type { Member } from '../../../src/cluster/member';
import { exitZero } from '../../../src/oracle/judging/rule';

const ranWith = (status: number) => {
  return { exitCode: status, status, timedOut: false, ms: 1, said: { stdout: '', stderr: '' }, output: '' };
};

/** `says`: the exit code that each worker answers with. */
function verdictOf(says: Readonly<Record<string, number>>) {
  const [refused, notices]: string[][] = [[], []];
  const told = Object.entries(says).map(([name, status]) => {
    return { member: { entry: { name } } as Member, ran: ranWith(status) };
  });
  const found = agreed(told, exitZero, {
    refuse: ({ entry }) => refused.push(entry.name),
    notice: (message) => notices.push(message),
  });
  return { found, refused, notices };
}

describe('a jury of workers', () => {
  it('has the verdict that all of them have', () => {
    for (const status of [0, 1]) {
      const { found, notices, refused } = verdictOf({ a: status, b: status, c: status });
      assert.deepEqual([found.status, found.timedOut], [status, false]);
      assert.deepEqual([notices, refused], [[], []]);
    }
  });

  it('has none if they do not agree, and refuses the one that stands alone', () => {
    const { found, notices, refused } = verdictOf({ a: 0, b: 1, c: 1 });
    assert.equal(found.timedOut, true);
    assert.deepEqual(refused, ['a']);
    assert.match(notices.join('\n'), /^The workers disagree .*: the test shows the bug on a, but not on b, c\./);
  });

  it('refuses nobody if one stands against one', () => {
    const { found, notices, refused } = verdictOf({ a: 0, b: 1 });
    assert.equal(found.timedOut, true);
    assert.deepEqual([notices.length, refused], [1, []]);
  });
});
