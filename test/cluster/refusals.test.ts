/** What a cluster refuses, each in one sentence. */
import assert from 'node:assert/strict';
import { testOf, type TestJob } from '../../src/cluster/messages';
import { keys } from '../../src/cluster/terms';
import { whittle } from '../support/cli';
import { household } from './household';
import { seldom } from '../support/seldom';

const { redis, worker, reduce, write, directory, answerTo, nothingOfRuns } = household('secret');

const base = Buffer.from('needle\nhay\nhay\n');
const ours = { id: 'r', oracle: 'it', fileName: 'in.txt' };
const job = (more: Partial<TestJob> = {}): TestJob => ({
  ...testOf(ours, base, { content: base, timeoutMs: 1000 }),
  ...more,
});

const far = (url: string, name: string, ...more: string[]) =>
  reduce('in.txt', '--redis', url, '--oracle', name, '-o', 'far.txt', ...more);

describe('A cluster refuses', () => {
  beforeEach(() => write('in.txt', base));

  const refusals: [string, () => Promise<{ stderr: string; code: number | null }>, RegExp][] = [
    [
      'a wrong password',
      () => far(redis.url.replace('secret', 'wrong'), 'it'),
      /^whittle: Redis at 127\.0\.0\.1:\d+ refuses the password: .*\.\n$/,
    ],
    [
      'no password',
      () => far(redis.url.replace(':secret@', ''), 'it'),
      /^whittle: Redis at 127\.0\.0\.1:\d+ refuses the password: .*\.\n$/,
    ],
    [
      'an address of nobody',
      () => far('redis://127.0.0.1:1', 'it'),
      /^whittle: Redis at 127\.0\.0\.1:1 cannot be reached .*\.\n$/,
    ],
    [
      'an oracle without a worker',
      () => far(redis.url, 'it'),
      /(^|\n)whittle: No worker at .* has the oracle "it" \(workers have: –\): start one \(whittle worker --oracle it=COMMAND\)\.\n$/,
    ],
    [
      'a further test',
      () => far(redis.url, 'it', '--test', 'true'),
      /^whittle: --oracle cannot be combined with --test: workers run one command\.\n$/,
    ],
    [
      'a placement',
      () => far(redis.url, 'it', '--place', 'overlay'),
      /^whittle: Workers test copies of the candidate: remove the placement \(--place\)\.\n$/,
    ],
    [
      'a worker with a wrong password',
      () => whittle(['worker', '--redis', redis.url.replace('secret', 'x'), '--oracle', 'a=true'], directory.path),
      /^whittle: Redis at .* refuses the password: .*\.\n$/,
    ],
    [
      'a worker with an oracle without a name',
      () => whittle(['worker', '--redis', redis.url, '--oracle', 'true'], directory.path),
      /give NAME=COMMAND/,
    ],
  ];
  for (const [what, run, words] of refusals) {
    it(what, async () => {
      const { code, stderr } = await run();
      assert.match(stderr, words);
      assert.ok(!/secret|wrong/.test(stderr), stderr);
      assert.equal(code, 2);
    });
  }

  it('an address that is not said', async () => {
    const { code, stderr } = await reduce('in.txt', '--oracle', 'it');
    assert.match(
      stderr,
      /^whittle: The address of Redis is missing: set --redis redis:\/\/HOST:PORT, or the variable WHITTLE_REDIS\.\n$/,
    );
    assert.equal(code, 2);
  });

  seldom.it('an oracle that no worker was started with, and says which there are', async () => {
    await worker('other=true', 'one');
    const { code, stderr } = await far(redis.url, 'it');
    assert.match(
      stderr,
      /(^|\n)whittle: No worker at .* has the oracle "it" \(workers have: other\): start one \(whittle worker --oracle it=COMMAND\)\.\n$/,
    );
    assert.equal(code, 2);
    await nothingOfRuns();
  });

  it('jobs that no client of ours would send', async () => {
    await worker('it=grep -q needle {}', 'one', ['--max-size', '1']);
    await redis.client.set(keys.base('r'), base);
    assert.match(await answerTo(job()), /"exitCode":0/, 'this one is as it should be');
    assert.match(
      await answerTo(job({ files: [['../in.txt', base.length]] })),
      /^Workers refuse the file name "\.\.\/in\.txt", .*: rename the file\.$/,
    );
    assert.match(
      await answerTo(job({ edits: [[0, 1024 ** 3]] })),
      /^A candidate of 1024 MB is more than a worker takes \(1 MB\): .*\.$/,
    );
    assert.match(await answerTo(job({ key: 'x' })), /^A job does not fit the input of its run: .*\.$/);
    assert.match(await answerTo({ ...job(), timeoutMs: 'x' }), /^The worker refuses an unknown test\.$/);
    assert.match(
      await answerTo(job({ run: { ...ours, id: 'unknown', oracle: 'not it' } })),
      /^The worker one does not know the oracle of the run\.$/,
    );
    await redis.client.set(keys.base('large'), Buffer.alloc(1024 ** 2 + 1));
    assert.match(
      await answerTo(job({ run: { ...ours, id: 'large' } })),
      /^A candidate of 2 MB is more than a worker takes \(1 MB\): .*\.$/,
    );
    assert.match(await answerTo(job({ run: { ...ours, id: 'over' } })), /^The run is over\.$/);
  });

  it('an input that is larger than any worker takes', async () => {
    write('in.txt', Buffer.alloc(65 * 1024 ** 2, 'hay needle\n'));
    const { code, stderr } = await far(redis.url, 'it', '--search', 'lines');
    assert.match(stderr, /^whittle: A candidate of 65 MB is more than a worker takes \(64 MB\): .*\.\n$/);
    assert.equal(code, 2);
  });

  it('no question who is there', async () => {
    await worker('it=true', 'one', ['-j', '3']);
    const { stdout, code } = await whittle(['workers', '--redis', redis.url], directory.path);
    assert.deepEqual([stdout, code], ['one  3 at once  it\n', 0]);
  });
});
