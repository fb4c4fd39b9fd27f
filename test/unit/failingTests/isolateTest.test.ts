/** A failing test, and git with the state in which it passes: which change matters, by real runs. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileAt, whyFails } from '../../../src/failingTests/changed';
import { prepare } from '../../../src/failingTests/reduceTest';
import { reduce } from '../../../src/reduction/reduce';
import type { IsolationJob } from '../../../src/reduction/job';
import { withRows } from '../../support/failingModules';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { testJobWith } from '../../support/jobs';
import { realRoot, writeTree } from '../../support/tree';
import { seldom } from '../../support/seldom';

const directory = freshDirectory();
expectNoRunRoots();

const test = `const { it } = require('node:test');
const assert = require('node:assert');
const { total } = require('../lib/cart.js');

it('adds up', () => {
  assert.equal(total([1, 2, 3]), 6);
});
it('fails in any case', () => assert.ok(false));
`;
const cart = `const { round } = require('./round.js');

exports.total = (prices) => {
  let sum = 0;
  for (const price of prices) sum += price;
  return round(sum);
};
`;
const files = {
  'test/cart.test.js': test,
  'lib/cart.js': cart,
  'lib/round.js': 'exports.round = (value) => value;\n',
  'lib/names.js': 'exports.names = [];\n',
  'notes.md': 'Notes\n',
};
const path = (name: string) => join(realRoot(directory), name);
const signal = new AbortController().signal;

function git(...args: string[]): string {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.example'];
  return execFileSync('git', ['-C', realRoot(directory), ...who, ...args], { encoding: 'utf8' }).trim();
}

/** All files but those whose content is undefined. */
function committed(others: Readonly<Record<string, string | undefined>> = {}): void {
  const all = Object.entries<string | undefined>({ ...files, ...others });
  writeTree(realRoot(directory), Object.fromEntries(all.filter(([, text]) => text !== undefined)));
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'right');
}

function change(name: string, ...pairs: readonly (readonly [from: string, to: string])[]): void {
  let text = readFileSync(path(name), 'utf8');
  for (const [from, to] of pairs) {
    assert.ok(text.includes(from), from);
    text = text.replaceAll(from, to);
  }
  writeFileSync(path(name), text);
}

function jobOn(name: string) {
  const file = path(name);
  const text = readFileSync(file, 'utf8');
  return { file, root: realRoot(directory), jobs: 2, text };
}

const titles = ['adds up'];
const changeThatMatters = async () => {
  const job = jobOn('test/cart.test.js');
  return (await whyFails(testJobWith(job, { titles }), job.text, signal)).change;
};

async function isolated(name: string) {
  const { text: passing } = await fileAt(path(name), 'HEAD', signal);
  const file = name.startsWith('test/') ? undefined : path('test/cart.test.js');
  const job = testJobWith(jobOn(name), { titles, file });
  const given: IsolationJob = { ...job, input: { ...job.input, passing } };
  const {
    passing: passes,
    content: failing,
    finished: end,
  } = await reduce(given, () => undefined, signal, undefined, { prepare });
  assert.ok(end.confirmed);
  const both = [passes, failing].map(String);
  assert.deepEqual(
    both.map((text) => outcome(name, text)),
    ['passes', 'fails'],
    both.join('\n---\n'),
  );
  return { changes: end.changes, passing: both[0], failing: both[1] };
}

function outcome(name: string, text: string): 'passes' | 'fails' {
  writeFileSync(path(name), text);
  const args = ['--test-name-pattern', 'adds up', 'test/cart.test.js'];
  return spawnSync(process.execPath, args, { cwd: realRoot(directory) }).status === 0 ? 'passes' : 'fails';
}

const renamed = [['sum', 'whole']] as const;
const broken = ['whole = 0', 'whole = 1'] as const;

describe('isolating with git as the side that passes', function () {
  this.timeout(360_000); // runs node some dozen times

  it('finds the changed source, and its change: a candidate that fails in another way is on neither side', async () => {
    committed();
    change('lib/cart.js', ...renamed, broken);
    change('lib/names.js', ['[]', '[1]']);
    change('notes.md', ['Notes', 'More notes']);
    const found = await changeThatMatters();
    assert.deepEqual([found?.path, found?.restored], ['lib/cart.js', ['lib/cart.js']]);
    assert.match(found!.revision, /^HEAD \(\w{7}\)$/);
    const { changes, passing, failing } = await isolated('lib/cart.js');
    assert.equal(changes, 1);
    assert.deepEqual(
      [passing, failing].map((text) => text.includes('= 1')),
      [false, true],
    );
  });

  it('finds the commit, and compares it with the one before, if later ones have changed what it needs', async () => {
    committed();
    change('lib/cart.js', ['+= price', '+= 2 * price']);
    git('commit', '--quiet', '--all', '-m', 'wrong');
    change('lib/cart.js', ['round', 'toCents']);
    change('lib/round.js', ['round', 'toCents']);
    writeFileSync(path('lib/toCents.js'), readFileSync(path('lib/round.js')));
    git('add', '--all');
    for (const message of ['rename', 'notes']) {
      change('notes.md', ['Notes', 'More Notes']);
      git('commit', '--quiet', '--all', '-m', message);
    }
    const found = await changeThatMatters();
    assert.match(found!.revision, /^HEAD~3 \(/);
    assert.match(found!.around ?? '', /^HEAD~2 \(/);
    assert.deepEqual([found!.path, found!.commits.map((commit) => commit.slice(8))], ['lib/cart.js', ['wrong']]);
    const { text, passing } = found!.isolation!.input;
    assert.deepEqual([text, passing], [cart.replace('+= price', '+= 2 * price'), cart]);
  });

  it('finds a row of pytest by another number, if the rows before it are gone', async function () {
    if (spawnSync('python3', ['-c', 'import pytest']).status !== 0) this.skip();
    const { 'test_cart.py': rows, 'cart.py': source } = withRows.files as Record<string, string>;
    committed({ 'test_cart.py': rows, 'cart.py': source.replace(withRows.wrong, withRows.right), 'pytest.ini': '' });
    change('cart.py', [withRows.right, withRows.wrong]);
    const small = rows.replace(/^ {4}\(.*, 2\),\n/gm, '');
    const job = testJobWith(jobOn('test_cart.py'), { titles: ['test_total[items2-5]'] });
    const { change: found } = await whyFails(job, small, signal);
    assert.deepEqual([found?.path, found?.restored], ['cart.py', ['cart.py']]);
  });

  seldom.it('counts the text of the editor, for the test and for the source', async () => {
    committed();
    const unsaved = { ...jobOn('test/cart.test.js'), text: test.replace('3]), 6', '3]), 7') };
    const { change: own } = await whyFails(testJobWith(unsaved, { titles }), unsaved.text, signal);
    assert.deepEqual([own?.path, own?.isolation?.input.text], ['test/cart.test.js', unsaved.text]);
    const source = jobOn('lib/cart.js');
    const text = source.text.replace('sum = 0', 'sum = 1');
    const job = testJobWith({ ...source, text }, { titles, file: unsaved.file });
    const given: IsolationJob = { ...job, input: { ...job.input, passing: source.text } };
    const { finished: end } = await reduce(given, () => undefined, signal, undefined, { prepare });
    assert.equal(end.changes, 1);
  });

  seldom.it('takes the test file if the test passes as it was', async () => {
    committed();
    change('lib/names.js', ['[]', '[1]']);
    change('test/cart.test.js', ['[1, 2, 3]', '[1, 2, 4]']);
    const { isolation } = (await changeThatMatters())!;
    const { content, finished } = await reduce(isolation!, () => undefined, signal, undefined, { prepare });
    assert.equal(finished.changes, 1);
    assert.match(String(content), /\[1, 2, 4\]/);
  });
});

describe('git cannot give the side that passes', function () {
  this.timeout(360_000); // runs node some dozen times

  const refused = (sentence: RegExp, at: string) =>
    assert.rejects(
      fileAt(path('lib/cart.js'), at, signal),
      (error: Error) => sentence.test(error.message) || assert.fail(error.message),
    );

  it('if no revision is known at which the test passes', async () => {
    committed({ 'lib/cart.js': cart.replace('+= price', '+= 2 * price') });
    change('lib/names.js', ['[]', '[1]']);
    assert.equal(await changeThatMatters(), undefined);
  });

  it('without a repository, and for a file that is not in the commit', async () => {
    writeTree(realRoot(directory), { ...files, 'lib/cart.js': cart.replace('+= price', '+= 2 * price') });
    assert.equal(await changeThatMatters(), undefined);
    await refused(/^cart\.js is not in a git repository: choose a file that passes instead\.$/, 'HEAD');
    git('init', '--quiet');
    git('add', 'notes.md');
    git('commit', '--quiet', '-m', 'notes');
    const hash = git('rev-parse', 'HEAD');
    await refused(new RegExp(`^cart\\.js is not in ${hash.slice(0, 7)}: choose another commit\\.$`), hash);
    await refused(/^git does not know "nowhere"/, 'nowhere');
  });
});
