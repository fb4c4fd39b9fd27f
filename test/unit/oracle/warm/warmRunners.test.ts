/** Real test runners that are kept running, beside new ones for each candidate. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from '../../../../src/oracle/processes/supervise';
import { processesWith, until } from '../../../support/files';
import { besides } from './beside';
import { seldom } from '../../../support/seldom';

describe('a mocha that keeps running', () => {
  const { open, linkPackages } = besides();
  const mocha = 'node_modules/.bin/mocha --bail --exit --reporter json';
  const opened = (file: string, more = '') => {
    linkPackages();
    const counter = `let count = 0; exports.next = () => ++count;${more}`;
    const es = 'let count = 0; export const next = () => ++count;';
    return open('mocha', 'mocha', `${mocha} ${file}`, file, { 'counter.js': counter, 'counter.mjs': es });
  };
  const head = `const assert = require('assert'); const fs = require('fs'); const { next } = require('./counter');\n`;
  const fails = `${head}it('counts', () => { assert.equal(next(), 1); assert.equal(next(), 3); });`;

  it('has fresh modules, globals, variables, core modules and listeners for each candidate', async () => {
    const { sameAsCold, starter } = await opened('state.test.js');
    await sameAsCold([
      [1, fails],
      [
        0,
        `${head}it('keeps state', () => { assert.equal(next(), 1); assert.equal(global.seen, undefined); global.seen = 1; });`,
      ],
      [
        0,
        `${head}it('sets variables', () => { assert.equal(process.env.SEEN, undefined); process.env.SEEN = '1'; process.chdir('/'); });`,
      ],
      [
        0,
        `${head}it('patches', () => { assert.ok(Date.now() > 9); Date.now = () => 5; fs.existsSync = () => false; Object.prototype.seen = 1; });`,
      ],
      [
        0,
        `${head}it('looks', () => { assert.ok(fs.existsSync('.')); assert.equal({}.seen, undefined); assert.ok(fs.existsSync('counter.js')); });`,
      ],
      [
        0,
        `${head}it('listens', () => { assert.equal(process.listenerCount('SIGUSR2'), 0); process.on('SIGUSR2', () => {}); });`,
      ],
      [0, `${head}setInterval(() => { Object.prototype.late = 1; }, 5); it('leaks timers', () => {});`],
      [
        0,
        `${head}it('loads late', () => { for (const name of Object.getOwnPropertyNames(globalThis)) void globalThis[name]; });`,
      ],
      [0, `${head}it('waits', (done) => setTimeout(() => done({}.late && new Error('late')), 30));`],
      [1, `console.log = () => {}; process.exitCode = 9; it('is silent', () => { throw new TypeError('x'); });`],
      [1, `describe('open', () => { it('is not closed'`],
    ]);
    assert.equal(starter.processes, 1);
  });

  seldom.it('has fresh ES modules too', async () => {
    const { sameAsCold, starter } = await opened('esm.test.mjs');
    const text = (expected: number) =>
      `import assert from 'node:assert'; import { next } from './counter.mjs';\nit('counts', () => { assert.equal(next(), ${expected}); });`;
    await sameAsCold([
      [0, text(1)],
      [1, text(2)],
      [1, text(7)],
    ]);
    assert.equal(starter.processes, 1);
  });

  seldom.it('is replaced after process.exit, an open server, and an end by itself', async () => {
    const { said, runIn, warm, cold, starter } = await opened('leaves.test.js');
    const leaving = [
      `it('exits', () => { process.exit(7); });`,
      `it('serves', (done) => { require('http').createServer(() => {}).listen(0, () => done(new Error('x'))); });`,
      `it('dies', () => { process.kill(process.pid, 'SIGKILL'); });`,
    ];
    for (const [at, text] of leaving.entries()) {
      const { status } = await runIn(cold, text);
      assert.notEqual(status, 0);
      assert.equal((await runIn(warm, text)).status, status, text);
      assert.deepEqual(await said(warm, fails), await said(cold, fails));
      assert.equal(starter.processes, at + 2);
    }
  });

  it('ends with a candidate that hangs, and with its own end', async () => {
    const { runIn, warm, starter } = await opened('hangs.test.js');
    assert.equal((await runIn(warm, fails)).status, 1);
    assert.equal((await runIn(warm, `it('hangs', () => { for (;;); });`, 300)).timedOut, true);
    assert.equal((await runIn(warm, fails)).status, 1);
    assert.equal(starter.processes, 2);
    warm.dispose();
    await until('no mocha runs', () => processesWith('hangs.test.js').length === 0);
  });

  seldom.it('takes no more memory than is allowed, over 1,000 candidates', async function () {
    if (process.platform !== 'linux') return this.skip();
    this.timeout(360_000);
    const { runIn, warm, starter } = await opened(
      'large.test.js',
      'exports.large = new Array(20000).fill(0).map((_, i) => ({ i }));',
    );
    for (let at = 0; at < 1000; at++) assert.equal((await runIn(warm, `${fails}\n// ${at}`)).status, 1);
    assert.equal(starter.processes, 1);
    const pids = processesWith('large.test.js').map((line) => Number.parseInt(line, 10));
    const sizes = pids.map((pid) => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4);
    const kilobytes = Math.max(...sizes);
    assert.ok(kilobytes > 30_000, 'that is mocha');
    assert.ok(kilobytes < 600_000, `${kilobytes} kB`);
  });

  it('cannot be started where the path of its socket is too long', async () => {
    const before = process.env.TMPDIR!;
    process.env.TMPDIR = join(before, 'long'.repeat(25));
    mkdirSync(process.env.TMPDIR);
    const { runIn, warm, cold } = await opened('long.test.js');
    await assert.rejects(runIn(warm, fails), CannotStart);
    assert.equal((await runIn(cold, fails)).status, 1);
    warm.dispose();
    cold.dispose();
    process.env.TMPDIR = before;
  });

  it('is no mocha: the first start says so', async () => {
    const { runIn, warm } = await open('mocha', 'mocha', 'true', 'none.test.js');
    await assert.rejects(runIn(warm, 'x'), CannotStart);
  });
});

seldom.describe('a pytest that keeps running', () => {
  const { open } = besides();
  const hasPytest = spawnSync('python3', ['-m', 'pytest', '--version']).status === 0;
  const pytest = 'python3 -m pytest -x --tb=short --color=no --no-header -p no:cacheprovider';
  const head = 'import os, sys\nimport counter\n';

  before(function () {
    if (hasPytest) return;
    console.log('    pytest is not installed: apt-get install python3-pytest');
    this.skip();
  });

  it('forks a new process for each candidate', async () => {
    const { sameAsCold, runIn, warm } = await open('pytest', 'pytest', `${pytest} test_it.py`, 'test_it.py', {
      'counter.py': 'count = 0\ndef next():\n    global count\n    count += 1\n    return count\n',
    });
    await sameAsCold([
      [1, `${head}def test_counts():\n    assert counter.next() == 1\n    assert counter.next() == 3\n`],
      [
        0,
        `${head}def test_sets():\n    assert 'SEEN' not in os.environ\n    os.environ['SEEN'] = '1'\n    sys.seen = 1\n    os.chdir('/')\n`,
      ],
      [0, `${head}def test_looks():\n    assert not hasattr(sys, 'seen')\n    assert os.path.exists('counter.py')\n`],
      [3, `${head}def test_exits():\n    os._exit(3)\n`],
      [2, `${head}def test_open(:\n`],
    ]);
    assert.equal((await runIn(warm, 'def test_hangs():\n    while True: pass\n', 500)).timedOut, true);
    const after = await runIn(warm, `${head}def test_passes():\n    pass\n`);
    assert.equal(after.status, 0, after.output);
    warm.dispose();
    await until('no pytest runs', () => processesWith('test_it.py').length === 0);
  });
});
