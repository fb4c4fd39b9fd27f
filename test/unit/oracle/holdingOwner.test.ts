/** The owner of a file that candidates take the place of. */
import assert from 'node:assert/strict';
import { chmodSync, chownSync, lstatSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootPrefix } from '../../../src/oracle/processes/escapees';
import { Holding } from '../../../src/oracle/places/inPlace/inPlace';
import { freshDirectory } from '../../support/files';
import { ownState } from '../../support/state';

const directory = freshDirectory();
const at = (name: string) => join(directory.path, name);
const file = () => at('work/input.txt');
const content = () => readFileSync(file(), 'utf8');
const original = 'the original\n';

function begin() {
  mkdirSync(at('work'));
  writeFileSync(file(), original, { mode: 0o640 });
}

function began(): Holding {
  const holding = new Holding(file(), `${rootPrefix()}123456`);
  holding.write(Buffer.from('candidate 1\n'));
  holding.check();
  return holding;
}

describe('the owner of the file', () => {
  ownState(at, begin);
  const root = process.getuid?.() === 0;
  const owner = { uid: 1234, gid: 1235 };
  const ownerNow = () => ({ uid: lstatSync(file()).uid, gid: lstatSync(file()).gid });

  it('has the candidates too, and the original also if its file was removed meanwhile', function () {
    if (!root) this.skip();
    chownSync(file(), owner.uid, owner.gid);
    const holding = began();
    assert.deepEqual(ownerNow(), owner);
    for (const name of readdirSync(at('work'))) if (name.startsWith('.whittle')) rmSync(at(`work/${name}`));
    assert.equal(holding.release(), undefined);
    assert.deepEqual(ownerNow(), owner);
    assert.equal(content(), original);
  });

  it('stays if we are another user, who may not give files away', function () {
    if (!root) this.skip();
    chownSync(file(), owner.uid, owner.gid);
    for (const open of [directory.path, at('work')]) chmodSync(open, 0o777);
    chmodSync(file(), 0o4755);
    process.seteuid!(65534);
    try {
      const holding = began();
      assert.equal(lstatSync(file()).uid, 65534);
      assert.equal(lstatSync(file()).mode & 0o7777, 0o755);
      assert.equal(holding.release(), undefined);
    } finally {
      process.seteuid!(0);
    }
    assert.deepEqual(ownerNow(), owner);
    assert.equal(lstatSync(file()).mode & 0o7777, 0o4755);
  });
});
