/** Test runners as oracles of a source file that its tests import, in overlays: real projects, two tests at once. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { finishedOf, workplace } from '../../support/cli';
import { seldom } from '../../support/seldom';

const { at, write, read, reduce } = workplace();

const javascript = `exports.unused = () => 1;\nexports.two = () => {\n  const spare = 'x';\n  return 2;\n};\n`;

async function reduced(file: string, test: string): Promise<string> {
  const before = read(file);
  const args = ['--place', 'overlay', '-j', '2', '--max-tests', '14', '--json', '-o', 'reduced.txt'];
  const run = await reduce(file, '--test', test, ...args);
  assert.equal(run.code, 0, run.stdout.slice(-900) + run.stderr);
  assert.ok(finishedOf(run).confirmed);
  assert.equal(read(file), before);
  return read('reduced.txt');
}

beforeEach(() => {
  for (const directory of ['src', 'test']) mkdirSync(at(directory));
});

seldom.describe('an overlay serves', () => {
  it('mocha, from node_modules', async () => {
    write('package.json', '{}');
    symlinkSync(resolve('node_modules'), at('node_modules'));
    write('src/lib.js', javascript);
    write(
      'test/lib.test.js',
      `const { two } = require('../src/lib.js');
       it('is three', () => require('node:assert').equal(two(), 3));`,
    );
    const result = await reduced('src/lib.js', 'node_modules/.bin/mocha 2>&1 | grep -q "2 == 3"');
    assert.match(result, /two/);
    assert.doesNotMatch(result, /unused/);
  });

  it('node --test, with ES modules', async () => {
    write('package.json', '{ "type": "module" }');
    write(
      'src/lib.js',
      `export const unused = () => 1;\nexport function two() {\n  const spare = 'x';\n  return 2;\n}\n`,
    );
    write(
      'test/lib.test.js',
      `import { two } from '../src/lib.js';
       import { test } from 'node:test';
       import assert from 'node:assert';
       test('is three', () => assert.equal(two(), 3));`,
    );
    const result = await reduced('src/lib.js', 'node --test test/lib.test.js 2>&1 | grep -q "2 == 3"');
    assert.match(result, /two/);
    assert.doesNotMatch(result, /unused/);
  });

  it('pytest, with conftest.py and a package', async function () {
    if (spawnSync('python3', ['-c', 'import pytest']).status !== 0) {
      console.log('      pytest is not installed');
      this.skip();
    }
    write('pyproject.toml', '[tool.pytest.ini_options]\npythonpath = ["src"]\n');
    write('src/lib.py', 'def unused():\n    return 1\n\n\ndef two():\n    spare = 1\n    return 2\n');
    write('test/conftest.py', 'import pytest\n\n\n@pytest.fixture\ndef three():\n    return 3\n');
    write('test/test_lib.py', 'from lib import two\n\n\ndef test_two(three):\n    assert two() == three\n');
    // Plugins of the machine's pytest take most of its time.
    const quick = 'PYTEST_DISABLE_PLUGIN_AUTOLOAD=1';
    const result = await reduced('src/lib.py', `${quick} python3 -m pytest -q 2>&1 | grep -q "2 == 3"`);
    assert.match(result, /two/);
    assert.doesNotMatch(result, /unused/);
  }).timeout(180_000);
});
