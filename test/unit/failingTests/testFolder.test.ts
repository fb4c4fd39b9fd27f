/** The files that a failing test needs: real runners tell which they load. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { testFolder } from '../../../src/failingTests/testFolder';
import { likelyOf } from '../../../src/runners/testFile';
import { testJobWith } from '../../support/jobs';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { seldom } from '../../support/seldom';

const folder = freshDirectory();
expectNoRunRoots();
const at = (path: string) => join(folder.path, path);

type Texts = Readonly<Record<string, string>>;

function write(texts: Texts): void {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  }
}

async function folderOf(texts: Texts, test: string) {
  write(texts);
  const job = testJobWith({ file: at(test), root: folder.path, text: readFileSync(at(test), 'utf8') });
  const found = await testFolder(job, new AbortController().signal);
  return { ...found, files: likelyOf(found, Object.keys(texts).sort()) };
}

const script = {
  'package.json': '{"name": "sums"}',
  'src/sum.js': "const { log } = require('./log');\nexports.sum = (a, b) => log(a - b);\n",
  'src/log.js': 'exports.log = (text) => text;\n',
  'src/unused.js': '',
  'notes.md': 'none',
  'test/sum.test.js':
    "const { test } = require('node:test');\nconst assert = require('node:assert');\nconst { sum } = require('../src/sum');\ntest('adds', () => assert.equal(sum(1, 2), 3));\n",
};

describe('the folder of a failing test', () => {
  it('has the modules that V8 has seen, and settings', async () => {
    const { files, base, test, command, rule } = await folderOf(script, 'test/sum.test.js');
    assert.deepEqual(files, ['package.json', 'src/log.js', 'src/sum.js', 'test/sum.test.js']);
    assert.deepEqual([base, test], [folder.path, 'test/sum.test.js']);
    assert.deepEqual(command.cwd.parts, [{ slot: 'directory' }]);
    assert.ok(typeof rule === 'object' && rule.failure?.test === 'adds' && rule.failure.message !== undefined);
  });

  it('is that of its package in a workspace, and of what it loads beside it', async () => {
    const inside = Object.entries(script).map(([path, text]) => [`packages/sums/${path}`, text]);
    const workspace = { 'package.json': '{}', 'docs/notes.md': 'none', ...(Object.fromEntries(inside) as Texts) };
    const alone = await folderOf(workspace, 'packages/sums/test/sum.test.js');
    assert.deepEqual([alone.base, alone.test], [at('packages/sums'), 'test/sum.test.js']);
    const log = "exports.log = require('../../shared/log').log;\n";
    const texts = { ...workspace, 'packages/sums/src/log.js': log, 'packages/shared/log.js': script['src/log.js'] };
    const { base, loaded, command } = await folderOf(texts, 'packages/sums/test/sum.test.js');
    assert.equal(base, at('packages'));
    assert.deepEqual(loaded, ['shared/log.js', 'sums/src/log.js', 'sums/src/sum.js', 'sums/test/sum.test.js']);
    assert.equal(command.cwd.parts[1], '/sums');
  });

  seldom.it('has the modules of sys.modules', async () => {
    const python = {
      'pyproject.toml': '[tool.pytest.ini_options]\n',
      'sums/__init__.py': 'from .add import add\n',
      'sums/add.py': 'def add(a, b):\n    return a - b\n',
      'sums/unused.py': '',
      'tests/test_add.py': 'from sums import add\n\ndef test_adds():\n    assert add(1, 2) == 3\n',
    };
    const { files } = await folderOf(python, 'tests/test_add.py');
    assert.deepEqual(files, ['pyproject.toml', 'sums/__init__.py', 'sums/add.py', 'tests/test_add.py']);
  });
});
