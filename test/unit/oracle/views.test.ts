/** The plain layer: a command that names its candidate runs in a view of the user's directory, which its tests do not share. */
import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { braces, fixedText, template, userPath } from '../../../src/oracle/processes/command';
import { expectNoRunRoots, freshDirectory, processesWith, until, withVariable } from '../../support/files';
import { openOracle, type OwnOracle } from '../../support/oracle';
import { standing } from '../../support/standing';

const forever = new AbortController().signal;
const directory = freshDirectory();
expectNoRunRoots();
withVariable('WHITTLE_PROTECT', 'links');

const at = (...names: string[]) => join(directory.path, ...names);

function write(name: string, text = name): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
}

beforeEach(() => {
  write('include/x.h');
  write('project/sub/check.js', "console.log(require('./lib'), require('../near'), require('pack'));");
  write('project/sub/lib.js', 'module.exports = 1;');
  write('project/near.js', 'module.exports = 2;');
  write('project/node_modules/pack/index.js', 'module.exports = 3;');
  write('project/sub/old');
  write('project/sub/deep/file');
  symlinkSync('deep/file', at('project/sub/link'));
});

async function within<T>(line: string, use: (oracle: OwnOracle) => Promise<T>): Promise<T> {
  const command = { invocation: { line: template(line, braces) }, cwd: userPath(at('project/sub')) };
  const oracle = await openOracle({ command, fileName: 'input' });
  try {
    return await use(oracle);
  } finally {
    oracle.dispose();
  }
}

const said = (line: string, text = 'x') =>
  within(`${line} # {}`, async (oracle) => (await oracle.observe(Buffer.from(text), 20_000, forever)).output);

describe('the current directory of a test that names its candidate', () => {
  it('is not shared: tests at once that write the same file do not meet, and leave nothing', async () => {
    const real = standing(at('project'));
    const line = 'cp {} prog; cp {} deep/prog; cp {} old; sleep 0.1; cmp {} prog && cmp {} deep/prog && cmp {} old';
    const texts = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const verdicts = await within(line, async (oracle) => {
      oracle.expect(await oracle.observe(Buffer.from('x'), 60_000, forever));
      return Promise.all(texts.map(async (text) => (await oracle.test(Buffer.from(text), 60_000, forever)).verdict));
    });
    assert.deepEqual(
      verdicts,
      texts.map(() => 'holds'),
    );
    assert.deepEqual(standing(at('project')), real);
  });

  it('shows what is there, beside it and above it', async () => {
    assert.equal(
      await said('cat ../../include/x.h old link deep/file'),
      'include/x.hproject/sub/oldproject/sub/deep/fileproject/sub/deep/file',
    );
    assert.equal(
      await said('node check.js; cd ..; node sub/check.js; cd sub; cat old'),
      '1 2 3\n1 2 3\nproject/sub/old',
    );
    const cwd = await said('pwd; touch new; ls');
    assert.ok(cwd.endsWith('check.js\ndeep\nlib.js\nlink\nnew\nold'), cwd);
    assert.ok(!cwd.startsWith(realpathSync(at('project'))));
  });

  it('is as it was for the next test, whatever a test does to it', async () => {
    const real = standing(directory.path);
    const look = 'find . | sort; cat old link ../near.js ../../include/x.h';
    const spoil = 'echo > old; rm -r link lib.js deep; mkdir lib.js; rm -rf ../near.js ../../include; touch ../new';
    await within(
      `if grep -q all {}; then rm -rf "$PWD"; ln -s /nowhere "$PWD"; elif grep -q spoil {}; then ${spoil}; else ${look}; fi`,
      async (oracle) => {
        const seen = async (text: string) => (await oracle.observe(Buffer.from(text), 20_000, forever)).output;
        const first = await seen('look');
        await seen('spoil');
        assert.equal(await seen('look again'), first);
        await seen('all');
        assert.equal(await seen('and again'), first);
      },
    );
    assert.deepEqual(standing(directory.path), real);
  });

  it('may have many entries', async () => {
    mkdirSync(at('project/sub/many'));
    for (let n = 0; n < 600; n++) writeFileSync(at('project/sub', `file-${n}`), '');
    assert.equal(await said('ls file-* | wc -l; cat file-599 old'), '600\nproject/sub/old');
  });

  it('is left by what a test has started in the background', async () => {
    await within('sleep 31.9 & exit 0 # {}', async (oracle) => {
      assert.equal((await oracle.observe(Buffer.from('x'), 20_000, forever)).verdict, 'holds');
      await until('nothing runs on', () => processesWith('sleep 31.9').length === 0, 20_000);
    });
  });

  it('is none of ours if it is not the user’s', async () => {
    const command = { invocation: { line: template('pwd # {}', braces) }, cwd: fixedText('/') };
    const oracle = await openOracle({ command, fileName: 'input' });
    assert.equal((await oracle.observe(Buffer.from(''), 20_000, forever)).output, '/');
    oracle.dispose();
  });
});
