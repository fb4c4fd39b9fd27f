/** The best result of a killed run, where other users may write too: only our own is told of. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { abandonedResults, BestSoFar } from '../../../src/cli/results/bestSoFar';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { ownState } from '../../support/state';

expectNoRunRoots();
const directory = freshDirectory();
const at = (name: string) => join(directory.path, name);
// No directory can be made there.
ownState(
  (name) => at(`${name}/file`),
  () => writeFileSync(at('state'), ''),
);

const shared = () => process.env.TMPDIR!;
const input = () => at('in.txt');

/** What a killed run would leave. */
function planted(): string {
  const hash = createHash('sha256').update(input()).digest('hex').slice(0, 16);
  const path = join(shared(), `whittle-best-${hash}-planted`);
  mkdirSync(path, { mode: 0o700 });
  writeFileSync(join(path, 'note.json'), JSON.stringify({ path: input(), writer: { pid: spawnSync('true').pid } }));
  writeFileSync(join(path, 'in.reduced.txt'), 'planted');
  return path;
}

describe('the best result so far in a directory that others share', () => {
  beforeEach(function () {
    if (process.platform === 'win32') this.skip();
  });

  it('has a name that nobody knows before, and is for nobody else', async () => {
    const best = new BestSoFar(input(), 'in.reduced.txt', () => {});
    best.offer(() => Buffer.from('line 7\n'));
    const path = (await best.keep())!;
    assert.equal(dirname(dirname(path)), shared());
    assert.match(basename(dirname(path)), /^whittle-best-[\da-f]{16}-\w{6}$/);
    assert.equal(statSync(dirname(path)).mode & 0o777, 0o700);
    await best.drop();
    assert.deepEqual(readdirSync(shared()), []);
  });

  it('is told of after a kill', async () => {
    planted();
    const [sentence, ...more] = await abandonedResults(input());
    assert.deepEqual(more, []);
    const [, path] = /best result is in (.*)\.$/.exec(sentence)!;
    assert.equal(readFileSync(path, 'utf8'), 'planted');
  });

  it('is not another user’s', async function () {
    if (process.getuid!() !== 0) this.skip();
    const path = planted();
    for (const one of [path, join(path, 'note.json'), join(path, 'in.reduced.txt')]) chownSync(one, 65534, 65534);
    assert.deepEqual(await abandonedResults(input()), []);
  });

  it('is none that others can change', async () => {
    chmodSync(planted(), 0o777);
    assert.deepEqual(await abandonedResults(input()), []);
  });

  it('is not behind a link', async () => {
    const path = planted();
    symlinkSync(path, `${path}2`);
    const note = join(path, 'note.json');
    writeFileSync(note, readFileSync(note, 'utf8').replace('in.txt', 'other.txt'));
    assert.deepEqual(await abandonedResults(input()), []);
  });

  it('is not waited for, if its note is a FIFO', async () => {
    const path = planted();
    execFileSync('sh', ['-c', 'rm "$1"; mkfifo "$1"', 'sh', join(path, 'note.json')]);
    assert.deepEqual(await abandonedResults(input()), []);
  });
});
