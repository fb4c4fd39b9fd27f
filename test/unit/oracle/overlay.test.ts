/** Candidates in a copy of their workspace, with real commands. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { braces, template, userPath } from '../../../src/oracle/processes/command';
import { openOracle, type OwnOracle } from '../../support/oracle';
import { limits, overlay } from '../../../src/oracle/places/overlay';
import { SandboxError } from '../../../src/oracle/places/place';
import { nearestRoot, workedRoot } from '../../../src/oracle/places/roots';
import { expectNoRunRoots, freshDirectory } from '../../support/files';

const forever = new AbortController().signal;
const directory = freshDirectory();
expectNoRunRoots();

const at = (...names: string[]) => join(directory.path, 'work', ...names);

function write(name: string, text: string): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
}

beforeEach(() => {
  write('package.json', '{}');
  write('src/input.txt', 'the original');
  write('src/neighbour.txt', 'neighbour');
  write('node_modules/pack/index.js', '');
});

async function within<T>(line: string, use: (oracle: OwnOracle) => Promise<T>, root?: string): Promise<T> {
  const command = { invocation: { line: template(line, braces) }, cwd: userPath(at()) };
  const target = { fileName: 'input.txt', file: at('src/input.txt'), root, placement: overlay };
  const oracle = await openOracle({ command, ...target });
  try {
    return await use(oracle);
  } finally {
    oracle.dispose();
  }
}

const said = async (line: string, text = 'x') =>
  within(line, async (oracle) => (await oracle.observe(Buffer.from(text), 9000, forever)).output);

const verdict = async (oracle: OwnOracle, text: string) =>
  (await oracle.test(Buffer.from(text), 9000, forever)).verdict;

describe('an overlay', () => {
  it('holds the candidate in the place of the file, beside its neighbours, and runs the command there', async () => {
    assert.equal(
      await said('cat src/input.txt src/neighbour.txt; ls', 'candidate '),
      'candidate neighbournode_modules\npackage.json\nsrc',
    );
    const [file, cwd, home] = (await said('echo {}; pwd -P; realpath src/neighbour.txt')).split('\n');
    assert.equal(file, join(cwd, 'src/input.txt'));
    assert.equal(
      home,
      join(cwd, 'src/neighbour.txt'),
      'no link leads back: programs that resolve links stay in the copy',
    );
    assert.notEqual(cwd, realpathSync(at()));
    assert.equal(readFileSync(at('src/input.txt'), 'utf8'), 'the original');
  });

  it('links packages, but for those that are part of the workspace', async () => {
    write('part/package.json', '{}');
    symlinkSync('../part', at('node_modules/part'));
    mkdirSync(at('node_modules/@scope'));
    symlinkSync(at('part'), at('node_modules/@scope/part'));
    const names = 'node_modules/pack node_modules/part node_modules/@scope/part';
    const [cwd, pack, part, scoped] = (await said(`pwd -P; realpath ${names}`)).split('\n');
    assert.equal(pack, realpathSync(at('node_modules/pack')));
    assert.deepEqual([part, scoped], [join(cwd, 'part'), join(cwd, 'part')]);
  });

  it('leads into the copy by a link that comes back to the workspace from outside', async () => {
    symlinkSync(at('src'), join(directory.path, 'alias'));
    symlinkSync(join(directory.path, 'alias', 'neighbour.txt'), at('back'));
    symlinkSync('../../alias/neighbour.txt', at('src/way'));
    const [cwd, back, way] = (await said('pwd -P; realpath back src/way')).split('\n');
    assert.deepEqual([back, way], [join(cwd, 'src/neighbour.txt'), join(cwd, 'src/neighbour.txt')]);
  });

  it('keeps links, executable files, times; leaves out caches of compiled code', async () => {
    write('run.sh', '#!/bin/sh\necho ran');
    chmodSync(at('run.sh'), 0o755);
    utimesSync(at('run.sh'), 1000, 2000);
    symlinkSync('src/neighbour.txt', at('inside'));
    symlinkSync(join(directory.path, 'elsewhere'), at('outside'));
    writeFileSync(join(directory.path, 'elsewhere'), 'else');
    write('src/__pycache__/x.pyc', '');
    const line = './run.sh; stat -c %Y run.sh; readlink inside; cat outside; echo; ls -a src';
    assert.deepEqual((await said(line)).split('\n'), [
      'ran',
      '2000',
      'src/neighbour.txt',
      'else',
      '.',
      '..',
      'input.txt',
      'neighbour.txt',
    ]);
  });

  it('is as it was for the next test, whatever a test did to it; and the user’s files are never touched', async () => {
    write('deep/er/file.txt', 'deep');
    const spoil = [
      'echo spoilt > src/neighbour.txt',
      'rm package.json; mkdir -p package.json/x',
      'rm -r deep; ln -s src deep',
      'touch left; mkdir -p src/left/deep; touch src/left/deep/x; chmod 0 src/left/deep',
      'rm {}; mkdir {}',
      'chmod 0 src',
      'rm node_modules; mkdir node_modules',
    ].join('; ');
    const look =
      'find . | sort | tr "\\n" " "; cat src/neighbour.txt deep/er/file.txt package.json; test -L node_modules';
    await within(`if grep -q spoil {}; then ${spoil}; else ${look}; fi`, async (oracle) => {
      const first = await oracle.observe(Buffer.from('look'), 9000, forever);
      assert.equal(first.exitCode, 0);
      await verdict(oracle, 'spoil');
      const second = await oracle.observe(Buffer.from('look again'), 9000, forever);
      assert.deepEqual([second.output, second.exitCode], [first.output, 0]);
    });
    assert.equal(readFileSync(at('src/neighbour.txt'), 'utf8'), 'neighbour');
    assert.equal(readFileSync(at('deep/er/file.txt'), 'utf8'), 'deep');
    assert.ok(lstatSync(at('package.json')).isFile() && existsSync(at('node_modules/pack/index.js')));
  });

  it('is there again if a test took all of it away, or wrote beside it', async () => {
    const line = 'ls .. | wc -l; cat src/neighbour.txt; if grep -q all {}; then rm -r "$PWD"; else touch ../left; fi';
    await within(line, async (oracle) => {
      for (const text of ['some', 'all', 'all of it', 'none']) {
        assert.equal((await oracle.observe(Buffer.from(text), 9000, forever)).output, '1\nneighbour');
      }
    });
  });

  it('has no place for the directory in which tests run, if that is in the workspace', async () => {
    mkdirSync(at('tmp'));
    const before = process.env.TMPDIR;
    process.env.TMPDIR = at('tmp');
    assert.equal(await said('ls tmp | wc -l'), '0');
    process.env.TMPDIR = before;
  });

  it('is another one for each of several tests at once', async () => {
    const line = 'test ! -e taken && touch taken && sleep 0.3 && test "$(cat src/input.txt)" = "$(cat {})"';
    await within(line, async (oracle) => {
      assert.deepEqual(await Promise.all(['a', 'b', 'c'].map((text) => verdict(oracle, text))), [
        'holds',
        'holds',
        'holds',
      ]);
    });
  });

  it('is a picture of the moment when the run began', async () => {
    await within('grep -q neighbour src/neighbour.txt && ! test -e later', async (oracle) => {
      write('src/neighbour.txt', 'the user goes on');
      write('later', '');
      assert.equal(await verdict(oracle, 'x'), 'holds');
    });
  });

  it('is refused with a remedy if it would be too large, or does not hold the file', async () => {
    const { files } = limits;
    limits.files = 1;
    const refused = (pattern: RegExp) => (error: Error) => error instanceof SandboxError && pattern.test(error.message);
    await assert.rejects(said('true'), refused(/over 1 files.*smaller folder \(‹root›\).*in-place/));
    limits.files = files;
    write('node_modules/many/a', '');
    await within('true', async () => {});
    await assert.rejects(
      within('true', async () => {}, at('node_modules')),
      refused(/is not in .*give a folder that contains the file \(‹root›\)/),
    );
  });

  it('is of the nearest project above the file, or of its directory', () => {
    assert.equal(nearestRoot(at('src/input.txt')), at());
    write('src/go.mod', '');
    assert.equal(nearestRoot(at('src/input.txt')), at('src'));
    assert.equal(workedRoot(at('src/input.txt'), at()), at());
    assert.equal(workedRoot(at('src/input.txt'), at('elsewhere')), at('src'));
    assert.equal(nearestRoot('/nowhere/tests/a.py', '/nowhere'), '/nowhere');
    assert.equal(nearestRoot('/nowhere/tests/a.py', '/elsewhere'), '/nowhere/tests');
  });
});
