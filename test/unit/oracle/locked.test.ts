/** Files that another program has open: by errors made here, and on Windows by real ones. */
import assert from 'node:assert/strict';
import { closeSync, constants, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Holding } from '../../../src/oracle/places/inPlace/inPlace';
import { unlocked, whenUnlocked } from '../../../src/oracle/platform/files';
import { CannotStart, start } from '../../../src/oracle/processes/supervise';
import { writeKeeping, writeOutput } from '../../../src/reduction/ending/outputs';
import { requireUsable } from '../../../src/reduction/journal/journal';
import { freshDirectory } from '../../support/files';
import { ownState } from '../../support/state';

const directory = freshDirectory();

describe('a file that another program has open', () => {
  const locked = (times: number, code = 'EBUSY') => {
    let calls = 0;
    const work = () => {
      if (++calls <= times) throw Object.assign(new Error('locked'), { code });
      return calls;
    };
    return work;
  };

  it('is waited for on Windows, and told if it stays open', () => {
    assert.equal(unlocked(locked(3), 'win32'), 4);
    const forever = locked(Infinity);
    assert.throws(() => unlocked(forever, 'win32'), /locked/);
    assert.throws(() => unlocked(locked(1, 'ENOENT'), 'win32'), /locked/);
    assert.throws(() => unlocked(locked(1), 'linux'), /locked/);
  });

  it('is waited for while other work goes on', async () => {
    const when = (times: number, code?: string) => {
      const work = locked(times, code);
      return whenUnlocked(() => Promise.resolve().then(work), 'win32');
    };
    let turns = 0;
    const other = setInterval(() => turns++, 10);
    assert.equal(await when(3), 4);
    clearInterval(other);
    assert.ok(turns > 0);
    await assert.rejects(when(Infinity, 'EPERM'), /locked/);
    await assert.rejects(when(1, 'ENOENT'), /locked/);
  });

  it('is waited for if it is the program of a test', async function () {
    if (process.platform !== 'linux') this.skip();
    const program = join(directory.path, 'program');
    writeFileSync(program, '#!/bin/sh\nexit 7\n', { mode: 0o755 });
    const open = openSync(program, 'r+');
    setTimeout(() => closeSync(open), 200);
    const { ended } = await start({ words: [program], cwd: directory.path, env: process.env, files: {} });
    assert.equal((await ended)?.exitCode, 7);
  });

  it('is told if it stays open, and no test can start', async function () {
    if (process.platform !== 'linux') this.skip();
    const program = join(directory.path, 'open');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    const open = openSync(program, 'r+');
    const starting = start({ words: [program], cwd: directory.path, env: process.env, files: {} });
    await assert.rejects(starting, (error) => error instanceof CannotStart && error.message.includes('ETXTBSY'));
    closeSync(open);
  });

  describe('really', function () {
    ownState((name) => path(name));
    const path = (name: string) => join(directory.path, name);
    let file = 0;
    /** Nobody else can open it: a flag that only Windows has. */
    const lock = (name: string) => {
      writeFileSync(path(name), 'old');
      file = openSync(path(name), constants.O_RDWR | 0x10000000);
    };
    const unlock = () => {
      if (file !== 0) closeSync(file);
      file = 0;
    };
    before(function () {
      if (process.platform !== 'win32') this.skip(); // nothing else locks files so
    });
    afterEach(() => unlock());
    const soon = () => setTimeout(unlock, 300);
    const output = (name: string) => ({ path: path(name), mode: 0o644 });

    it('gets a result when it is closed; else a sentence names it', async () => {
      lock('result');
      await assert.rejects(
        writeOutput(output('result'), Buffer.from('new')),
        /result cannot be written \(E\w+\): choose/,
      );
      soon();
      await writeKeeping(output('result'), Buffer.from('new'), () => {});
      assert.equal(readFileSync(path('result'), 'utf8'), 'new');
      assert.equal(readFileSync(path('result.1'), 'utf8'), 'old');
    });

    it('is continued as a journal when it is closed; else a sentence names it', async () => {
      const open = () => requireUsable({ file: path('journal') }, { version: '', input: '', oracle: '', search: '' });
      lock('journal');
      await assert.rejects(open(), /The journal .*journal cannot be read \(EBUSY\): name another file/);
      soon();
      await assert.rejects(open(), /journal is not a journal of Whittle/);
    });

    it('is not reduced in place, and a sentence says why', () => {
      lock('input');
      assert.throws(
        () => new Holding(path('input'), 'run'),
        /input cannot be tested in place \(EBUSY.*close it in other programs/,
      );
      unlock();
      const holding = new Holding(path('input'), 'run');
      holding.write(Buffer.from('candidate'));
      assert.equal(holding.release(), undefined);
      assert.equal(readFileSync(path('input'), 'utf8'), 'old');
    });
  });
});
