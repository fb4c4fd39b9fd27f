/** The runners of Python: which of them a file belongs to, and the command that runs it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { testRoot } from '../../../src/runners/recognise';
import { recognition } from '../../support/recognised';
import { realRoot, writeTree } from '../../support/tree';

const { directory, recognised, first } = recognition();

describe('runner recognition: pytest', () => {
  const text = 'import pytest\n\ndef test_one():\n    assert 1 == 2\n';

  it('from the folder of its settings, with the interpreter of the environment', () => {
    const { runner, command, cwd, sureness } = first({
      'app/tests/test_a.py': text,
      'app/pyproject.toml': '[tool.pytest.ini_options]\naddopts = "-n auto --cov=app"\n',
      '.venv/bin/python': '',
    });
    assert.deepEqual([runner, cwd, sureness], ['pytest', 'app', 'sure']);
    assert.equal(
      command,
      '../.venv/bin/python -m pytest -x --tb=short --color=no --no-header --verbosity=0 -rfE -p no:cacheprovider --no-cov -n0 tests/test_a.py',
    );
  });

  it('from the folder where its imports are, if there are no settings', () => {
    const files = {
      'app/tests/test_a.py': `from shop.cart import total\nimport helper, os\n${text}`,
      'app/shop/cart.py': '',
    };
    assert.equal(first(files).cwd, 'app');
    const beside = { 'app/tests/test_b.py': `import helper\n${text}`, 'app/tests/helper.py': '' };
    assert.equal(first(beside).cwd, '.');
  });

  it('in the folder where its imports are, wherever the terminal is', () => {
    const imported = `from shop.cart import total\n${text}`;
    recognised({ 'app/tests/test_a.py': imported, 'app/shop/cart.py': '', 'app/tests/helper.py': '' });
    const root = realRoot(directory);
    const test = join(root, 'app/tests/test_a.py');
    for (const at of ['/', root, join(root, 'app'), join(root, 'app/shop')])
      assert.equal(testRoot(test, imported, at), join(root, 'app'));
    assert.equal(testRoot(test, `import helper\n${text}`, root), root);
    writeTree(root, { 'setup.cfg': '' });
    assert.equal(testRoot(test, imported, '/'), root);
  });

  it('narrows by node id', () => {
    const { command } = first({ 'test_a.py': text }, ['TestQueue', 'test_one[1-a b]']);
    assert.ok(command.endsWith(`'test_a.py::TestQueue::test_one[1-a b]'`), command);
  });

  it('is only likely if nothing names it, and takes no other Python file', () => {
    assert.equal(first({ 'b_test.py': 'def test_one(): pass\n' }).sureness, 'likely');
    assert.deepEqual(recognised({ 'c.py': 'def one(): pass\n' }), []);
  });
});

describe('runner recognition: unittest', () => {
  const text = 'import unittest\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        pass\n';

  it('as a module from the folder of its settings, rather than pytest', () => {
    const files = { 'tests/test_a.py': text, 'setup.py': '' };
    const { runner, command } = first(files, ['T', 'test_a']);
    assert.equal(runner, 'unittest');
    assert.match(command, /^python3 -m unittest -f tests\.test_a\.T\.test_a$/);
  });

  it('not where pytest is used', () => {
    assert.equal(first({ 'tests/test_a.py': text, 'tests/conftest.py': '' }).runner, 'pytest');
    assert.equal(first({ 'tests/test_a.py': `import pytest\n${text}` }).runner, 'pytest');
  });
});
