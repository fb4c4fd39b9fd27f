/** Reduces failing test files with the recognised command: only the failing test is left, in a few lines. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fixedText, userPath } from '../../../src/oracle/processes/command';
import type { RuleSource } from '../../../src/oracle/judging/ruleWords';
import { reduce } from '../../../src/reduction/reduce';
import { messageRule } from '../../../src/runners/messageRule';
import { recognise } from '../../../src/runners/recognise';
import { render } from '../../../src/text/source';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { assets } from '../../support/grammars';
import { realRoot, writeTree } from '../../support/tree';

const directory = freshDirectory();
expectNoRunRoots();

interface Case {
  /** The first file is reduced. */
  readonly files: Record<string, unknown>;
  readonly runner: string;
  readonly titles?: string[];
  readonly rule?: RuleSource;
  readonly maxTests?: number;
}

async function reduced({ files, runner, titles, rule = 'same-failure', maxTests }: Case) {
  const root = realRoot(directory);
  writeTree(root, files);
  const path = join(root, Object.keys(files)[0]);
  const text = readFileSync(path, 'utf8');
  const [found] = recognise({ path, text, root }, titles);
  assert.equal(found.runner, runner);
  const landmarks = found.failed === undefined ? [] : [{ pattern: found.failed }];
  const oracle = { invocation: { line: fixedText(found.command) }, cwd: userPath(found.cwd) };
  const job = { file: path, root, fileName: basename(path), text, encoding: 'utf8', place: 'overlay' } as const;
  const outcome = await reduce(
    { ...job, oracle, rule, landmarks, jobs: 2, search: 'treewide', maxTests, assets },
    () => {},
    new AbortController().signal,
  );
  assert.ok(outcome.finished.confirmed);
  assert.equal(readFileSync(path, 'utf8'), text);
  return render(outcome.text).trim();
}

const library = {
  'lib/queue.js': `exports.size = (queue) => queue.length + 1;\nexports.first = (queue) => queue[0];\n`,
};

const suite = (start: string) => `${start}
const assert = require('node:assert');
const { first, size } = require('../lib/queue.js');

describe('Queue', () => {
  it('has a first item', () => {
    assert.equal(first([1]), 2);
  });
  it('knows its size', () => {
    assert.ok(size);
    assert.equal(size([1, 2]), 2);
  });
});
`;

const python = {
  'tests/test_queue.py':
    'import pytest\nfrom lib import size\n\n\ndef test_passes():\n    assert True\n\n\nclass TestQueue:\n    def test_size(self, filled):\n        assert size(filled) == 2\n',
  'tests/conftest.py': 'import pytest\n\n\n@pytest.fixture\ndef filled():\n    return [1, 2]\n',
  'lib.py': 'def size(queue):\n    return len(queue) + 1\n',
  'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["."]\n',
};

/** Words of the sources above that do not belong to the failure. */
const noise = /assert\.ok|first item/;

function requirePytest(this: Mocha.Context): void {
  if (spawnSync('python3', ['-c', 'import pytest']).status === 0) return;
  console.log('      pytest is not installed');
  this.skip();
}

describe('only the failing test is left: runner', () => {
  const withMocha = { 'test/queue.test.js': suite(''), ...library, 'package.json': { scripts: { test: 'mocha' } } };
  const withModules = () => symlinkSync(resolve('node_modules'), join(directory.path, 'node_modules'));

  it('mocha, from its file: the first test that fails', async () => {
    withModules();
    const result = await reduced({ files: withMocha, runner: 'mocha' });
    assert.match(result, /it\('[^]*assert\.equal\(/);
    assert.doesNotMatch(result, /size/);
  }).timeout(240_000);

  it('mocha, from one test and its message, though others fail before it', async () => {
    withModules();
    const text = withMocha['test/queue.test.js'];
    const files = {
      ...withMocha,
      '.mocharc.json': { spec: ['test/*.js'] },
      'test/a.js': 'throw new Error("not meant");',
    };
    const rule = messageRule('AssertionError: 3 == 2', { text, fileName: 'queue.test.js' }, '^ *1 failing$');
    const result = await reduced({ files, runner: 'mocha', titles: ['Queue', 'knows its size'], rule });
    assert.match(result, /'Queue'[^]*'knows its size'[^]*size\(/);
    assert.doesNotMatch(result, /first/);
  }).timeout(240_000);

  it('node:test, from one test', async () => {
    const files = { 'test/queue.test.js': suite(`const { describe, it } = require('node:test');`), ...library };
    const result = await reduced({ files, runner: 'node:test', titles: ['Queue', 'knows its size'] });
    assert.match(result, /'knows its size'[^]*size\(/);
    assert.doesNotMatch(result, noise);
  }).timeout(240_000);

  it('pytest, from one test', async function () {
    requirePytest.call(this);
    const result = await reduced({ files: python, runner: 'pytest', titles: ['TestQueue', 'test_size'] });
    assert.match(result, /class TestQueue[^]*def test_size/);
    assert.doesNotMatch(result, /test_passes/);
  }).timeout(240_000);

  it('explains that nothing fails', async () => {
    const files = { 'a.test.mjs': `import test from 'node:test';\ntest('passes', () => {});\n` };
    await assert.rejects(
      reduced({ files, runner: 'node:test' }),
      /so there is no failure to reduce: choose an input that fails/,
    );
  });
});
