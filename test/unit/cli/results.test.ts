/** What becomes of a result when something goes wrong: tools that vanish, directories that vanish, older results. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { finishedOf, unprotected, whittle, workplace } from '../../support/cli';
import { ownState } from '../../support/state';

const { directory, at, write, read, reduce } = workplace();

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}\n`).join('');

describe('a tool that vanishes in mid-run', () => {
  ownState(at);
  unprotected();
  beforeEach(() => {
    write('in.txt', lines(40));
    write('tool', '#!/bin/sh\n! grep -q "line 7$" "$1" || exit 1\n');
    chmodSync(at('tool'), 0o755);
  });

  /** A test that removes the tool when it is run for the 20th time. */
  const vanishing = (call: string) =>
    `echo >> '${at('log')}'; [ $(wc -l < '${at('log')}') -lt 20 ] || rm -f '${at('tool')}'; ${call}`;

  it('gives no verdict, if the shell says that it is not there', async () => {
    const test = vanishing(`PATH='${directory.path}':$PATH tool {}`);
    const run = await reduce('in.txt', '--test', test, '--exit', 'not 0', '--json');
    const { confirmed, ending, problem } = finishedOf(run);
    assert.deepEqual([run.code, confirmed, ending], [2, false, 'broken']);
    assert.match(problem!, /^The test has changed during the run: .* on the unchanged input \(".*not found"\); repair/);
    assert.match(read('in.reduced.txt'), /line 7$/m);
    assert.ok(read('in.reduced.txt').length < read('in.txt').length);
  });

  for (const jobs of ['1', '2']) {
    it(`is not believed, if all fails without it, with ${jobs} at once`, async () => {
      const test = vanishing(`sh '${at('tool')}' {} || exit 1`);
      const run = await reduce('in.txt', '--test', test, '--exit', 'not 0', '-j', jobs, '--json');
      const { confirmed, ending, problem } = finishedOf(run);
      assert.deepEqual([run.code, confirmed, ending], [2, false, 'broken']);
      assert.match(problem!, /^The test has changed during the run: it now takes input that it refused before/);
      assert.match(read('in.reduced.txt'), /line 7$/m);
    });
  }

  it('is told of by what was refused before, if the empty input was not asked', async () => {
    const test = vanishing(`sh '${at('tool')}' {} || exit 1`);
    const run = await reduce('in.txt', '--test', test, '--exit', 'not 0', '--keep', 'line 3$', '--json');
    assert.equal(run.code, 2, run.stderr);
    assert.match(finishedOf(run).problem!, /it now takes input that it refused before/);
    assert.match(read('in.reduced.txt'), /line 7$/m);
  });
});

describe('a result that does not hold when it is tested again', () => {
  ownState(at);
  unprotected();
  it('gives way to an earlier one that does', async () => {
    write('in.txt', lines(40));
    // Below ten lines it says yes for a while.
    const test = `grep -q "line 7$" {} && { [ $(wc -l < {}) -ge 10 ] || { echo >> '${at('log')}'; [ $(wc -l < '${at('log')}') -lt 9 ]; }; }`;
    const run = await reduce('in.txt', '--test', test, '--runs', '1', '--json');
    const { confirmed, ending, problem, tokens } = finishedOf(run);
    assert.deepEqual([run.code, confirmed, ending], [1, true, 'done']);
    assert.match(
      problem!,
      /^The test is not reliable: the smallest result did not hold .* in 7 of 7 runs; leave the number of runs to Whittle \(without --runs\)/,
    );
    assert.ok(run.stderr.includes(problem!));
    const left = read('in.reduced.txt').split('\n').length - 1;
    assert.ok(left >= 10 && left < 40, `${left}`);
    assert.equal(tokens.after, 2 * left);
  });
});

describe('a result that cannot be written', () => {
  ownState(at);
  unprotected();
  const test = (away: string) => `rm -rf '${at(away)}'; grep -q "line 7$" {}`;

  const elsewhere = (stderr: string) => / cannot be written \((\w+)\): the result is in (.*) instead\.$/m.exec(stderr)!;

  it('goes to the state directory, and it is said where', async () => {
    write('in.txt', lines(20));
    mkdirSync(at('out'));
    const run = await reduce('in.txt', '--test', test('out'), '-o', 'out/small.txt');
    assert.equal(run.code, 2);
    const [, code, path] = elsewhere(run.stderr);
    assert.equal(code, 'ENOENT');
    assert.ok(path.startsWith(at('state')) && path.endsWith('/small.txt'), path);
    assert.equal(readFileSync(path, 'utf8'), 'line 7\n');
    assert.equal(run.stdout, `${path}\n`);
  });

  it('goes to the temporary directory, if there is no state directory', async () => {
    write('in.txt', lines(20));
    write('state', 'no directory');
    mkdirSync(at('out'));
    const run = await reduce('in.txt', '--test', test('out'), '-o', 'out/small.txt');
    const [, , path] = elsewhere(run.stderr);
    assert.ok(path.startsWith(process.env.TMPDIR!), path);
    assert.equal(readFileSync(path, 'utf8'), 'line 7\n');
  });

  it('is a directory, of several files', async () => {
    for (const name of ['input', 'out']) mkdirSync(at(name));
    write('input/a.txt', lines(20));
    write('input/b.txt', lines(3));
    const several = `rm -rf '${at('out')}'; grep -q "line 7$" {}/a.txt`;
    const run = await reduce('input', '--test', several, '-o', 'out/small');
    const [, , path] = elsewhere(run.stderr);
    assert.equal(run.code, 2);
    assert.deepEqual(readdirSync(path), ['a.txt']);
    assert.equal(readFileSync(`${path}/a.txt`, 'utf8'), 'line 7\n');
  });

  it('may be that of an isolation', async () => {
    write('in.txt', lines(20));
    mkdirSync(at('out'));
    const args = ['isolate', 'in.txt', '--unit', 'lines', '--test', test('out'), '-o', 'out'];
    const run = await whittle(args, directory.path);
    const [, , path] = elsewhere(run.stderr);
    assert.equal(run.code, 2);
    assert.deepEqual(readdirSync(path).sort(), ['in.failing.txt', 'in.passing.txt']);
  });
});

describe('an older result', () => {
  ownState(at);
  it('of Go is no file of its package', async () => {
    write('a_test.go', 'package a\n\nvar line7 = 7\n');
    const run = await reduce('a_test.go', '--test', 'grep -q line7 {}');
    assert.equal(run.code, 0, run.stderr);
    assert.match(read('_a.reduced_test.go'), /line7/);
  });

  it('keeps its bytes under a name of its own', async () => {
    write('in.txt', lines(9));
    write('in.reduced.txt', 'mine');
    const said = () => reduce('in.txt', '--test', 'grep -q "line 7$" {}').then(({ stderr }) => stderr);
    assert.match(await said(), /^in\.reduced\.txt was there already: it is now .*in\.reduced\.1\.txt\.$/m);
    assert.deepEqual([read('in.reduced.txt'), read('in.reduced.1.txt')], ['line 7\n', 'mine']);
    assert.doesNotMatch(await said(), /was there already/);
    write('in.reduced.txt', 'more');
    await said();
    assert.deepEqual([read('in.reduced.1.txt'), read('in.reduced.2.txt')], ['mine', 'more']);
  });

  it('of the same command is replaced, unless it is smaller or was changed since', async () => {
    write('in.txt', lines(40));
    const names = () => readdirSync(directory.path).filter((name) => name.startsWith('in.reduced'));
    const run = (line: string, ...more: string[]) => reduce('in.txt', '--test', `grep -q "${line}$" {}`, ...more);
    await run('line 7', '--max-tests', '9');
    const first = read('in.reduced.txt');
    const second = await run('line 7');
    assert.ok(read('in.reduced.txt').length < first.length);
    assert.doesNotMatch(second.stderr, /was there already/);
    assert.deepEqual(names(), ['in.reduced.txt']);
    await run('line 7', '--max-tests', '9');
    assert.deepEqual([read('in.reduced.txt'), read('in.reduced.1.txt')], [first, 'line 7\n']);
    await run('line 8');
    assert.deepEqual([read('in.reduced.txt'), read('in.reduced.2.txt')], ['line 8\n', first]);
    write('in.reduced.txt', 'line 8, mine\n');
    await run('line 8');
    assert.equal(read('in.reduced.3.txt'), 'line 8, mine\n');
  });

  it('is replaced where the user has named it', async () => {
    write('in.txt', lines(9));
    write('out.txt', 'mine');
    await reduce('in.txt', '--test', 'grep -q "line 7$" {}', '-o', 'out.txt');
    assert.equal(read('out.txt'), 'line 7\n');
    assert.deepEqual(
      readdirSync(dirname(at('out.txt'))).filter((name) => name.startsWith('out')),
      ['out.txt'],
    );
  });
});
