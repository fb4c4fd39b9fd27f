/** Workers that do not say the same of a result: there is no verdict, and who stands alone is dismissed. */
import assert from 'node:assert/strict';
import type { Crew } from '../../../src/cluster/asking/crew';
import { Jury } from '../../../src/cluster/asking/jury';
import { jobOf, ranOf, replyOf, type TestJob } from '../../../src/cluster/jobs';
import { exitZero } from '../../../src/oracle/judging/rule';

const base = Buffer.from('one two three\n');
const job: TestJob = { ...jobOf(base, base), timeoutMs: 1000, keep: [] };

const replyFrom = (worker: string, status: number) =>
  replyOf(worker, { exitCode: status, status, timedOut: false, ms: 1, said: { stdout: '', stderr: '' }, output: '' });

/** `says`: the exit code that each worker answers with. */
function juryOf(says: Readonly<Record<string, number>>) {
  const [dismissed, notices, before]: string[][] = [[], [], []];
  const crew = {
    roster: { member: (id: string) => ({ name: id.toUpperCase() }) },
    ask(_: TestJob, __: AbortSignal, word?: string) {
      before.push(word ?? 'nobody');
      const told = Object.entries(says).map(([id, status]) => {
        return { member: { id, name: id.toUpperCase() }, reply: replyFrom(id, status) };
      });
      return Promise.resolve(told);
    },
    dismiss: (worker: string) => Promise.resolve(void dismissed.push(worker)),
  };
  const jury = new Jury(crew as unknown as Crew, exitZero, (message) => void notices.push(message));
  return { jury, dismissed, notices, before, ran: () => jury.ran(job, new AbortController().signal) };
}

describe('a jury of workers', () => {
  it('has the verdict that all of them have', async () => {
    for (const status of [0, 1]) {
      const { ran, notices, dismissed } = juryOf({ a: status, b: status, c: status });
      const found = await ran();
      assert.deepEqual([found?.ran.status, found?.ran.timedOut, found?.replies.length], [status, false, 3]);
      assert.deepEqual([notices, dismissed], [[], []]);
    }
  });

  it('has none if they do not agree, and dismisses the one that stands alone', async () => {
    const { ran, notices, dismissed } = juryOf({ a: 0, b: 1, c: 1 });
    assert.equal((await ran())?.ran.timedOut, true);
    assert.deepEqual(dismissed, ['a']);
    assert.match(notices.join('\n'), /^The workers disagree .*: the test shows the bug on A, but not on B, C\./);
  });

  it('dismisses nobody if one stands against one', async () => {
    const { ran, notices, dismissed } = juryOf({ a: 0, b: 1 });
    assert.equal((await ran())?.ran.timedOut, true);
    assert.deepEqual([notices.length, dismissed], [1, []]);
  });

  it('counts what a worker has said in the search, and asks others first', async () => {
    const { jury, ran, dismissed, before } = juryOf({ b: 1, c: 1 });
    const yes = replyFrom('liar', 0);
    jury.note(job, yes, ranOf(yes.ran!, yes.said));
    assert.equal((await ran())?.ran.timedOut, true);
    assert.deepEqual([before, dismissed], [['liar'], ['liar']]);
  });

  it('has no verdict of its own if nobody answers', async () => {
    assert.equal(await juryOf({}).ran(), undefined);
  });
});
