/** A Redis that lets its user do little, or has no room. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { finishedOf, whittle, whittleProcess } from '../support/cli';
import { until } from '../support/files';
import { household, input } from './household';
import { seldom } from '../support/seldom';

const { redis, worker, oracle, asked, far, reduce, write, read, directory, nothingOfRuns } = household();

/** The rights that the page documents. */
function documented(): string[] {
  const page = readFileSync('docs/cluster.md', 'utf8');
  const [, words] = /^ACL SETUSER whittle on >secret (.*)$/m.exec(page)!;
  return words.split(' ');
}

const asUser = () => redis.url.replace('redis://', 'redis://whittle:secret@');
const reduceAs = (url: string, ...more: string[]) =>
  reduce('in.txt', '--redis', url, '--oracle', 'it', '-o', 'far.txt', '--json', ...more);

describe('A user of Redis', () => {
  beforeEach(() => write('in.txt', input));

  seldom.it('needs no more rights than the page lists, for several workers and runs that are interrupted', async () => {
    await redis.client.call('ACL', 'SETUSER', 'whittle', 'on', '>secret', ...documented());
    const path = oracle('test', 0.02);
    const [one] = await Promise.all(['one', 'two'].map((name) => worker(`it=${path} {}`, name, ['--redis', asUser()])));
    const run = await reduceAs(asUser(), '--search', 'hddr');
    assert.equal(run.code, 0, run.stderr);
    assert.ok(finishedOf(run).confirmed);
    const stopped = await whittleProcess(
      ['reduce', 'in.txt', '--redis', asUser(), '--oracle', 'it', '-o', 'far.txt', '--search', 'hddr', '--json'],
      directory.path,
      /"event":"candidate"/,
    );
    assert.equal(stopped.code, 130, stopped.stderr);
    assert.equal((await whittle(['workers', '--redis', asUser()], directory.path)).code, 0);
    await nothingOfRuns();
    await one.stop('SIGTERM');
    const denied = (await redis.client.call('ACL', 'LOG')) as unknown[];
    assert.deepEqual(denied, []);
  });

  it('is told at once which right is missing, by each that needs it', async () => {
    const rights = documented();
    for (const right of ['+get', '+evalsha', '+publish']) {
      assert.ok(rights.includes(right), right);
      const without = rights.filter((one) => one !== right && !(right === '+evalsha' && one === '+eval'));
      await redis.client.call('ACL', 'SETUSER', 'whittle', 'reset', 'on', '>secret', ...without);
      const words = /^whittle: Redis at .* denies a right that Whittle needs \(.*\): give the user the rights .*\.\n$/;
      const run = await reduce('in.txt', '--redis', asUser(), '--oracle', 'it', '-o', 'far.txt');
      assert.match(run.stderr, words);
      assert.equal(run.code, 2);
      const serving = await whittle(['worker', '--redis', asUser(), '--oracle', 'it=true'], directory.path);
      assert.match(serving.stderr, words);
    }
  });
});

describe('A Redis that is full', () => {
  beforeEach(() => write('in.txt', input));

  it('ends a run in one sentence, with the best result so far', async () => {
    await worker(`it=${oracle('test', 0.1)} {}`, 'one');
    const running = far('--search', 'hddr');
    await until('the search is on its way', () => asked('test') > 12, 60_000);
    await redis.client.config('SET', 'maxmemory-policy', 'noeviction');
    await redis.client.config('SET', 'maxmemory', '1');
    const run = await running;
    await redis.client.config('SET', 'maxmemory', '0');
    assert.equal(run.code, 2);
    assert.match(run.stderr, /^whittle: Redis at 127\.0\.0\.1:\d+ is full: .*\. The best result so far is kept\.$/m);
    assert.match(read('far.txt'), /needle 7;[^]*needle 107;/);
    assert.equal(finishedOf(run).ending, 'broken');
  });

  it('does not let one begin', async () => {
    await redis.client.config('SET', 'maxmemory', '1');
    const run = await far();
    assert.match(run.stderr, /^whittle: Redis at 127\.0\.0\.1:\d+ is full: .*\.$/m);
    assert.equal(run.code, 2);
  });
});
