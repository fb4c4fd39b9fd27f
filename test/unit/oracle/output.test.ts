/** What a test writes, in files of limited size. */
import assert from 'node:assert/strict';
import { appendFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixedText, userPath } from '../../../src/oracle/processes/command';
import { liveOutput, mostOutput, openStreams } from '../../../src/oracle/processes/output';
import { freshDirectory, until } from '../../support/files';
import { openOracle } from '../../support/oracle';

const directory = freshDirectory();

describe('an output that is too long', () => {
  it('is cut, and both its ends are known: the last one from before and after the cut', async () => {
    const streams = openStreams(directory.path);
    const path = streams.files.stdout!;
    try {
      appendFileSync(path, `the first ${'x'.repeat(mostOutput)} before the cut`);
      await until('it is cut', () => statSync(path).size < mostOutput);
      appendFileSync(path, ' and after it');
      const { stdout } = streams.said();
      assert.match(stdout.slice(0, 20), /^the first x+$/);
      assert.match(stdout.slice(-40), /^x+ before the cut and after it$/);
      assert.ok(stdout.length < 3e6, String(stdout.length));
    } finally {
      streams.close();
    }
  });
});

describe('a test that runs', () => {
  it('is heard before it ends, and not afterwards', async () => {
    const end = join(directory.path, 'end');
    const line = fixedText(`echo so far; echo and more >&2; while ! test -e ${end}; do sleep 0.05; done`);
    const oracle = await openOracle({
      command: { invocation: { line }, cwd: userPath(directory.path) },
      fileName: 'a.txt',
    });
    const told = oracle.test(Buffer.from('x'), 60_000, new AbortController().signal);
    try {
      await until('both streams are heard', () => liveOutput().includes('so far\nand more'));
      writeFileSync(end, '');
      assert.equal((await told).verdict, 'holds');
      assert.deepEqual(liveOutput(), []);
    } finally {
      oracle.dispose();
    }
  });
});
