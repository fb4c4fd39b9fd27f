/** What is said to a running `whittle reduce`: by keys, by signals, and after it was killed by its journal. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli, eventsOf, finishedOf, workplace } from '../../support/cli';
import { processesWith, until } from '../../support/files';
import { seldom } from '../../support/seldom';

const { directory, at, write, read, reduce } = workplace();

const program = Array.from({ length: 60 }, (_, i) => `function f${i}(a, b) { return [a, b, ${i}]; }\n`).join('');
const test = 'grep -q "f17(.*17" {} && grep -q f44 {}';

/** Verdicts in the whole lines of a journal. */
function verdicts(name: string): number {
  const whole = existsSync(at(name)) ? read(name).split('\n').slice(0, -1) : [];
  return whole.filter((line) => line.startsWith('["')).length;
}

describe('whittle reduce --journal', () => {
  seldom
    .it('goes on after kill -9, and ends with the same bytes and counts', async () => {
      write('in.js', program);
      const whole = finishedOf(await reduce('in.js', '--test', test, '--json', '-o', 'whole.js'));
      for (const jobs of ['1', '3']) {
        const slow = [
          '--test',
          `sleep 0.02; ${test}`,
          '--journal',
          `journal${jobs}`,
          '-o',
          `out${jobs}.js`,
          '-j',
          jobs,
        ];
        for (const enough of [6, 12]) {
          const args = [cli, 'reduce', 'in.js', ...slow];
          const child = spawn(process.execPath, args, { cwd: directory.path, stdio: 'ignore' });
          await until('some of it', () => verdicts(`journal${jobs}`) >= enough);
          child.kill('SIGKILL');
          await new Promise((done) => child.on('close', done));
          await until('the test that was left ends', () => processesWith('sleep 0.02').length === 0);
        }
        const run = await reduce('in.js', ...slow, '--json');
        const resumed = eventsOf(run).find(({ event }) => event === 'resumed');
        assert.ok(resumed?.event === 'resumed' && resumed.tests > 3, run.stdout);
        assert.equal(read(`out${jobs}.js`), read('whole.js'));
        assert.deepEqual(finishedOf(run).search, whole.search);
        assert.equal(finishedOf(run).confirmed, true);
      }
      // What runs that were killed leave is another matter.
      for (const name of readdirSync(tmpdir())) rmSync(join(tmpdir(), name), { recursive: true, force: true });
    })
    .timeout(600_000);

  it('goes on after Ctrl-C and after a budget; refuses another test in one sentence', async () => {
    write('in.js', program);
    const args = ['in.js', '--test', test, '--journal', 'journal', '--json'];
    const some = finishedOf(await reduce(...args, '--max-tests', '14'));
    assert.deepEqual([some.ending, some.search.tests], ['tests', 9]);
    const rest = finishedOf(await reduce(...args));
    assert.equal(rest.ending, 'done');
    const again = finishedOf(await reduce(...args));
    assert.deepEqual(again.search, rest.search);
    const atTheEnd = again.tests - rest.search.tests;
    assert.ok(atTheEnd >= 3 && atTheEnd <= 7, `only the end is tested again: ${atTheEnd}`);
    const other = await reduce('in.js', '--test', `${test} `, '--journal', 'journal');
    assert.equal(other.code, 2);
    assert.match(other.stderr, /whittle: The journal journal belongs to another test: name another file/);
    const clash = await reduce(...args, '-o', 'journal');
    assert.match(clash.stderr, /The journal would be replaced by the output: choose another --journal\./);
  });

  it('ends when it is small enough', async () => {
    write('in.js', program);
    const run = await reduce('in.js', '--test', test, '--target-size', '100');
    assert.equal(run.code, 0);
    assert.match(run.stderr, /verified, stopped at --target-size/);
    const tokens = read('in.reduced.js').match(/\w+|\S/g)!.length;
    assert.ok(tokens <= 100 && tokens > 8, `${tokens}`);
    const enough = finishedOf(await reduce('in.js', '--test', test, '--target-size', '5000', '--json'));
    assert.deepEqual([enough.ending, enough.search.tests], ['size', 0]);
  });
});

/** When, and what. */
type Key = readonly [when: RegExp | ((said: string) => boolean), key: string];

/** A run at a terminal of its own; `keys` are typed as soon as it says what comes with them. */
async function atTerminal(command: string, keys: readonly Key[]) {
  // `script` takes the user's shell; another one than bash may end itself at a Ctrl-C, and say no exit code.
  const env = { ...process.env, SHELL: '/bin/bash' };
  const terminal = spawn('script', ['-qefc', command, '/dev/null'], { cwd: directory.path, env });
  let said = '';
  terminal.stdout.on('data', (data) => (said += data));
  for (const [when, key] of keys) {
    await until(`${when} in ${said}`, () => (typeof when === 'function' ? when(said) : when.test(said)), 60_000);
    terminal.stdin.write(key);
  }
  const code = await new Promise((done) => terminal.on('close', done));
  return { code, said };
}

describe('whittle reduce at a terminal', () => {
  const asked = () => (existsSync(at('log')) ? read('log').length : 0);
  const command = () =>
    `'${process.execPath}' '${cli}' reduce in.js --test 'printf x >> ${at('log')}; sleep 0.05; grep -q f44 {}'`;

  before(function () {
    // Only some systems have the program that makes a terminal so.
    if (spawnSync('script', ['--version']).status !== 0) this.skip();
  });

  it('pauses, resumes, skips the phase and stops at a key', async () => {
    write('in.js', program);
    const during: number[] = [];
    // A run that went on would begin a test at nearly every look.
    const wasWatched = (said: string) => /Paused\./.test(said) && during.push(asked()) === 100;
    const { code, said } = await atTerminal(command(), [
      [(said) => /s skips the phase/.test(said) && asked() > 4, 'p'],
      [wasWatched, 'p'],
      [/Resumed after \d+ tests?\./, 's'],
      [/Skipped: Looking for what is needed\./, 'q'],
    ]);
    assert.equal(code, 130, said);
    assert.deepEqual([...new Set(during)], [during[0]], 'nothing was tested while it was paused');
    assert.match(said, /interrupted: the best result so far/);
    assert.match(readFileSync(at('in.reduced.js'), 'utf8'), /f44/);
  }).timeout(120_000);

  it('leaves the terminal as it was, and heeds Ctrl-C', async () => {
    write('in.js', program);
    const { said } = await atTerminal(`stty -a; ${command()}; echo code $?; stty -a`, [
      [(said) => /s skips the phase/.test(said) && asked() > 0, '\x03'],
    ]);
    assert.match(said, /code 130/);
    const [before, after] = said.match(/speed [^]*?-?extproc|speed [^]*?echoke[^\n]*/g)!;
    assert.equal(after, before);
  }).timeout(120_000);

  seldom
    .it('can be suspended by Ctrl-Z: a test that ends meanwhile is judged as ever', async () => {
      write('in.js', program);
      const run = `'${process.execPath}' '${cli}' reduce in.js --timeout 3 --json`;
      write('line', `${run} --test 'sleep 0.1; grep -q f44 {}' > events; echo suspended; sleep 4; fg; echo code $?`);
      // A shell with jobs of its own, as people have it.
      const { said } = await atTerminal('bash --norc -ic "$(cat line)"', [
        [() => existsSync(at('events')) && /"candidate"/.test(read('events')), '\x1a'],
      ]);
      assert.match(said, /suspended/);
      assert.match(said, /code 0/, said);
      const events = eventsOf({ code: 0, stdout: read('events'), stderr: '' });
      assert.deepEqual(
        events.filter((event) => event.event === 'candidate' && event.verdict === 'unresolved'),
        [],
      );
    })
    .timeout(120_000);
});
