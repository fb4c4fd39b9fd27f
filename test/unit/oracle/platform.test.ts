/** Only `oracle/platform/` knows an operating system: elsewhere what it alone tells would be missing on the others. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { linux } from '../../../src/oracle/platform/linux';
import { macos } from '../../../src/oracle/platform/macos';
import { isOther, isRunning, thisProcess } from '../../../src/reduction/journal/writers';

describe('what is known of processes', () => {
  it('is asked of the platform: nothing else reads /proc', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const readers = files.filter(
      (name) =>
        !name.startsWith(join('oracle', 'platform')) && /['"`]\/proc\//.test(readFileSync(join('src', name), 'utf8')),
    );
    assert.deepEqual(readers, []);
  });

  it('is the same from ps, as on macOS: the start of a process that is there, nothing of one that is not', () => {
    const start = macos.startOf(process.pid);
    assert.match(start ?? '', /\d{4}$/);
    assert.equal(macos.startOf(process.pid), start);
    assert.equal(macos.startOf(2 ** 22 + 1), undefined);
    assert.equal(macos.isInForeground(), linux.isInForeground());
  });

  it('tells the writer of a journal from a later process with its number', () => {
    const own = thisProcess();
    assert.deepEqual([isOther(own), isRunning(own)], [false, true]);
    const later = { ...own, started: 'another start' };
    assert.deepEqual([isOther(later), isRunning(later)], [true, false]);
    assert.equal(isRunning({ pid: 2 ** 22 + 1 }), false);
  });
});
