/** `whittle order`: the tests that must run before another one so that it fails, by real runners. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { whittle, workplace } from '../../support/cli';
import { seldom } from '../../support/seldom';
import { realRoot, writeTree } from '../../support/tree';

const { directory } = workplace();

/** Runs of the test command that may be needed among 40 tests. */
const mostRuns = 25;

/** Those before the list is reduced: all tests, and the one alone. */
const runsBefore = 2;

const numbers = Array.from({ length: 20 }, (_, at) => at);

/** A test file for mocha and jest; `dirty`: numbers of the tests that leave something behind. */
const script = (suite: string, dirty: readonly number[], end = '') =>
  [
    `const assert = require('node:assert');`,
    `const seen = (process.seen ??= []);`,
    `describe('${suite}', () => {`,
    ...numbers.map((n) => `  it('does (${n})', () => { ${dirty.includes(n) ? `seen.push(${n});` : ''} });`),
    end,
    '});\n',
  ].join('\n');

const last = `  it('starts empty', () => assert.deepEqual(seen, []));`;

describe('whittle order', function () {
  this.timeout(300_000); // runs a runner some dozen times

  const find = async (files: Readonly<Record<string, unknown>>, ...args: readonly string[]) => {
    const root = realRoot(directory);
    writeTree(root, files);
    symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
    const run = await whittle(['order', ...args, '--json'], root);
    const events = run.stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { event: string; tests: unknown; command: string });
    const order = events.find(({ event }) => event === 'order');
    const tests = events.find(({ event }) => event === 'finished')?.tests as number;
    return { run, order, runs: tests + runsBefore, root };
  };

  const mocha = { 'package.json': { scripts: { test: 'mocha' } } };

  it('finds the one test of another file among 40, and a line that shows it', async () => {
    const files = { ...mocha, 'test/a.test.js': script('names', [11]), 'test/b.test.js': script('cart', [], last) };
    const { order, runs, run, root } = await find(files, 'test/a.test.js', 'test/b.test.js');
    assert.equal(run.code, 0, run.stderr);
    assert.deepEqual(order!.tests, ['test/a.test.js › names does (11)', 'test/b.test.js › cart starts empty']);
    assert.ok(runs <= mostRuns, `${runs} runs`);
    const { status, stdout } = spawnSync(order!.command, { shell: true, cwd: root, encoding: 'utf8' });
    assert.equal(status, 1);
    assert.match(stdout, /1 passing[^]*1 failing[^]*cart\s+starts empty/);
  });

  it('finds two of which each needs the other, in their order', async () => {
    const end = `  it('starts empty', () => assert.ok(seen.length < 2, String(seen)));`;
    const { order } = await find({ ...mocha, 'a.test.js': script('cart', [3, 17], end) }, 'a.test.js');
    assert.deepEqual(order!.tests, [
      'a.test.js › cart does (3)',
      'a.test.js › cart does (17)',
      'a.test.js › cart starts empty',
    ]);
  });

  it('refuses a test that fails alone, one that does not fail, and a runner that takes no list', async () => {
    const alone = script('cart', [], `  it('is wrong', () => assert.equal(1, 2));`);
    const { run } = await find({ ...mocha, 'a.test.js': alone }, 'a.test.js');
    assert.equal(run.code, 1);
    assert.match(run.stderr, /"cart is wrong" fails alone, too, so no other test disturbs it: reduce a\.test\.js as/);
    const named = await whittle(['order', 'a.test.js', '-n', 'cart does (1)'], realRoot(directory));
    assert.match(named.stderr, /"cart does \(1\)" does not fail after the tests before it/);
    const other = { 'b.test.js': "require('node:test')('x', () => {});" };
    writeTree(realRoot(directory), other);
    const refused = await whittle(['order', 'b.test.js'], realRoot(directory));
    assert.match(refused.stderr, /node:test cannot run lists of tests: this works with pytest, mocha, jest, vitest\./);
  });

  seldom.it('works with jest, in one file', async () => {
    const files = { 'package.json': { scripts: { test: 'jest' } }, 'a.test.js': script('cart', [7], last) };
    const { order, runs, run } = await find(files, 'a.test.js');
    assert.deepEqual(order?.tests, ['a.test.js › cart › does (7)', 'a.test.js › cart › starts empty'], run.stderr);
    assert.ok(runs <= mostRuns, `${runs} runs`);
  });

  seldom.it('works with vitest, in one file', async () => {
    const start = `import assert from 'node:assert';\nimport { describe, it } from 'vitest';\nconst seen = [];\n`;
    const text = (start + script('cart', [7], last).split('\n').slice(2).join('\n')).replace('does (7)', 'does #7');
    const files = { 'package.json': { type: 'module', scripts: { test: 'vitest run' } }, 'a.test.js': text };
    const { order, runs, run } = await find(files, 'a.test.js');
    assert.deepEqual(order?.tests, ['a.test.js › cart › does #7', 'a.test.js › cart › starts empty'], run.stderr);
    assert.ok(runs <= mostRuns, `${runs} runs`);
  });

  seldom.it('works with pytest, among several files', async function () {
    if (spawnSync('python3', ['-c', 'import pytest']).status !== 0) this.skip();
    const tests = (dirty: number) =>
      numbers.map((n) => `def test_${n}():\n    ${n === dirty ? 'state.seen.append(1)' : 'assert True'}\n`).join('\n');
    const files = {
      'pytest.ini': '[pytest]\n',
      'state.py': 'seen = []\n',
      'test_a.py': `import state\n\n${tests(11)}`,
      'test_b.py': `import state\n\n${tests(-1)}\ndef test_starts_empty():\n    assert state.seen == []\n`,
    };
    const { order, runs, run } = await find(files, 'test_a.py', 'test_b.py', '-n', 'test_starts_empty');
    assert.deepEqual(order?.tests, ['test_a.py › test_11', 'test_b.py › test_starts_empty'], run.stderr);
    assert.ok(runs <= mostRuns, `${runs} runs`);
  });
});
