/** The process that starts the tests of a run, with real programs. */
import assert from 'node:assert/strict';
import { execa } from 'execa';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { platform } from '../../../src/oracle/platform/platform';
import type { Started } from '../../../src/oracle/processes/launcher';
import { run, type RunOptions } from '../../../src/oracle/processes/run';
import { CannotStart } from '../../../src/oracle/processes/supervise';
import { plainStarter, type Starter } from '../../../src/oracle/processes/starter';
import { expectNoRunRoots, freshDirectory, processesWith, until } from '../../support/files';

const launcher = resolve('dist/launcher.js');
const directory = freshDirectory();
expectNoRunRoots();

describe('the launcher of tests', () => {
  let starts: Starter;
  let live: Set<Started>;
  let parent: number;

  const sh = (line: string, options: Partial<RunOptions> = {}) =>
    run({
      words: ['/bin/sh', '-c', line],
      cwd: directory.path,
      env: {},
      timeoutMs: 20_000,
      signal: new AbortController().signal,
      live,
      files: {},
      starter: starts,
      memoryBytes: 0,
      ...options,
    });
  const inDirectory = (name: string) => join(directory.path, name);
  const parentOf = async (options?: Partial<RunOptions>) => {
    await sh('echo $PPID', { files: { stdout: inDirectory('parent') }, ...options });
    return Number(readFileSync(inDirectory('parent'), 'utf8').trim().split('\n').at(-1));
  };

  beforeEach(async () => {
    live = new Set();
    starts = plainStarter('off', launcher);
    parent = await parentOf();
  });
  afterEach(() => starts.close());

  it('starts with the arguments, directory, variables and streams that are given', async () => {
    const files = { stdin: inDirectory('in'), stdout: inDirectory('out'), stderr: inDirectory('err') };
    await sh(`printf 'a candidate' > in`);
    const end = await sh('cat; pwd; echo "$WORD" >&2; exit 7', { files, env: { WORD: 'ünï' } });
    assert.deepEqual([end.exitCode, end.signal, end.timedOut], [7, undefined, false]);
    assert.equal(readFileSync(files.stdout, 'utf8'), `a candidate${directory.path}\n`);
    assert.equal(readFileSync(files.stderr, 'utf8'), 'ünï\n');
  });

  it('tells the signal that ended a test, and what cannot be started', async () => {
    assert.equal((await sh('kill -SEGV $$')).signal, 'SIGSEGV');
    await assert.rejects(sh('true', { cwd: inDirectory('nowhere') }), CannotStart);
    assert.equal(await parentOf(), parent);
  });

  it('runs several at once', async () => {
    const ends = await Promise.all([3, 1, 2].map((code) => sh(`sleep 0.${code}; exit ${code}`)));
    assert.deepEqual(
      ends.map(({ exitCode }) => exitCode),
      [3, 1, 2],
    );
  });

  it('knows the processor time of a test that runs alone, also after several at once and one that could not start', async function () {
    if (platform.childrenMs() === undefined) return this.skip();
    const ends = await Promise.all([2, 1].map((tenths) => sh(`sleep 0.${tenths}`)));
    assert.equal(ends[1].cpuMs, undefined, 'it is that of both');
    await assert.rejects(sh('true', { cwd: inDirectory('nowhere') }), CannotStart);
    assert.notEqual((await sh('true')).cpuMs, undefined);
  });

  it('ends a test at its time-out and when it is aborted, with all it started', async () => {
    assert.equal((await sh(`sh -c "trap '' TERM; sleep 32.11" & wait`, { timeoutMs: 150 })).timedOut, true);
    const controller = new AbortController();
    const running = sh('sleep 32.12', { signal: controller.signal });
    controller.abort(new Error('enough'));
    await assert.rejects(running, /enough/);
    await until('nothing runs on', () => processesWith('sleep 32.1').length === 0);
  });

  it('may be killed: the test is repeated without it', async () => {
    const running = sh('echo run >> runs; sleep 0.3; exit 5');
    await until('the test runs', () => existsSync(inDirectory('runs')));
    process.kill(parent, 'SIGKILL');
    assert.equal((await running).exitCode, 5);
    assert.equal(readFileSync(inDirectory('runs'), 'utf8'), 'run\nrun\n');
    assert.ok(![process.pid, parent].includes(await parentOf()), 'there is another launcher');
  });

  it('starts nothing more when it is closed', async () => {
    const running = sh('touch began; sleep 32.2');
    await until('the test runs', () => existsSync(inDirectory('began')));
    starts.close();
    await assert.rejects(running, CannotStart);
    await assert.rejects(sh('true'), CannotStart);
    await until('nothing runs on', () => processesWith('sleep 32.2').length === 0);
  });
});

it('a run that is killed takes its tests and their launcher along', async () => {
  const line = `[ $(wc -l < runs) -lt 11 ] || { touch late; sleep 32.3; }; sleep 0.1; echo run >> runs; grep -q 7 {} && grep -q 23 {}`;
  const input = inDirectoryOf('input.txt');
  await execa('sh', ['-c', 'seq 40 > input.txt; touch runs'], {
    cwd: directory.path,
  });
  const args = ['dist/cli.js', 'reduce', input, '--test', `cd ${directory.path} && { ${line}; }`, '--timeout', '60'];
  const whittle = execa('node', args, { reject: false });
  await until('a late test runs', () => existsSync(inDirectoryOf('late')));
  assert.equal(processesWith('dist/launcher.js').length, 1);
  whittle.kill('SIGKILL');
  await whittle;
  await until('nothing runs on', () => processesWith('sleep 32.3').length + processesWith('launcher.js').length === 0);
  await execa('node', ['dist/cli.js', 'reduce', input, '--test', 'grep -q 7 {}'], { reject: false });
});

const inDirectoryOf = (name: string) => join(directory.path, name);
