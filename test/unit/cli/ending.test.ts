/** The last lines of a run: the result where it is short, and a line to paste that shows the bug in it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { named } from '../../../src/reduction/ending/outputs';
import { whittle, workplace } from '../../support/cli';

const { directory, at, write, read, reduce } = workplace();

/** What the shell says to the line that is proposed. */
function pasted(stderr: string, before = 'To see it: '): { readonly line: string; readonly said: string } {
  const line = stderr.split(before)[1]?.split('\n')[0];
  assert.ok(line, stderr);
  const { status, stdout, stderr: errors } = spawnSync(line, { shell: true, cwd: directory.path, encoding: 'utf8' });
  assert.notEqual(status, 0, line);
  return { line, said: stdout + errors };
}

describe('the end of a run in a terminal', () => {
  it('is the result, and the line with its path', async () => {
    write('crash.js', 'const a = 1;\nboom();\nconst b = 2;\n');
    const { stderr } = await reduce('crash.js', '--test', 'node {}', '--same-failure');
    assert.match(stderr, /\n\n {2}boom\n\n/);
    assert.match(pasted(stderr).said, /ReferenceError: boom is not defined/);
  });

  const test = `const test = require('node:test');\nconst hay = 1;\ntest('adds', () => {\n  const more = 2;\n  null.boom();\n});\n`;

  it('runs the result of a failing test by its runner, wherever the terminal is', async () => {
    mkdirSync(at('app'));
    write('app/package.json', '{}');
    write('app/sum.test.js', test);
    const { stderr, code } = await whittle(['test', 'app/sum.test.js'], directory.path);
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(read('app/sum.reduced.test.js'), /hay|more/);
    const { line, said } = pasted(stderr);
    assert.equal(line, 'cd app && node sum.reduced.test.js');
    assert.match(said, /Cannot read properties of null/);
    const one = await whittle(['test', 'app/sum.test.js', '--name', 'adds'], directory.path);
    assert.match(pasted(one.stderr).line, /^cd app && node '--test-name-pattern=\^adds\$' sum\.reduced\.test\.js$/);
  });

  it('is the place of the original, if that has snapshots', async () => {
    write('sum.test.js', test.replace('boom', 'toMatchSnapshot'));
    const { stderr } = await whittle(['test', 'sum.test.js'], directory.path);
    assert.match(stderr, /^To see it, put it in place of sum\.test\.js: its snapshots have that name\.$/m);
  });

  it('is the place of the original in Go, which leaves out the name of the result', async () => {
    write('go.mod', 'module a\n');
    write('a_test.go', 'package a\n\nimport "testing"\n\nfunc TestA(t *testing.T) {\n\tt.Fatal("boom")\n}\n');
    const report = '=== RUN   TestA\\n    a_test.go:6: boom\\n--- FAIL: TestA (0.00s)\\nFAIL\\n';
    mkdirSync(at('bin'));
    write('bin/go', `#!/bin/sh\ngrep -q boom a_test.go && printf '${report}' && exit 1\nexit 0\n`);
    chmodSync(at('bin/go'), 0o755);
    const { PATH } = process.env;
    process.env.PATH = `${at('bin')}${delimiter}${PATH}`;
    const { stderr } = await whittle(['test', 'a_test.go'], directory.path).finally(() => (process.env.PATH = PATH));
    assert.match(stderr, /^To see it, put it in place of a_test\.go: go leaves out names that begin with _\.$/m);
  });

  it('is a line with the command that fails, if the file is no test', async () => {
    write('package.json', '{}');
    write('crash.js', 'boom();\n');
    const { stderr, code } = await whittle(['test', 'crash.js'], directory.path);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^whittle: No test runner was recognised for crash\.js: reduce it with the command that fails\./m,
    );
    const [, args] = /\n {2}whittle (reduce crash\.js --test 'node \{\}' --same-failure --place overlay)\n/.exec(
      stderr,
    )!;
    const again = await whittle(
      args
        .replaceAll("'", '')
        .replace('node {}', 'node_{}')
        .split(' ')
        .map((word) => word.replace('_', ' ')),
      directory.path,
    );
    assert.equal(again.code, 0, again.stderr);
  });
});

describe('what to do next', () => {
  it('says how a run that has met a limit can go on', async () => {
    write('in.txt', Array.from({ length: 40 }, (_, at) => `line ${at}\n`).join(''));
    const cut = ['in.txt', '--test', 'grep -q "line 7$" {}', '--max-tests', '12'];
    const alone = await reduce(...cut);
    assert.match(alone.stderr, /: this goes on from the result:\n {2}whittle reduce in\.reduced\.txt --test '/);
    const size = read('in.reduced.txt').length;
    const [, line] = alone.stderr.split('this goes on from the result:\n  whittle ');
    const words = spawnSync(`printf '%s\\n' ${line}`, { shell: true, encoding: 'utf8' }).stdout.trim().split('\n');
    const again = await whittle(words, directory.path);
    assert.equal(again.code, 0, again.stderr);
    assert.ok(read('in.reduced2.txt').length < size);
    const recorded = await reduce(...cut, '--journal', 'run.jsonl');
    assert.match(recorded.stderr, /: the same line with a larger --max-tests goes on where this run ended\.$/m);
    const more = await reduce('in.txt', '--test', 'grep -q "line 7$" {}', '--journal', 'run.jsonl', '--json');
    assert.match(more.stdout, /"event":"resumed"/);
  });

  it('is the same line, of a run that has met --max-time', async () => {
    write('in.txt', Array.from({ length: 40 }, (_, at) => `line ${at}\n`).join(''));
    const line = ['in.txt', '--test', 'sleep 0.4; grep -q "line 7$" {}', '--max-time', '6', '--journal', 'run.jsonl'];
    const first = await reduce(...line);
    assert.match(first.stderr, /: the same line goes on where this run ended\.$/m);
    const second = await reduce(...line);
    const [before, after] = [first, second].map(({ stderr }) => Number(/ (\d+) tests · /.exec(stderr)![1]));
    assert.ok(after > before, `${before}, ${after}`);
  });

  it('begins with npx if the process was called by it', async () => {
    write('crash.js', 'boom();\n');
    const before = process.env.npm_command;
    process.env.npm_command = 'exec';
    try {
      const { stderr } = await whittle(['crash.js'], directory.path);
      assert.match(stderr, /Try:\n {2}npx whittle reduce crash\.js --test 'node \{\}' --same-failure\n/);
    } finally {
      if (before === undefined) delete process.env.npm_command;
      else process.env.npm_command = before;
    }
  });

  it('names the command for failing tests, if a test needs the files beside it', async () => {
    write('package.json', '{}');
    write('sum.js', 'exports.sum = () => 1;\n');
    write('sum.test.js', "const { sum } = require('./sum');\nif (sum() !== 2) throw new Error('no sum');\n");
    const { stderr, code } = await reduce('sum.test.js', '--test', 'node {}', '--match', 'no sum');
    assert.equal(code, 1);
    assert.match(stderr, /If it is a test of a runner:\n {2}whittle test sum\.test\.js\n/);
  });

  it('is to choose one that fails, if pytest has no test of this name', async () => {
    write('test_a.py', 'def test_one():\n    assert 1 == 2\n');
    const { stderr } = await whittle(['test', 'test_a.py', '--name', 'test_two'], directory.path);
    assert.match(stderr, /"test_two" was not found by its runner: choose a test that fails \(--name\), "test_one"\.$/m);
  });
});

describe('the name of a result', () => {
  for (const [name, reduced] of [
    ['crash.js', 'crash.reduced.js'],
    ['crash.reduced.js', 'crash.reduced2.js'],
    ['crash.reduced9.test.js', 'crash.reduced10.test.js'],
    ['_sum.reduced.go', '_sum.reduced2.go'],
    ['test_sum_reduced.py', 'test_sum_reduced2.py'],
    ['a.b.c', 'a.b.reduced.c'],
    ['Makefile', 'Makefile.reduced'],
    ['.babelrc', '.babelrc.reduced'],
    ['cart.test.js', 'cart.reduced.test.js'],
    ['cart.spec.tsx', 'cart.reduced.spec.tsx'],
    ['cart_spec.rb', 'cart.reduced_spec.rb'],
    ['test_cart.py', 'test_cart_reduced.py'],
    ['cart_test.py', 'cart_reduced_test.py'],
    ['cart.rs', 'cart_reduced.rs'],
    ['cart_test.go', '_cart.reduced_test.go'],
  ]) {
    it(`is ${reduced} of ${name}`, () => assert.equal(named(resolve('x', name), 'reduced'), resolve('x', reduced)));
  }
});
