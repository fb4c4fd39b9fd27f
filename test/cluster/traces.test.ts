/** What is left of workers and clients: their password where tests could read it, their keys in Redis. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { cli } from '../support/cli';
import { until } from '../support/files';
import { household, input } from './household';
import { seldom } from '../support/seldom';

const password = 'pass-word-of-redis';
const { redis, worker, oracle, asked, far, write, read, at, directory, keysOfRuns } = household(password);

/** Looks at all processes above it, and writes down those that tell the password. It must not have that in its own words. */
const spy = `#!/bin/sh
pid=$$
while [ "$pid" -gt 1 ]; do
  tr '\\0' '\\n' < /proc/$pid/environ | sed "s/^/$pid environ /" >> 'ALL'
  tr '\\0' '\\n' < /proc/$pid/cmdline | sed "s/^/$pid cmdline /" >> 'ALL'
  pid=$(sed 's/.*) //' /proc/$pid/stat | cut -d' ' -f2)
done
grep -q 'needle 7;' "$1"
`;

seldom.describe('A test', () => {
  beforeEach(() => {
    write('in.txt', input);
    write('spy', spy.replaceAll('ALL', at('all')));
    chmodSync(at('spy'), 0o755);
  });

  const ways: [string, () => Promise<unknown>][] = [
    ['on the command line', () => worker(`it=${at('spy')} {}`, 'one')],
    [
      'in the variable',
      async () => {
        process.env.WHITTLE_REDIS = redis.url;
        try {
          await worker(`it=${at('spy')} {}`, 'one');
        } finally {
          delete process.env.WHITTLE_REDIS;
        }
      },
    ],
    [
      'in a file',
      async () => {
        write('address', `${redis.url}\n`);
        await worker(`it=${at('spy')} {}`, 'one', ['--redis', `file:${at('address')}`]);
      },
    ],
  ];
  for (const [where, begin] of ways) {
    it(`cannot read a worker's password that is ${where}`, async function () {
      if (process.platform !== 'linux') this.skip();
      await begin();
      const run = await far();
      assert.equal(run.code, 0, run.stderr);
      const seen = read('all');
      assert.match(seen, / environ PATH=/);
      assert.match(seen, / cmdline whittle|cmdline worker/);
      assert.ok(
        !seen.includes(password),
        seen.split('\n').find((line) => line.includes(password)),
      );
    });
  }

  it('that runs here cannot read the password in the variable either', async function () {
    if (process.platform !== 'linux') this.skip();
    process.env.WHITTLE_REDIS = redis.url;
    const child = spawn(process.execPath, [cli, 'reduce', 'in.txt', '--test', `${at('spy')} {}`, '-o', 'here.txt'], {
      cwd: directory.path,
      stdio: 'ignore',
    });
    delete process.env.WHITTLE_REDIS;
    assert.equal(await new Promise((resolve) => child.on('close', resolve)), 0);
    assert.match(read('all'), / environ PATH=/);
    assert.ok(!read('all').includes(password));
  });
});

async function withoutEnd(): Promise<string[]> {
  const all = await redis.client.keys('*');
  const lives = await Promise.all(all.map(async (key) => [key, await redis.client.ttl(key)] as const));
  return lives.filter(([, seconds]) => seconds === -1).map(([key]) => key);
}

seldom.describe('A key in Redis', () => {
  it('has an end of life, also of clients and workers that were killed', async () => {
    write('in.txt', input);
    const workers = [];
    const slots = 4;
    for (const name of ['one', 'two']) workers.push(await worker(`it=${oracle('test', 0.3)} {}`, name, ['-j', '2']));
    const words = ['reduce', 'in.txt', '--redis', redis.url, '--oracle', 'it', '-o', 'far.txt', '--search', 'hddr'];
    const child = spawn(process.execPath, [cli, ...words], { cwd: directory.path, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.on('close', resolve));
    await until('the search is on its way', () => asked('test') > 12, 60_000);
    child.kill('SIGKILL');
    await Promise.all([ended, ...workers.map((one) => one.stop('SIGKILL'))]);
    assert.notDeepEqual(await keysOfRuns(), []);
    // A list that has just been made anew may have none yet, nor a question that has just been asked: then the next who comes finds it.
    const lists = /:(active|wait|completed|failed|marker|stalled|events)$/;
    const others = (await withoutEnd()).filter((key) => !lists.test(key));
    const justAsked = others.filter((key) => /^whittle:worker-[^:]+:[0-9a-f]{8}-[^:]+-\d+$/.test(key));
    assert.ok(justAsked.length <= slots && justAsked.length === others.length, others.join(' '));
    await worker(`it=${oracle('test', 0)} {}`, 'three');
    for (let tries = 0; (await keysOfRuns()).length + (await withoutEnd()).length > 0; tries++) {
      assert.ok(tries < 300, [...(await keysOfRuns()), ...(await withoutEnd())].join(' '));
      await sleep(100);
    }
  });
});
