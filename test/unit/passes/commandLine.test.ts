/** `whittle reduce --reduce-with`, with the programs of docs/passes.md. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { cli, eventsOf, finishedOf, workplace } from '../../support/cli';
import { blocksOf } from '../../support/documented';
import { processesOf, processesWith, until } from '../../support/files';
import { seldom } from '../../support/seldom';

const { directory, at, write, read, reduce } = workplace();

const [numbers] = blocksOf('passes.md', 'js');
const [python] = blocksOf('passes.md', 'python');

/** A number of at least 17 must stay. */
const test = ['--test', 'grep -qE "size = (1[7-9]|[2-9][0-9]|[0-9]{3,})" {}'];
const input = 'let a = 1;\nlet size = 1000;\nlet b = [2, 3];\n';

describe('whittle reduce --reduce-with', () => {
  it('runs the pass of docs/passes.md: the search alone leaves a larger number', async () => {
    write('in.js', input);
    write('numbers.mjs', numbers);
    assert.equal((await reduce('in.js', ...test, '-o', 'plain.js')).code, 0);
    assert.doesNotMatch(read('plain.js'), /\b17\b/);
    const run = await reduce('in.js', ...test, '--reduce-with', 'node numbers.mjs');
    assert.equal(run.code, 0, run.stderr);
    assert.match(read('in.reduced.js'), /size = 17\b/);
    assert.doesNotMatch(run.stderr, /left out/);
  });

  seldom.it('runs the same in Python, beyond U+FFFF and with several files', async function () {
    if (spawnSync('python3', ['--version']).status !== 0) return this.skip();
    write('numbers.py', python);
    mkdirSync(at('several'));
    write('several/in.txt', '"😀😀" keep size = 1000\n');
    write('several/other.txt', 'nothing\n');
    const line = 'grep -q "😀😀.*keep" {}/in.txt && ' + test[1].replace('{}', '{}/in.txt');
    const run = await reduce('several', '--test', line, '--reduce-with', 'python3 numbers.py');
    assert.equal(run.code, 0, run.stderr);
    assert.match(read('several.reduced/in.txt'), /😀😀.*keep.*size = 17\b/);
  });

  it('goes on without a pass that is not there, and says so at once', async () => {
    write('in.js', input);
    const run = await reduce('in.js', ...test, '--reduce-with', './missing', '--json');
    assert.equal(run.code, 0, run.stderr);
    assert.equal(finishedOf(run).confirmed, true);
    const told = eventsOf(run).filter(({ event }) => event === 'notice' || event === 'accepted');
    assert.match(
      JSON.stringify(told[0]),
      /"The pass \.\/missing is left out because it ended \(127: .*not found\): it must/,
    );
    assert.equal(told.filter(({ event }) => event === 'notice').length, 1);
  });

  seldom.it('asks a pass the same questions when the run continues, and ends with the same bytes', async () => {
    write('in.js', input);
    write('numbers.mjs', numbers);
    const args = ['in.js', ...test, '--reduce-with', 'tee -a asked | node numbers.mjs'];
    const events = eventsOf(await reduce(...args, '--json'));
    const questions = read('asked').split('\n').filter(Boolean);
    const began = events.findIndex((event) => event.event === 'phase' && event.label.startsWith('Trying the edits of'));
    const held = events.slice(began).flatMap((event) => (event.event === 'accepted' ? [event.tests] : []));
    assert.ok(began > 0 && held.length > 2 && questions.length > 3, `${held.length} ${questions.length}`);
    write('asked', '');
    const journal = [...args, '--journal', 'journal', '-o', 'parts.js'];
    for (const tests of [held[0], held[1]]) {
      assert.equal((await reduce(...journal, '--max-tests', String(tests + 11))).code, 0);
    }
    const rest = await reduce(...journal);
    assert.equal(rest.code, 0, rest.stderr);
    assert.equal(read('parts.js'), read('in.reduced.js'));
    const again = read('asked').split('\n').filter(Boolean);
    assert.deepEqual(new Set(again), new Set(questions));
    assert.ok(again.length > questions.length, 'some are asked again');
    const without = await reduce('in.js', ...test, '--journal', 'journal');
    assert.match(without.stderr, /belongs to a run with other options/);
  });

  seldom.it('ends the pass with the run, also if Whittle was killed', async () => {
    write('in.js', input);
    write('escaping.sh', 'setsid sleep 98765 & trap "" HUP TERM PIPE; while :; do sleep 98764; done');
    const args = ['reduce', 'in.js', ...test, '-j', '1', '--reduce-with', 'sh escaping.sh'];
    const child = spawn(process.execPath, [cli, ...args], { cwd: directory.path, stdio: 'ignore' });
    const passes = () => [...processesWith('sleep 98765'), ...processesWith('sleep 98764')].length;
    await until('the pass runs', () => passes() >= 2);
    const closed = new Promise((done) => child.on('close', done));
    child.kill('SIGKILL');
    await closed;
    // Runs of tests beside this one may have ended the pass already: each run does so at its start.
    assert.equal((await reduce('in.js', '--test', 'grep -q size {}')).code, 0);
    await until('it is gone', () => passes() === 0);
    const stopped = spawn(process.execPath, [cli, ...args], { cwd: directory.path, stdio: 'ignore' });
    await until('the pass runs', () => passes() >= 2);
    const ended = new Promise((done) => stopped.on('close', done));
    stopped.kill('SIGINT');
    await ended;
    assert.equal(processesOf('98765').length + passes(), 0);
  });
});
