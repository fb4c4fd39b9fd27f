/** Passing revisions of tests that load more than what git knows in their folder: editable installs, workspaces, builds. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { passingGuard } from '../../../src/failingTests/passing';
import { ruleOf, seeFailure, testRun } from '../../../src/failingTests/testRun';
import type { TestOracle } from '../../../src/reduction/job';
import { workspaceOf } from '../../../src/runners/package';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { gitIn } from '../../support/git';
import { testJobWith } from '../../support/jobs';
import { realRoot, writeTree } from '../../support/tree';

expectNoRunRoots();
const directory = freshDirectory();
const at = (path: string) => join(realRoot(directory), path);
const signal = new AbortController().signal;

function commit(subject: string, files: Readonly<Record<string, string>>): void {
  const git = (...args: string[]) => gitIn(realRoot(directory), ...args);
  writeTree(realRoot(directory), files);
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '-m', subject);
}

/** The revision at which the test passes, and why others could not be used. */
async function parentOf(test: string, { root = '', ...oracle }: Partial<TestOracle> & { root?: string } = {}) {
  const file = at(test);
  const job = testJobWith({ file, root: at(root), text: readFileSync(file, 'utf8') }, { warm: false, ...oracle });
  const run = testRun(job, signal);
  const seen = await seeFailure(run);
  const { passing, problems } = await passingGuard(run, seen.command, ruleOf(run, seen, true)!);
  return { revision: passing?.revision.name.replace(/ .*/, ''), problems: problems.join('\n') };
}

const scriptTest = (from: string) => `const { test } = require('node:test');
const assert = require('node:assert');
const { sum } = require('${from}');
test('adds', () => assert.equal(sum(1, 2), 3));
`;
const right = 'exports.sum = (a, b) => a + b;\n';
const wrong = 'exports.sum = (a, b) => a - b;\n';

describe('a right parent is seen', function () {
  this.timeout(120_000); // runs node and python some dozen times

  it('if the package is installed editable, with its sources in src', async () => {
    const test =
      'import unittest\nfrom sums import add\n\n\nclass T(unittest.TestCase):\n    def test_adds(self):\n        self.assertEqual(add(1, 2), 3)\n';
    execFileSync('python3', ['-m', 'venv', '--without-pip', at('.venv')]);
    const packages = ['-c', 'import sysconfig; print(sysconfig.get_paths()["purelib"])'];
    const site = execFileSync(at('.venv/bin/python'), packages, { encoding: 'utf8' }).trim();
    writeFileSync(join(site, '__editable__.sums-1.0.pth'), `${at('src')}\n`);
    const common = { 'tests/__init__.py': '', 'tests/test_sums.py': test, 'setup.py': '', '.gitignore': '.venv\n' };
    commit('right', { ...common, 'src/sums/__init__.py': 'def add(a, b):\n    return a + b\n' });
    commit('wrong', { 'src/sums/__init__.py': 'def add(a, b):\n    return a - b\n' });
    assert.deepEqual(await parentOf('tests/test_sums.py'), { revision: 'HEAD~1', problems: '' });
  });

  it('if it is some commits back: the nearest one', async () => {
    commit('right', { 'a.test.js': scriptTest('./sum'), 'sum.js': right, 'n.js': '' });
    commit('also', { 'n.js': '0' });
    commit('wrong', { 'sum.js': wrong });
    for (const more of '1234') commit(more, { 'n.js': more });
    assert.deepEqual(await parentOf('a.test.js'), { revision: 'HEAD~5', problems: '' });
  });

  it('if another package of the workspaces has the bug', async () => {
    mkdirSync(at('node_modules'));
    symlinkSync('../packages/b', at('node_modules/b'));
    commit('right', {
      '.gitignore': 'node_modules\n',
      'package.json': '{ "workspaces": ["packages/*"] }',
      'packages/a/package.json': '{ "name": "a", "dependencies": { "b": "*" } }',
      'packages/a/a.test.js': scriptTest('b'),
      'packages/b/package.json': '{ "name": "b" }',
      'packages/b/index.js': right,
    });
    commit('wrong', { 'packages/b/index.js': wrong });
    const root = workspaceOf(at('packages/a'));
    assert.equal(root, realRoot(directory));
    assert.equal(workspaceOf(at('packages/b')), at('packages/b'));
    assert.deepEqual(await parentOf('packages/a/a.test.js'), { revision: 'HEAD~1', problems: '' });
    const { revision, problems } = await parentOf('packages/a/a.test.js', { root: 'packages/a' });
    assert.equal(revision, undefined);
    assert.match(
      problems,
      /loads \S+packages\/b\/index\.js, which is not in \S+packages\/a, .*: choose a larger folder/,
    );
  });

  it('if what it loads is built, by the build; else the cause is named', async () => {
    writeTree(realRoot(directory), { 'dist/sum.js': wrong });
    commit('right', {
      '.gitignore': 'dist\n',
      'package.json': '{}',
      'build.js': "require('fs').copyFileSync('src/sum.js', 'dist/sum.js');\n",
      'test/sum.test.js': scriptTest('../dist/sum.js'),
      'src/sum.js': right,
    });
    commit('wrong', { 'src/sum.js': wrong });
    const { revision, problems } = await parentOf('test/sum.test.js');
    assert.equal(revision, undefined);
    assert.match(problems, /loads dist\/sum\.js, which git ignores, .*: build it \(‹build›\)/);
    const built = await parentOf('test/sum.test.js', { build: 'node build.js' });
    assert.deepEqual(built, { revision: 'HEAD~1', problems: '' });
    assert.equal(readFileSync(at('dist/sum.js'), 'utf8'), wrong);
    await assert.rejects(
      parentOf('test/sum.test.js', { build: 'node no.js', passesAt: 'HEAD~1' }),
      /^Error: node no\.js fails at HEAD~1 .*: choose another revision/,
    );
  });
});
