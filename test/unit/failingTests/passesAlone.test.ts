/** Tests that fail only after others of their file, only sometimes, or without an end: real runs of node:test. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seeFailure, testRun } from '../../../src/failingTests/testRun';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { testJobWith } from '../../support/jobs';
import { realRoot, writeTree } from '../../support/tree';

const directory = freshDirectory();
expectNoRunRoots();

describe('a test that fails only after others', () => {
  const file = (...tests: string[]) => {
    return ["const { test } = require('node:test');", "const assert = require('node:assert');", ...tests].join('\n');
  };
  const seen = async (text: string, titles: readonly string[], runs?: number) => {
    writeTree(realRoot(directory), { 'package.json': {}, 'a.test.js': text });
    const job = testJobWith({ file: join(realRoot(directory), 'a.test.js'), text, runs }, { titles });
    const { failure, passesAlone } = await seeFailure(testRun(job, new AbortController().signal));
    return { test: failure?.test, passesAlone };
  };
  const other = "let n = 0;\ntest('other', () => void n++);";
  const late = "test('late', () => assert.equal(n, 0));";

  it('is known to pass alone, also if its name is given', async () => {
    for (const titles of [[], ['late']]) {
      assert.deepEqual(await seen(file(other, late), titles), { test: 'late', passesAlone: true });
    }
    await assert.rejects(
      seen(file(other, late), ['other']),
      /^Error: "other" passes alone, so .* try again if it fails only sometimes/,
    );
  });

  it('is not mistaken for one that fails only sometimes', async () => {
    const log = join(realRoot(directory), 'log');
    // It fails at each third run.
    const third = `test('third', () => {
  require('node:fs').appendFileSync('${log}', 'x');
  assert.notEqual(require('node:fs').readFileSync('${log}', 'utf8').length % 3, 0);
});`;
    await assert.rejects(seen(file(third), ['third'], 1), /passes alone/);
    assert.deepEqual(await seen(file(third), ['third']), { test: 'third', passesAlone: undefined });
    writeFileSync(log, 'xx');
    assert.deepEqual(await seen(file(other, third), []), { test: 'third', passesAlone: undefined });
  });
});

it('a failing test that does not end is told so', async () => {
  const text = "require('node:test').test('a', () => { setInterval(Number, 1000); throw new Error('wrong'); });\n";
  writeTree(realRoot(directory), { 'package.json': {}, 'a.test.js': text });
  const job = testJobWith({ file: join(realRoot(directory), 'a.test.js'), text, timeoutMs: 2000 });
  const seen = seeFailure(testRun(job, new AbortController().signal));
  await assert.rejects(seen, /did not end in time: give the test more time/);
});
