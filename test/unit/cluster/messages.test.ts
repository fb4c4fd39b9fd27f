/** What jobs carry, and what workers refuse of it. */
import assert from 'node:assert/strict';
import { bytesOf, contentOf, replyFrom, testJob, testOf, type TestJob } from '../../../src/cluster/messages';
import type { Content } from '../../../src/oracle/content';
import type { Ran } from '../../../src/oracle/tester';

const base = Buffer.from('one two three four five six seven eight nine ten\n'.repeat(20));
const most = 10_000;

const job = (content: Content): TestJob =>
  testOf({ id: 'run', oracle: 'it', fileName: 'in.txt' }, base, { content, timeoutMs: 1000 });
const refused = (given: TestJob, words: RegExp, limit = most) =>
  assert.throws(() => contentOf(base, given, limit), words);

const files = {
  files: [
    { path: 'src/a.js', bytes: base.subarray(0, 100) },
    { path: 'b.js', bytes: base.subarray(200) },
  ],
};

describe('A job', () => {
  it('carries a candidate', () => {
    assert.deepEqual(contentOf(base, job(base.subarray(50)), most), base.subarray(50));
  });

  it('carries several files', () => {
    assert.deepEqual(contentOf(base, job(files), most), files);
    assert.deepEqual(bytesOf(files), Buffer.concat([base.subarray(0, 100), base.subarray(200)]));
  });

  for (const path of ['../a.js', 'src/../../a.js', '/etc/passwd', 'a/./b', '', 'C:\\a.js', 'a\0b', '..\\a.js']) {
    it(`is refused with the path ${JSON.stringify(path)}`, () => {
      const given = job(files);
      refused({ ...given, files: [[path, 100], given.files![1]] }, /^Error: Workers refuse the file name /);
    });
  }

  it('is refused if it is larger than the worker takes, whatever its edits say', () => {
    refused(
      { ...job(base), edits: [[0, 1024 ** 3]] },
      /A candidate of 1024 MB is more than a worker takes \(64 MB\)/,
      64 * 1024 ** 2,
    );
    refused({ ...job(base), edits: Array(1000).fill([0, 900]) }, /is more than a worker takes/);
  });

  it('is refused if its edits give something else than it names', () => {
    refused({ ...job(base), key: 'x' }, /does not fit the input of its run/);
    refused({ ...job(files), files: [['a.js', 5]] }, /does not fit/);
  });

  it('is read as it was sent, and refused if no client of ours sends it so', () => {
    for (const content of [base, files]) {
      const sent = JSON.parse(JSON.stringify(job(content))) as TestJob;
      assert.deepEqual(testJob.parse(sent), sent);
    }
    const given = job(files);
    for (const wrong of [
      undefined,
      'x',
      {},
      { ...given, run: { ...given.run, id: 'a:b' } },
      { ...given, timeoutMs: 2 ** 31 },
      { ...given, edits: undefined },
      { ...given, edits: [[0, -1]] },
      { ...given, edits: [[0]] },
      { ...given, files: [['a.js']] },
    ]) {
      assert.ok(!testJob.safeParse(wrong).success);
    }
  });
});

describe('A reply', () => {
  const ran: Ran = {
    exitCode: 1,
    timedOut: false,
    ms: 12,
    status: 1,
    said: { stdout: 'a\n', stderr: '' },
    output: 'a',
  };

  const sent = (what: Ran) => JSON.parse(JSON.stringify({ ran: what })) as { ran: object };

  it('says what a run did', () => {
    assert.deepEqual(replyFrom(sent(ran)).ran, { ...ran, signal: undefined });
  });

  it('is refused if no worker of ours sends it so', () => {
    const { ran: good } = sent(ran);
    for (const wrong of [
      undefined,
      'x',
      {},
      { trouble: 5 },
      { ran: { ...good, ms: '12' } },
      { ran: { ...good, status: -1 } },
      { ran: { ...good, said: { stdout: 1, stderr: '' } } },
      { ran: { ...good, timedOut: undefined } },
    ]) {
      assert.throws(() => replyFrom(wrong), /^Error: An answer does not come from a worker of Whittle/);
    }
  });

  it('has no control characters in what people see', () => {
    assert.equal(replyFrom({ trouble: 'a\u001b[31m\nb' }).trouble, 'a b');
  });
});
