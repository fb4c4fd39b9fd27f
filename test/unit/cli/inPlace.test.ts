/** Reductions in place: whatever happens to the run, the file is as it was. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { cli, eventsOf, finishedOf, whittle, workplace } from '../../support/cli';
import { until } from '../../support/files';
import { contentOf, killOne, lookAt, makeInput } from '../../support/killed';
import { ownState } from '../../support/state';
import { seldom } from '../../support/seldom';

const { at, write, read, reduce } = workplace();
const work = (name = '') => at(join('work', name));
const backups = () => at(join('state', 'whittle', 'in-place'));

function begin() {
  mkdirSync(work());
  makeInput(work());
}

const inPlace = (test: string, ...more: string[]) =>
  reduce('work/input.txt', '--place', 'in-place', '-o', 'work/output.txt', '--json', '--test', test, ...more);

/** Reduces in place beside what the test does; `ended` is the exit code. */
function started(test: string, ...more: string[]) {
  const args = [cli, 'reduce', 'input.txt', '--place', 'in-place', '-o', 'output.txt', '--test', test, ...more];
  const child = spawn(process.execPath, args, { cwd: work(), stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (data) => (stderr += data));
  const ended = new Promise<number | null>((done) => child.on('close', done));
  return { child, ended, stderr: () => stderr };
}

const original = () => contentOf(work('input.txt')).startsWith('line 0');

describe('in place', () => {
  ownState(at, begin);
  it('the file itself is tested, one candidate at a time, and is as it was afterwards: the very same file', async () => {
    chmodSync(work('input.txt'), 0o751);
    utimesSync(work('input.txt'), 1000, 2000.5);
    linkSync(work('input.txt'), at('other name'));
    const before = [lookAt(work(), 'input.txt'), lstatSync(work('input.txt')).ino];
    const run = await inPlace(
      'test -x work/input.txt && grep -q "needle 57;" work/input.txt && cat {} >> log',
      '-j',
      '4',
    );
    assert.equal(run.code, 0, run.stderr);
    assert.match(run.stdout, /With in-place one test runs at a time, not 4/);
    assert.ok(finishedOf(run).confirmed);
    assert.equal(read('work/output.txt').trim(), 'needle 57;');
    // At the end the result is tested, then the original once more.
    assert.ok(read('log').includes(read('work/output.txt')));
    assert.deepEqual([lookAt(work(), 'input.txt'), lstatSync(work('input.txt')).ino], before);
    assert.deepEqual(readdirSync(backups()), []);
  });

  it('the file is restored also if the property does not hold', async () => {
    const before = lookAt(work(), 'input.txt');
    assert.equal((await inPlace('false')).code, 1);
    assert.equal((await inPlace('true')).code, 1);
    assert.equal(lookAt(work(), 'input.txt'), before);
  });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    it(`the file is restored after ${signal}`, async () => {
      const before = lookAt(work(), 'input.txt');
      const run = started('sleep 0.03; grep -q needle {}');
      await until('candidates are in place', () => !original(), 30_000);
      run.child.kill(signal);
      assert.equal(await run.ended, 130, run.stderr());
      assert.equal(lookAt(work(), 'input.txt'), before);
      assert.deepEqual(readdirSync(backups()), []);
    });
  }

  seldom.it('ten runs are killed, and each time the next start restores the file', async () => {
    const runs = [];
    for (let round = 0; round < 10; round++) {
      runs.push(await killOne(work(), Math.random() * 150, round % 5 === 0 ? 'start' : 'candidate'));
    }
    assert.deepEqual(
      runs.filter(({ intact }) => !intact),
      [],
    );
    assert.ok(
      runs.some(({ left }) => left === 'candidate'),
      'no run was killed in the middle',
    );
    assert.deepEqual(readdirSync(backups()), []);
    // A whole run also sweeps what else was left.
    write('small.txt', 'needle');
    assert.equal((await reduce('small.txt', '--test', 'grep -q e {}')).code, 0);
  });

  it('what someone else has written after a kill stays, and the original is kept', async () => {
    const before = read('work/input.txt');
    const run = started('sleep 0.03; grep -q needle {}');
    await until('candidates are in place', () => !original(), 30_000);
    run.child.kill('SIGKILL');
    await run.ended;
    writeFileSync(work('input.txt'), 'work of an hour');
    const next = await whittle(['reduce', 'input.txt', '--test', 'grep -q hour {}', '-o', 'output.txt'], work());
    assert.equal(next.code, 0);
    assert.equal(read('work/input.txt'), 'work of an hour');
    const [, kept] = /its original is (.*)\.$/m.exec(next.stderr)!;
    assert.equal(readFileSync(kept, 'utf8'), before);
    assert.deepEqual(readdirSync(work()).sort(), ['input.txt', 'output.txt']);
  });

  it('what someone else writes during a run stays, ends it, and the original is kept', async () => {
    const before = read('work/input.txt');
    const run = started('sleep 0.03; grep -q needle {}');
    await until('candidates are in place', () => !original(), 30_000);
    writeFileSync(work('input.txt'), 'work of an hour');
    assert.equal(await run.ended, 2);
    assert.equal(read('work/input.txt'), 'work of an hour');
    const [, kept] = /was changed while it was tested in place, .*: its original is (\S*)\.\s/.exec(run.stderr())!;
    assert.equal(readFileSync(kept, 'utf8'), before);
    assert.deepEqual(readdirSync(work()).sort(), ['input.txt', 'output.txt']);
  });

  it('a second run on the same file is refused, be it by another name', async () => {
    symlinkSync('input.txt', work('link.txt'));
    // The empty input, which is the first candidate, stays until the end.
    const run = started('grep -q "line 299" {} || sleep 30; grep -q needle {}', '--timeout', '60');
    // Between two candidates there is no file for a moment.
    const isEmpty = () => existsSync(work('input.txt')) && contentOf(work('input.txt')) === '';
    await until('the empty input is in place', isEmpty, 30_000);
    for (const place of ['in-place', 'copy']) {
      const second = await reduce('work/link.txt', '--place', place, '--test', 'grep -q needle {}');
      assert.equal(second.code, 2);
      assert.match(second.stderr, /is being reduced in place by another run: wait for it/);
    }
    assert.equal(run.child.exitCode, null);
    run.child.kill('SIGINT');
    await run.ended;
    assert.ok(original());
  });

  it('a test may take its candidate away', async () => {
    const before = lookAt(work(), 'input.txt');
    const run = await inPlace('grep -q needle {} && rm {}', '--max-tests', '12');
    assert.equal(run.code, 0, run.stderr);
    assert.equal(lookAt(work(), 'input.txt'), before);
  });

  it('what someone else saves at the very end is kept, and the run does not end with 0', async () => {
    const before = read('work/input.txt');
    const other = at('other name');
    linkSync(work('input.txt'), other);
    const run = await inPlace(`grep -q needle {} && echo hour > '${other}'`, '--max-tests', '12');
    assert.equal(run.code, 2, run.stderr);
    assert.equal(read('work/input.txt'), 'hour\n');
    const left = eventsOf(run).find(({ event }) => event === 'left') as { message: string };
    const [, kept] = /its original is (.*)\.$/.exec(left.message)!;
    assert.equal(readFileSync(kept, 'utf8'), before);
  });

  for (const home of ['/proc', '/dev/null', '']) {
    it(`without a place to keep the original (HOME=${home}) a run says so and ends`, async function () {
      if (process.platform !== 'linux') this.skip();
      const before = process.env.HOME;
      delete process.env.XDG_STATE_HOME;
      process.env.HOME = home;
      try {
        const run = await inPlace('grep -q needle {}');
        assert.equal(run.code, 2);
        assert.match(
          run.stdout + run.stderr,
          home ? /Files cannot be kept in .*: make it writable, or/ : /set HOME to a directory/,
        );
        assert.ok(original());
      } finally {
        process.env.HOME = before;
      }
    });
  }
});
