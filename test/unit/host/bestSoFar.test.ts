/** The best result so far: on disk while a run is under way, told of after a kill, gone with a result that is written. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { BestSoFar } from '../../../src/host/bestSoFar';
import { cli, unprotected, whittle, workplace } from '../../support/cli';
import { until } from '../../support/files';
import { ownState } from '../../support/state';
import { seldom } from '../../support/seldom';

const { directory, at, write, read, reduce } = workplace();

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}\n`).join('');

describe('the best result so far', () => {
  ownState(at);
  const kept = () => {
    const best = at('state/whittle/best');
    const [directory] = existsSync(best) ? readdirSync(best) : [];
    const names = directory === undefined ? [] : readdirSync(join(best, directory));
    const [name] = names.filter((one) => one !== 'note.json' && !one.startsWith('.'));
    return name === undefined ? undefined : join(best, directory, name);
  };
  /** Kills a run with -9 as soon as its best result so far is there. */
  async function killed(...args: string[]): Promise<string> {
    rmSync(at('state/whittle/best'), { recursive: true, force: true });
    const child = spawn(process.execPath, [cli, ...args, '-j', '1'], { cwd: directory.path, stdio: 'ignore' });
    await until('its best result is there', () => kept() !== undefined, 40_000);
    child.kill('SIGKILL');
    await new Promise((done) => child.on('close', done));
    return kept()!;
  }

  const slow = 'grep -q "line 7$" {} && sleep 0.3';
  const found = /^An earlier run on (\S+) was interrupted: its best result is in (.*)\.$/m;

  seldom
    .it('is on disk while a run is under way, and told of after a kill -9', async () => {
      write('in.txt', lines(60));
      assert.match(readFileSync(await killed('reduce', 'in.txt', '--test', slow), 'utf8'), /^line 7$/m);
      const next = await reduce('in.txt', '--test', 'grep -q "line 7$" {}');
      const [, name, path] = found.exec(next.stderr)!;
      assert.equal(name, 'in.txt');
      assert.match(readFileSync(path, 'utf8'), /^line 7$/m);
      assert.ok(readFileSync(path).length < read('in.txt').length);
      const third = await reduce('in.txt', '--test', 'grep -q "line 7$" {}');
      assert.doesNotMatch(third.stderr, found);
      assert.ok(existsSync(path));
    })
    .timeout(120_000);

  seldom
    .it('is a directory for several files, and for both sides of an isolation', async () => {
      mkdirSync(at('input'));
      write('input/a.txt', lines(60));
      write('input/b.txt', lines(3));
      await killed('reduce', 'input', '--test', 'grep -q "line 7$" {}/a.txt && sleep 0.3');
      const [, , path] = found.exec((await reduce('input', '--test', 'grep -q "line 7$" {}/a.txt')).stderr)!;
      assert.match(readFileSync(`${path}/a.txt`, 'utf8'), /^line 7$/m);
      await killed('isolate', 'input/a.txt', '--test', slow, '--unit', 'chars');
      const next = await whittle(['isolate', 'input/a.txt', '--test', 'grep -q "line 7$" {}'], directory.path);
      const [, , pair] = found.exec(next.stderr)!;
      assert.deepEqual(readdirSync(pair).sort(), ['a.failing.txt', 'a.passing.txt']);
    })
    .timeout(120_000);

  it('is gone once it is dropped, and stays for the user once it is kept', async () => {
    const told: string[] = [];
    const begin = () => new BestSoFar({ input: at('in.txt'), name: 'in.reduced.txt' }, (path) => told.push(path));
    const one = begin();
    one.offer(Buffer.from('line 7\n'));
    await one.drop();
    assert.deepEqual([told.length, existsSync(at('state/whittle/best'))], [1, false]);
    const other = begin();
    for (const text of ['line 6\nline 7\n', 'line 7\n']) other.offer(Buffer.from(text));
    const path = (await other.keep())!;
    await other.drop();
    assert.deepEqual([path, readFileSync(path, 'utf8')], [told.at(-1), 'line 7\n']);
    assert.deepEqual(readdirSync(dirname(path)), ['in.reduced.txt']);
  });
});

describe('the best result so far of a run that takes its time', () => {
  ownState(at);
  unprotected();
  /** It holds for line 7; at the first text of one or two lines it takes long enough for a better one before it to be kept in `best`. */
  const pausing = (best: string) =>
    `grep -q "line 7$" {} && { [ $(wc -l < {}) -gt 2 ] || [ -e '${at('seen')}' ] || { sleep 4; ls -d ${best}/whittle-best-* > '${at('seen')}'; }; }`;

  for (const home of ['/proc', '']) {
    seldom.it(`needs no home directory (HOME=${home}), nor does a result that cannot be written`, async function () {
      if (process.platform !== 'linux') this.skip();
      write('in.txt', lines(9));
      const before = process.env.HOME;
      delete process.env.XDG_STATE_HOME;
      process.env.HOME = home;
      try {
        const run = await reduce('in.txt', '--test', pausing(tmpdir()), '--timeout', '30', '--json');
        assert.deepEqual([run.code, read('in.reduced.txt')], [0, 'line 7\n']);
        assert.match(read('seen'), /whittle-best-/);
        mkdirSync(at('out'));
        const gone = `rmdir '${at('out')}' 2> /dev/null; grep -q "line 7$" {}`;
        const { code, stdout } = await reduce('in.txt', '--test', gone, '-o', 'out/in.txt');
        assert.equal(code, 2);
        assert.equal(readFileSync(stdout.trim(), 'utf8'), 'line 7\n');
        rmSync(dirname(stdout.trim()), { recursive: true });
      } finally {
        process.env.HOME = before;
      }
    });
  }

  seldom.it('goes with a run that has written its result', async () => {
    write('in.txt', lines(9));
    await reduce('in.txt', '--test', pausing(at('state/whittle/best')), '--timeout', '30', '--json');
    assert.match(read('seen'), /whittle-best-/);
    assert.ok(!existsSync(at('state/whittle/best')));
  });
});
