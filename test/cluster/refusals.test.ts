/** What a cluster refuses, each in one sentence. */
import assert from 'node:assert/strict';
import { Queue } from 'bullmq';
import { addressOf } from '../../src/cluster/address';
import { jobOf, type Order, type TestJob } from '../../src/cluster/jobs';
import { whoIsThere } from '../../src/cluster/presence';
import { publishRun } from '../../src/cluster/runs';
import { keys, prefix, queues } from '../../src/cluster/terms';
import { whittle } from '../support/cli';
import { household } from './household';

const { redis, worker, reduce, write, directory, nothingOfRuns } = household('secret');

const base = Buffer.from('needle\nhay\nhay\n');
const job = (more: Partial<TestJob> = {}): TestJob => ({ ...jobOf(base, base), timeoutMs: 1000, keep: [], ...more });

/** What the only worker says to an order of which no client of ours would think. */
async function answerTo(order: Order): Promise<string> {
  const [{ id }] = (await whoIsThere(redis.client)).present;
  const queue = new Queue(queues.worker(id), { connection: addressOf(redis.url).options, prefix });
  try {
    const { id: asked } = await queue.add('order', order);
    for (;;) {
      const found = await queue.getJob(asked!);
      if (await found?.isFailed()) return (await queue.getJob(asked!))!.failedReason;
      if (await found?.isCompleted()) return JSON.stringify((await queue.getJob(asked!))!.returnvalue);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    await queue.close();
  }
}

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
      /(^|\n)whittle: There is no worker at .*: start one \(whittle worker --oracle it=COMMAND\)\.\n$/,
    ],
    [
      'a further test',
      () => far(redis.url, 'it', '--test', 'true'),
      /^whittle: Workers run one command on copies of the candidate: .*\.\n$/,
    ],
    [
      'a placement',
      () => far(redis.url, 'it', '--place', 'overlay'),
      /^whittle: Workers run one command on copies of the candidate: .*\.\n$/,
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

  it('an oracle that no worker was started with, and says which there are', async () => {
    await worker('other=true', 'one');
    const { code, stderr } = await far(redis.url, 'it');
    assert.match(
      stderr,
      /(^|\n)whittle: No worker at .* knows the oracle "it": choose one of other, or start a worker with it\.\n$/,
    );
    assert.equal(code, 2);
    await nothingOfRuns();
  });

  it('jobs that no client of ours would send', async () => {
    await worker('it=grep -q needle {}', 'one', ['--max-size', '1']);
    await publishRun(redis.client, 'r', { oracle: 'it', fileName: 'in.txt' }, base);
    const check = (test: TestJob) => answerTo({ order: 'check', run: 'r', test, factor: 1 });
    assert.match(await check(job()), /"exitCode":0/, 'this one is as it should be');
    assert.match(
      await check(job({ files: [['../in.txt', base.length]] })),
      /^The worker refuses a file outside its directory \("\.\.\/in\.txt"\)\.$/,
    );
    const large = { size: 1024 ** 3, pieces: [] };
    assert.match(
      await check(job({ edits: large })),
      /^A candidate of 1024 MB is more than a worker takes \(1 MB\): .*\.$/,
    );
    assert.match(await check(job({ key: 'x' })), /^A job does not fit the input of its run: .*\.$/);
    await publishRun(redis.client, 'unknown', { oracle: 'not it', fileName: 'in.txt' }, base);
    assert.match(
      await answerTo({ order: 'join', run: 'unknown', factor: 1 }),
      /^The worker one does not know the oracle "not it", only it: start it with --oracle not it=COMMAND\.$/,
    );
    await redis.client.setrange(keys.base('r2'), 1024 ** 2, 'x');
    await redis.client.set(keys.run('r2'), JSON.stringify({ oracle: 'it', fileName: 'in.txt' }));
    assert.match(
      await answerTo({ order: 'join', run: 'r2', factor: 1 }),
      /^A candidate of 2 MB is more than a worker takes \(1 MB\): .*\.$/,
    );
    assert.match(await answerTo({ order: 'join', run: 'over', factor: 1 }), /^The run is over\.$/);
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
