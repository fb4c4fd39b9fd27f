/** The real jest that is kept running, beside new ones for each candidate. */
import assert from 'node:assert/strict';
import { CannotStart } from '../../../../src/oracle/processes/supervise';
import { processesWith, until } from '../../../support/files';
import { besides } from './beside';
import { seldom } from '../../../support/seldom';

seldom.describe('a jest that keeps running', function () {
  this.timeout(720_000); // starts jest some dozen times
  const { open, linkPackages } = besides();
  const options =
    '--ci --runInBand --bail --coverage=false --watchAll=false --watchman=false --forceExit --colors=false --verbose=false --json';
  const opened = (file: string, more = '') => {
    linkPackages();
    const line = `node_modules/.bin/jest ${options} ${more} --runTestsByPath ${file}`;
    return open('jest', 'jest', line, file, {
      'counter.js': 'let count = 0; exports.next = () => ++count;',
      'package.json': '{}',
    });
  };
  const head = `const fs = require('fs'); const { next } = require('./counter');\n`;
  const fails = `${head}it('counts', () => { expect(next()).toBe(1); expect(next()).toBe(3); });`;

  it('has fresh modules, globals, variables, core modules and listeners for each candidate', async () => {
    const { sameAsCold, starter } = await opened('state.test.js');
    await sameAsCold([
      [1, fails],
      [1, `${head}\n\nit('counts', () => {\n\n  expect(next()).toBe(1);\n    expect(next()).toBe(3); });`],
      [
        0,
        `${head}it('patches', () => { process.env.SEEN = '1'; process.chdir('/'); fs.existsSync = () => false; Object.prototype.seen = 1; process.on('SIGUSR2', () => {}); });`,
      ],
      [
        0,
        `${head}it('looks', () => { expect(process.env.SEEN ?? {}.seen ?? {}.late).toBe(undefined); expect(fs.existsSync('counter.js')).toBe(true); expect(process.listenerCount('SIGUSR2')).toBe(0); });`,
      ],
      [
        0,
        `jest.mock('./counter', () => ({ next: () => 7 })); ${head}expect.extend({ toBeSeen: () => ({ pass: true }) }); it('mocks', () => expect(next()).toBe(7));`,
      ],
      [1, `${head}it('is not mocked', () => { expect(next()).toBe(1); expect(1).toBeSeen(); });`],
      [0, `${head}setInterval(() => (Object.prototype.late = 1), 1); it('leaks timers', () => {});`],
      [1, `${head}it('is open', () => {`],
    ]);
    assert.equal(starter.processes, 1);
  });

  it('is replaced after process.exit, an open server, and an end by itself', async () => {
    const { said, runIn, warm, cold, starter } = await opened('leaves.test.js');
    const known = await said(cold, fails);
    const leaving = [
      `it('exits', () => { process.exit(7); });`,
      `it('serves', (done) => { require('http').createServer(() => {}).listen(0, () => done(new Error('x'))); });`,
      `it('dies', () => { process.kill(process.pid, 'SIGKILL'); });`,
    ];
    for (const [at, text] of leaving.entries()) {
      const { status } = await runIn(cold, text);
      assert.notEqual(status, 0);
      assert.equal((await runIn(warm, text)).status, status, text);
      assert.deepEqual(await said(warm, fails), known);
      assert.equal(starter.processes, at + 2);
    }
  });

  it('ends with a candidate that hangs, and with its own end', async () => {
    const { runIn, warm, starter } = await opened('hangs.test.js');
    assert.equal((await runIn(warm, fails)).status, 1);
    assert.equal((await runIn(warm, `it('hangs', () => { for (;;); });`, 1500)).timedOut, true);
    assert.equal((await runIn(warm, fails)).status, 1);
    assert.equal(starter.processes, 2);
    warm.dispose();
    await until('no jest runs', () => processesWith('hangs.test.js').length === 0);
  });

  it('takes no more memory than is allowed, over 60 candidates', async () => {
    const { runIn, warm, starter } = await opened('large.test.js');
    for (let at = 0; at < 60; at++) assert.equal((await runIn(warm, `${fails}\n// ${at}`)).status, 1);
    assert.ok(starter.processes < 4, 'a process that has grown is replaced');
  });

  it('is no jest: the first start says so', async () => {
    const { runIn, warm } = await open('jest', 'jest', 'true', 'none.test.js');
    await assert.rejects(runIn(warm, 'x'), CannotStart);
  });
});
