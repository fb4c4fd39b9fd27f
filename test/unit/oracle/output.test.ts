/** What a test writes, in files of limited size. */
import assert from 'node:assert/strict';
import { appendFileSync, statSync } from 'node:fs';
import { mostOutput, openStreams } from '../../../src/oracle/processes/output';
import { freshDirectory, until } from '../../support/files';

const directory = freshDirectory();

describe('an output that is too long', () => {
  it('is cut, and both its ends are known: the last one from before and after the cut', async () => {
    const streams = openStreams(directory.path, new Set(['stdout']));
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
