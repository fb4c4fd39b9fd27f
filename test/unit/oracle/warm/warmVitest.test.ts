/** The real vitest that is kept running, beside new ones for each candidate. */
import assert from 'node:assert/strict';
import { processesWith, until } from '../../../support/files';
import { besides } from './beside';
import { seldom } from '../../../support/seldom';

seldom.describe('a vitest that keeps running', function () {
  this.timeout(720_000); // starts vitest some dozen times
  const { open, linkPackages } = besides();
  const opened = (file: string, more = '') => {
    linkPackages();
    const reporters = '--bail=1 --no-file-parallelism --reporter=tap-flat --reporter=github-actions';
    const line = `node_modules/.bin/vitest run ${reporters} ${more} ${file}`;
    const counter = 'let count = 0; export const next = () => ++count;';
    return open('vitest', 'vitest', line, file, { 'counter.mjs': counter });
  };
  const head = `import fs from 'node:fs';\nimport { expect, it, vi } from 'vitest';\nimport { next } from './counter.mjs';\n`;
  const fails = `${head}it('counts', () => { expect(next()).toBe(1); expect(next()).toBe(3); });`;

  it('runs each candidate in a new process', async () => {
    const { sameAsCold, starter } = await opened('state.test.mjs');
    await sameAsCold([
      [1, fails],
      [1, `${head}\n\nit('counts', () => {\n\n  expect(next()).toBe(1);\n    expect(next()).toBe(3); });`],
      [0, `${head}it('keeps state', () => { expect(globalThis.seen).toBe(undefined); globalThis.seen = next(); });`],
      [
        0,
        `${head}it('sets', () => { expect(process.env.SEEN).toBe(undefined); process.env.SEEN = '1'; process.chdir('/'); });`,
      ],
      [
        0,
        `${head}it('patches', () => { expect(Date.now()).not.toBe(5); Date.now = () => 5; fs.existsSync = () => false; Object.prototype.seen = 1; });`,
      ],
      [
        0,
        `${head}it('looks', () => { expect(fs.existsSync('counter.mjs')).toBe(true); expect({}.seen ?? {}.late).toBe(undefined); });`,
      ],
      [
        0,
        `${head}vi.useFakeTimers(); vi.stubGlobal('seen', 2); vi.spyOn(fs, 'statSync'); it('fakes', () => expect(vi.isFakeTimers()).toBe(true));`,
      ],
      [
        0,
        `${head}it('is not faked', () => { expect(vi.isFakeTimers()).toBe(false); expect(vi.isMockFunction(fs.statSync)).toBe(false); });`,
      ],
      [
        0,
        `${head}expect.extend({ toBeSeen: () => ({ pass: true, message: () => '' }) }); it('extends', () => expect(1).toBeSeen());`,
      ],
      [1, `${head}it('is not extended', () => expect(1).toBeSeen());`],
      [0, `${head}setInterval(() => (Object.prototype.late = 1), 1); it('leaks timers', () => {});`],
      [1, `${head}it('exits', () => process.exit(7));`],
      [1, `${head}it('is open', () => {`],
    ]);
    assert.equal(starter.processes, 1);
  });

  it('gets another process for the tests after an open server and an end by itself', async () => {
    const { said, warm, cold, starter } = await opened('leaves.test.mjs');
    const known = await said(cold, fails);
    for (const text of [
      `${head}it('serves', async () => { const server = (await import('node:http')).createServer(() => {}); await new Promise((done) => server.listen(0, done)); expect(1).toBe(2); });`,
      `${head}it('dies', () => process.kill(process.pid, 'SIGKILL'));`,
    ]) {
      assert.deepEqual(await said(warm, text), await said(cold, text), text);
      assert.deepEqual(await said(warm, fails), known);
    }
    assert.equal(starter.processes, 1);
  });

  it('ends with a candidate that hangs, and with its own end', async () => {
    const { runIn, warm, starter } = await opened('hangs.test.mjs');
    assert.equal((await runIn(warm, fails)).status, 1);
    assert.equal((await runIn(warm, `${head}it('hangs', () => { for (;;); });`, 1000)).timedOut, true);
    assert.equal((await runIn(warm, fails)).status, 1);
    assert.equal(starter.processes, 2);
    warm.dispose();
    await until('no vitest runs', () => processesWith('hangs.test.mjs').length === 0);
  });

  it('is kept too if it runs tests in threads', async () => {
    const { sameAsCold, starter } = await opened('threads.test.mjs', '--pool=threads');
    await sameAsCold([
      [1, fails],
      [0, `${head}it('counts', () => expect(next()).toBe(1));`],
    ]);
    assert.equal(starter.processes, 1);
  });

  it('takes no more memory than is allowed, over 100 candidates', async () => {
    const { runIn, warm, starter } = await opened('large.test.mjs');
    for (let at = 0; at < 100; at++) assert.equal((await runIn(warm, `${fails}\n// ${at}`)).status, 1);
    assert.ok(starter.processes <= 2, `${starter.processes} processes`);
  });
});
