/** A client that is stopped for longer than anybody waits (a laptop that sleeps), and goes on. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../support/files';
import { household, input } from './household';
import { quick } from './quick';
import { seldom } from '../support/seldom';

const { redis, worker, oracle, asked, write, read, directory, nothingOfRuns } = household();

const program = resolve('out/test/cluster/quickCli.js');

/** So many of a kind; a bench of faults may want more. */
const each = Number(process.env.WHITTLE_SUSPENSIONS ?? 1);

seldom.describe('A client that was suspended', () => {
  beforeEach(() => write('in.txt', input));

  for (const [when, tests] of [
    ['in the calibration', 0],
    ['in the search', 15],
    ['in the search, twice', 15],
  ] as const) {
    for (let count = 1; count <= each; count++) {
      it(`goes on to its result: ${when} (${count})`, async () => {
        const path = oracle('test', 0.2);
        await Promise.all(['one', 'two'].map((name) => worker(`it=${path} {}`, name, [], program)));
        const words = ['reduce', 'in.txt', '--redis', redis.url, '--oracle', 'it', '-o', 'far.txt', '--search', 'hddr'];
        const child = spawn(process.execPath, [program, ...words], { cwd: directory.path });
        let said = '';
        child.stderr.on('data', (data) => (said += data));
        const ended = new Promise((resolved) => child.on('close', resolved));
        for (const number of when.endsWith('twice') ? [tests, tests + 10] : [tests]) {
          await until('it is on its way', () => asked('test') > number, 60_000);
          child.kill('SIGSTOP');
          await sleep(quick.patience! + 1000);
          child.kill('SIGCONT');
        }
        assert.equal(await ended, 0, said);
        assert.match(read('far.txt'), /^\s*needle 7;\s*needle 107;\s*$/);
        assert.match(said, / · verified$/m);
        await nothingOfRuns();
      });
    }
  }
});
