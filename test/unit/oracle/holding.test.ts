/** A file that candidates take the place of: nothing that anybody saves meanwhile is lost, whenever it comes. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { rootPrefix } from '../../../src/oracle/processes/escapees';
import { backupOf, backups } from '../../../src/oracle/places/inPlace/backup';
import { Holding } from '../../../src/oracle/places/inPlace/inPlace';
import { heldByOther, restoreAbandoned, restoreEnded } from '../../../src/oracle/places/inPlace/restore';
import { ways, type Way } from '../../support/edited';
import { freshDirectory, until } from '../../support/files';
import { injected, tellingCalls } from '../../support/inject';
import { ownState } from '../../support/state';

const directory = freshDirectory();
const at = (name: string) => join(directory.path, name);
const file = () => at('work/input.txt');
const content = () => readFileSync(file(), 'utf8');
const original = 'the original\n';
const mine = 'work of an hour\n';

function begin() {
  mkdirSync(at('work'));
  writeFileSync(file(), original, { mode: 0o640 });
}

const taken = () => new Holding(file(), `${rootPrefix()}123456`);

function began(first = 'candidate 1\n'): Holding {
  const holding = taken();
  holding.write(Buffer.from(first));
  holding.check();
  return holding;
}

/** What the user is told at the end, if anything. */
function toEnd(holding: Holding, work: () => void = () => {}): string | undefined {
  try {
    work();
    holding.check();
  } catch (error) {
    assert.match((error as Error).message, /was changed/);
    assert.equal(holding.release(), undefined);
    return (error as Error).message;
  }
  return holding.release();
}

/** Nothing beside the file, and no lock. */
function isClean(): void {
  assert.deepEqual(readdirSync(at('work')), ['input.txt']);
  assert.equal(heldByOther(file()), undefined);
}

function keepsOriginal(told: string | undefined): void {
  const kept = /its original is (.*)\.$/.exec(told ?? 'nothing was told')?.[1] ?? '';
  assert.equal(readFileSync(kept, 'utf8'), original);
}

/** Does `once` with each call of the file system as the moment, until there is none more. */
function atEachCall(once: (moment: number) => boolean): number {
  let moment = 0;
  for (; once(moment); moment++) {
    rmSync(at('state'), { recursive: true, force: true });
    rmSync(at('work'), { recursive: true, force: true });
    mkdirSync(at('work'));
    writeFileSync(file(), original);
  }
  return moment;
}

describe('saved while a candidate takes the place of another', function () {
  this.timeout(180_000); // saves before each of some hundred calls

  ownState(at, begin);
  for (const way of Object.keys(ways) as Way[]) {
    it(`by ${way}, before any call of the file system`, () => {
      const moments = atEachCall((moment) => {
        const holding = began();
        let happened = false;
        const save = () => ways[way](file(), mine);
        const told = toEnd(holding, () => {
          happened = injected(moment, save, () => holding.write(Buffer.from('candidate 2\n')));
        });
        if (!happened && told === undefined) return false;
        assert.ok(content().endsWith(mine), `${moment}: ${content()}`);
        keepsOriginal(told);
        isClean();
        return true;
      });
      assert.ok(moments > 10, `${moments} moments`);
    });

    it(`by ${way}, while the original comes back, before any call`, () => {
      atEachCall((moment) => {
        const holding = began();
        const happened = injected(
          moment,
          () => ways[way](file(), mine),
          () => holding.release(),
        );
        if (!happened) return false;
        assert.ok(content().endsWith(mine), `${moment}: ${content()}`);
        isClean();
        return true;
      });
    });
  }

  it('before the first candidate: nothing of ours was there, and nothing is kept', () => {
    const holding = taken();
    ways.rename(file(), mine);
    assert.match(
      toEnd(holding, () => holding.write(Buffer.from('candidate 1\n')))!,
      /was changed/,
    );
    assert.equal(content(), mine);
    isClean();
  });
});

describe('a program that has a candidate open', () => {
  ownState(at, begin);
  for (const [flags, first] of [
    ['a', 'candidate 1\n'],
    ['w', ''],
  ] as const) {
    it(`and writes to it (${flags}) when the next one is in place`, () => {
      const holding = began(first);
      const open = openSync(file(), flags);
      const told = toEnd(holding, () => {
        holding.write(Buffer.from('candidate 2\n'));
        writeSync(open, mine);
        closeSync(open);
        assert.throws(() => holding.check(), /its original is/);
      });
      assert.equal(content(), first + mine);
      keepsOriginal(told);
      isClean();
    });
  }

  it('and writes to it when the original is about to come back is waited for', async function () {
    if (process.platform !== 'linux') this.skip();
    const holding = began();
    const line = `exec 3>>input.txt; : >../ready; until ls .whittle-*.[1-9]*; do :; done; printf '${mine}' >&3`;
    const writer = spawn('sh', ['-c', line], { cwd: at('work'), stdio: 'ignore' });
    const ended = new Promise((done) => writer.on('close', done));
    await until('it has the candidate open', () => existsSync(at('ready')));
    const told = holding.release();
    assert.equal(content(), `candidate 1\n${mine}`);
    keepsOriginal(told);
    await ended;
  });

  it('what is written to the original by another name of it stays', () => {
    linkSync(file(), at('other name'));
    const holding = began();
    writeFileSync(at('other name'), mine);
    const told = holding.release();
    assert.equal(content(), mine);
    keepsOriginal(told);
  });
});

describe('after a kill', () => {
  ownState(at, begin);
  it('a text that was a candidate, too, or an empty one, is not taken for ours if someone saved it', () => {
    for (const [turn, way] of (['write', 'rename', 'write', 'rename'] as const).entries()) {
      const text = turn < 2 ? 'candidate 1\n' : '';
      began().write(Buffer.from('candidate 2\n'));
      ways[way](file(), text);
      keepsOriginal(restoreEnded(file())[0].problem);
      assert.equal(content(), text);
      isClean();
      writeFileSync(file(), original);
    }
  });

  it('the original is back if there was no file at that moment', () => {
    began();
    rmSync(file());
    assert.deepEqual(restoreEnded(file()), [{ path: file(), problem: undefined }]);
    assert.equal(content(), original);
    isClean();
  });

  it('in the middle of removing a backup that was done with, the file can be reduced again', () => {
    const holding = began();
    const killed = (name: string, [path]: readonly unknown[]) => {
      if (name === 'rmSync' && String(path).includes(at('state'))) throw new Error('killed');
    };
    tellingCalls(killed, () => holding.release());
    assert.equal(backups().length, 1);
    began().release();
    restoreAbandoned();
    assert.deepEqual(backups(), []);
    assert.equal(content(), original);
  });

  it('a lock that does not say whose it is is nobody’s', () => {
    mkdirSync(backupOf(file()), { recursive: true, mode: 0o700 });
    restoreAbandoned();
    began().release();
    assert.equal(content(), original);
  });
});
