/** What another user may have put into a directory that all share is not used. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, lchownSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOwnDirectory, readOwnFile } from '../../../src/oracle/stateDirectory';
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

describe('a file of our own', () => {
  beforeEach(function () {
    if (process.platform === 'win32') this.skip();
    writeFileSync(at('file'), 'mine');
  });

  it('is read', () => assert.equal(readOwnFile(at('file')), 'mine'));

  it('is none that is not there, and no directory', () => {
    mkdirSync(at('directory'));
    assert.deepEqual([readOwnFile(at('gone')), readOwnFile(at('directory'))], [undefined, undefined]);
  });

  it('is no link', () => {
    symlinkSync(at('file'), at('link'));
    assert.equal(readOwnFile(at('link')), undefined);
  });

  it('is no FIFO, which nobody waits for', () => {
    execFileSync('mkfifo', [at('fifo')]);
    assert.equal(readOwnFile(at('fifo')), undefined);
  });

  it('is not that of another user', function () {
    if (!isRoot) this.skip();
    lchownSync(at('file'), nobody, nobody);
    assert.equal(readOwnFile(at('file')), undefined);
  });

  it('is not larger than our notes', () => {
    truncateSync(at('file'), 1e9);
    assert.equal(readOwnFile(at('file')), undefined);
  });
});
