/** What another user may have put into a directory that all share is not used. */
import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOwnDirectory } from '../../../src/oracle/stateDirectory';
import { freshDirectory } from '../../support/files';

const directory = freshDirectory();
const at = (name: string) => join(directory.path, name);
const isRoot = process.getuid?.() === 0;
const nobody = 65534;

describe('a directory of our own', () => {
  beforeEach(function () {
    if (process.platform === 'win32') this.skip();
    mkdirSync(at('ours'), { mode: 0o700 });
  });

  it('is one', () => assert.ok(isOwnDirectory(at('ours'))));

  it('is none that is not there, and no file', () => {
    writeFileSync(at('file'), '', { mode: 0o700 });
    assert.deepEqual([isOwnDirectory(at('gone')), isOwnDirectory(at('file'))], [false, false]);
  });

  it('is no link to one', () => {
    symlinkSync(at('ours'), at('link'));
    assert.ok(!isOwnDirectory(at('link')));
  });

  for (const mode of [0o777, 0o1777, 0o770, 0o755]) {
    it(`is none in which others may do something: ${mode.toString(8)}`, () => {
      chmodSync(at('ours'), mode);
      assert.ok(!isOwnDirectory(at('ours')));
    });
  }

  it('is not that of another user', function () {
    if (!isRoot) this.skip();
    chownSync(at('ours'), nobody, nobody);
    assert.ok(!isOwnDirectory(at('ours')));
  });
});
