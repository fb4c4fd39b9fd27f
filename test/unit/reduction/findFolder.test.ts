/** The files of a folder: what belongs to it, and what its candidates only see. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findFolder, jobFiles } from '../../../src/reduction/folder/findFolder';

describe('findFolder', () => {
  let base: string;
  beforeEach(() => (base = realpathSync(mkdtempSync(join(tmpdir(), 'whittle-folder-')))));
  afterEach(() => rmSync(base, { recursive: true }));

  const write = (path: string, text = path) => {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), text);
  };
  const pathsOf = async (...paths: string[]) => (await findFolder(paths)).files.map(({ path }) => path);

  it('takes settings that are hidden, and leaves out caches, links and the history', async () => {
    for (const path of ['a.js', '.babelrc', 'b/c.js', '.git/HEAD', '__pycache__/x.pyc', 'whittle-run-1/x']) write(path);
    symlinkSync('a.js', join(base, 'link.js'));
    const found = await findFolder([base]);
    assert.deepEqual(
      found.files.map(({ path }) => path),
      ['.babelrc', 'a.js', 'b/c.js'],
    );
    assert.match(found.notice!, /^Left out: .*link\.js/);
  });

  it('leaves out what git ignores, by its own rules', async () => {
    for (const path of ['.gitignore', 'a.js', 'dist/a.js', 'b/x.log', 'b/keep.log', 'b/c.js']) write(path);
    write('.gitignore', 'dist/\n*.log\n!keep.log\n');
    execFileSync('git', ['init', '-q', base]);
    assert.deepEqual(await pathsOf(base), ['.gitignore', 'a.js', 'b/c.js', 'b/keep.log']);
    assert.deepEqual(await pathsOf(join(base, 'b')), ['c.js', 'keep.log']);
    assert.deepEqual(await pathsOf(join(base, 'dist')), ['a.js'], 'all of it is ignored, but it was named');
    assert.deepEqual(await pathsOf(join(base, 'dist/a.js'), join(base, 'a.js')), ['a.js', 'dist/a.js']);
  });

  it('links installed packages, but those of a workspace lead to the part of the candidate', async () => {
    for (const path of ['packages/one/index.js', 'packages/two/index.js', 'packages/two/node_modules/deep/index.js'])
      write(path);
    for (const path of ['node_modules/x/index.js', 'node_modules/@own/far/index.js', '.venv/pyvenv.cfg']) write(path);
    symlinkSync('../../packages/one', join(base, 'node_modules/@own/one'));
    symlinkSync(join(base, 'packages/two'), join(base, 'node_modules/two'));
    const { files, linked } = await findFolder([base]);
    assert.equal(files.length, 2);
    assert.deepEqual(linked, {
      '.venv': join(base, '.venv'),
      'node_modules/@own/far': join(base, 'node_modules/@own/far'),
      'node_modules/@own/one': '../../packages/one',
      'node_modules/two': '../packages/two',
      'node_modules/x': join(base, 'node_modules/x'),
      'packages/two/node_modules': join(base, 'packages/two/node_modules'),
    });
    const { linked: inside } = await findFolder([join(base, 'packages/one')]);
    assert.deepEqual(inside, { '../node_modules': join(base, 'node_modules') });
  });

  it('reads text and bytes with their permissions', async () => {
    write('run', '#!/bin/sh\nkeep\n');
    chmodSync(join(base, 'run'), 0o755);
    writeFileSync(join(base, 'picture'), Buffer.from([1, 0, 2]));
    const [picture, run] = await jobFiles((await findFolder([base])).files);
    assert.deepEqual([picture.text, picture.bytes?.length], ['', 3]);
    assert.deepEqual([run.mode! & 0o777, run.bytes, run.text], [0o755, undefined, '#!/bin/sh\nkeep\n']);
  });
});
