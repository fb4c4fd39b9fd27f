/** Runs on workers that end before they are done: nothing of them is left, here or there. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cli } from '../support/cli';
import { processesWith, until } from '../support/files';
import { household, input } from './household';
import { quick } from './quick';
import { seldom } from '../support/seldom';

const { redis, worker, oracle, asked, write, at, directory, nothingOfRuns } = household();

const quickCli = resolve('out/test/cluster/quickCli.js');

seldom.describe('A run on workers', () => {
  beforeEach(() => write('in.txt', input));

  it('leaves nothing behind when it is interrupted', async () => {
    await worker(`it=${oracle('test', 0.3)} {}`, 'one', ['-j', '2']);
    const child = spawn(
      process.execPath,
      [cli, 'reduce', 'in.txt', '--redis', redis.url, '--oracle', 'it', '-o', 'far.txt'],
      { cwd: directory.path },
    );
    await until('the search is on its way', () => asked('test') > 8, 60_000);
    const code = new Promise((done) => child.on('close', done));
    child.kill('SIGINT');
    assert.equal(await code, 130);
    await nothingOfRuns();
    await until(
      'no test runs',
      () => processesWith(at('test')).filter((line) => !line.includes(' worker ')).length === 0,
    );
  });

  it('leaves nothing behind with a worker that was suspended until it was over', async () => {
    const one = await worker(`it=${oracle('test', 0.3)} {}`, 'one', [], quickCli);
    const words = ['reduce', 'in.txt', '--redis', redis.url, '--oracle', 'it', '-o', 'far.txt'];
    const child = spawn(process.execPath, [quickCli, ...words], { cwd: directory.path, stdio: 'ignore' });
    await until('the search is on its way', () => asked('test') > 8, 60_000);
    one.child.kill('SIGSTOP');
    const code = new Promise((done) => child.on('close', done));
    child.kill('SIGINT');
    assert.equal(await code, 130);
    // It looks for stalled jobs first, and hears afterwards that the run has ended.
    await sleep(quick.lock!);
    one.child.kill('SIGCONT');
    await until('the worker leaves the run', () => /Run .* is over/.test(one.said()), 60_000);
    await nothingOfRuns();
  });

  it('ends, and so does the worker, when Redis is gone', async () => {
    const one = await worker(`it=${oracle('test', 0.3)} {}`, 'one');
    const words = ['reduce', 'in.txt', '--redis', redis.url, '--oracle', 'it', '-o', 'far.txt'];
    const child = spawn(process.execPath, [cli, ...words], { cwd: directory.path, stdio: 'ignore' });
    await until('the search is on its way', () => asked('test') > 8, 60_000);
    await redis.stop();
    await until('the worker has seen it', () => /is gone: waiting for it/.test(one.said()), 20_000);
    const code = new Promise((done) => child.on('close', done));
    child.kill('SIGINT');
    assert.equal(await code, 130);
    await one.stop('SIGINT');
  });

  it('leaves nothing behind when it is killed', async () => {
    const one = await worker(`it=${oracle('test', 0.3)} {}`, 'one');
    const child = spawn(
      process.execPath,
      [cli, 'reduce', 'in.txt', '--redis', redis.url, '--oracle', 'it', '-o', 'far.txt'],
      { cwd: directory.path },
    );
    await until('the search is on its way', () => asked('test') > 8, 60_000);
    child.kill('SIGKILL');
    await until('the worker leaves the run', () => /Run .* is over/.test(one.said()), 60_000);
    await nothingOfRuns();
  });
});
