/** `whittle repro`: the built program, real files, real commands. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { whittle, workplace } from '../../support/cli';
import { seldom } from '../../support/seldom';

const { directory, at, write, read } = workplace();

const usual = ['--search', 'treewide+until=statements', '--timeout', '60', '-j', '1'];
const repro = (...args: string[]) => whittle(['repro', ...args, ...usual], directory.path);

function project(texts: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(at(`project/${path}`)), { recursive: true });
    write(`project/${path}`, text);
  }
}

const parts = {
  'main.js':
    "const { parse } = require('./lib/parse');\nconst log = require('./lib/log');\nlog('start');\nparse('a,,b');\n",
  'lib/parse.js':
    "exports.parse = (text) => {\n  if (/,,/.test(text)) throw new TypeError('empty part');\n  return text.split(',');\n};\n",
  'lib/log.js': 'module.exports = () => undefined;\n',
  'notes.md': 'Nothing that matters.\n',
};

/** Exit code and output of the exported script. */
function script(folder: string): string {
  const { status, stderr } = spawnSync('sh', [at(`${folder}/repro.sh`)], { encoding: 'utf8' });
  return `${status}: ${stderr}`;
}

describe('whittle repro', () => {
  it('makes a folder of a directory, which fails as before', async () => {
    project(parts);
    const run = await repro('project', '--test', 'node {}/main.js', '--same-failure');
    assert.equal(run.code, 0, run.stderr);
    assert.equal(run.stdout, `${at('project.repro')}\n`);
    assert.deepEqual(readdirSync(at('project.repro')).sort(), ['README.md', 'lib', 'main.js', 'repro.sh']);
    assert.deepEqual(readdirSync(at('project.repro/lib')), ['parse.js']);
    assert.match(script('project.repro'), /^1: [^]*TypeError: empty part/);
    const readme = read('project.repro/README.md');
    assert.ok(readme.includes('The bug is there with `"TypeError: empty part" (exit code 1)`.'), readme);
    assert.match(readme, /^## Seen output\n\n```text\n[^]*TypeError: empty part/m);
    assert.match(readme, /It failed as before in an empty folder\.\n$/);
    assert.equal(read('project/main.js'), parts['main.js']);
    const again = await repro('project', '--test', 'node {}/main.js', '--same-failure');
    assert.equal(again.stdout, `${at('project.repro.1')}\n`, 'nothing is overwritten');
  });

  it('makes one of a single file, with the script that its command names', async () => {
    write('check.sh', 'if grep -q boom "$1"; then echo Error: boom; exit 1; fi\n');
    write('in.txt', 'a\nboom\nb\n');
    const other = await repro('in.txt', '--test', 'sh check.sh {}', '--same-failure');
    assert.equal(other.code, 0, other.stderr);
    assert.deepEqual(readdirSync(at('in.repro')).sort(), ['README.md', 'check.sh', 'in.txt', 'repro.sh']);
    write('crash.js', "const a = 1;\nthrow new Error('boom ' + a);\n");
    const run = await repro('crash.js', '--test', 'node {}', '--match', 'Error: boom', '-o', 'out');
    assert.equal(run.code, 0, run.stderr);
    assert.deepEqual(readdirSync(at('out')).sort(), ['README.md', 'crash.js', 'repro.sh']);
    assert.match(read('out/repro.sh'), /^node \.\/crash\.js$/m);
  });

  seldom.it('takes secrets along only with --with-secrets, if the failure needs them', async () => {
    write('crash.js', "if (process.env.API_TOKEN.length === 10) throw new Error('boom');\n");
    const args = ['crash.js', '--test', 'API_TOKEN=a1b2c3d4e5 node {}', '--match', 'Error: boom', '-o'];
    const run = await repro(...args, 'out');
    assert.equal(run.code, 1, run.stderr);
    assert.match(run.stderr, /^Without repro\.sh: API_TOKEN, .* run again with --with-secrets\.$/m);
    assert.match(read('out/repro.sh'), /^API_TOKEN=REDACTED node \.\/crash\.js$/m);
    const whole = await repro(...args, 'whole', '--with-secrets');
    assert.equal(whole.code, 0, whole.stderr);
    assert.match(read('whole/repro.sh'), /^API_TOKEN=a1b2c3d4e5 node \.\/crash\.js$/m);
  });

  seldom.it('ends with 1 if the folder does not fail as before', async () => {
    project({
      'main.js': `if (require('fs').existsSync('${at('project/here')}')) throw new Error('boom');\n`,
      here: '',
    });
    // Only the search can see the directory.
    const test = `node {}/main.js; status=$?; case {} in */reproduction*|.) exit 3;; esac; exit $status`;
    const run = await repro('project', '--test', test, '--same-failure');
    assert.equal(run.code, 1, run.stderr);
    assert.match(run.stderr, /In an empty folder the reproduction ends with ".+" instead: /);
  });
});

describe('whittle repro TEST', () => {
  seldom.it('makes a folder of a failing test and of what it loads', async () => {
    project({
      'package.json': '{"name": "sums", "private": true, "scripts": {"test": "node --test"}}',
      'src/sum.js':
        "const { log } = require('./log');\nexports.sum = (a, b) => {\n  log(a);\n  return a - b;\n};\nexports.other = () => 1;\n",
      'src/log.js': 'exports.log = (text) => text;\n',
      'src/unused.js': '',
      'test/sum.test.js':
        "const { test } = require('node:test');\nconst assert = require('node:assert');\nconst { sum } = require('../src/sum');\ntest('multiplies', () => {});\ntest('adds', () => {\n  assert.equal(sum(1, 2), 3);\n});\n",
    });
    const run = await repro('project/test/sum.test.js', '-o', 'out');
    assert.equal(run.code, 0, run.stderr);
    assert.match(run.stderr, /The test loads 4 of 5 files\./);
    assert.deepEqual(readdirSync(at('out')).sort(), ['README.md', 'repro.sh', 'src', 'test']);
    assert.deepEqual(readdirSync(at('out/src')), ['sum.js']);
    assert.match(read('out/test/sum.test.js'), /assert\.equal\(sum\(1, 2\), 3\)/);
    assert.doesNotMatch(read('out/test/sum.test.js'), /multiplies/);
    assert.match(read('out/repro.sh'), /^node .*test\/sum\.test\.js$/m);
    assert.match(read('out/README.md'), /in the test "adds", at: assert\.equal\(sum\(1, 2\), 3\);/);
  });
});
