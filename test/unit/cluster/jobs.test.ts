/** What jobs carry, and what workers refuse of it. */
import assert from 'node:assert/strict';
import { contentOf, jobOf, bytesOf, ranOf, replyOf, type TestJob } from '../../../src/cluster/jobs';
import type { Content } from '../../../src/oracle/content';
import type { Ran } from '../../../src/oracle/tester';

const base = Buffer.from('one two three four five six seven eight nine ten\n'.repeat(20));
const most = 10_000;

const job = (content: Content): TestJob => ({ ...jobOf(base, content), timeoutMs: 1000, keep: [] });
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
      refused(
        { ...given, files: [[path, 100], given.files![1]] },
        /^Error: The worker refuses a file outside its directory/,
      );
    });
  }

  it('is refused if it is larger than the worker takes, whatever its edits say', () => {
    refused(
      { ...job(base), edits: { size: 1024 ** 3, pieces: [] } },
      /A candidate of 1024 MB is more than a worker takes \(64 MB\)/,
      64 * 1024 ** 2,
    );
    refused({ ...job(base), edits: { size: 10, pieces: Array(1000).fill([0, 900]) } }, /does not fit/);
  });

  it('is refused if its edits give something else than it names', () => {
    refused({ ...job(base), key: 'x' }, /does not fit the input of its run/);
    refused({ ...job(files), files: [['a.js', 5]] }, /does not fit/);
    refused({ ...job(base), edits: undefined as never }, /is more than a worker takes|does not fit/);
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

  it('says what a run did', () => {
    const reply = JSON.parse(JSON.stringify(replyOf('w', ran)));
    assert.deepEqual(ranOf(reply.ran, reply.said), ran);
  });

  it('is short if nothing was said', () => {
    const quiet = { ...ran, said: { stdout: '', stderr: '' }, output: '' };
    const reply = replyOf('w', quiet);
    assert.equal(reply.said, undefined);
    assert.deepEqual(ranOf(reply.ran!, undefined), quiet);
  });
});
