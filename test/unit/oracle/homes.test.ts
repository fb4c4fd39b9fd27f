/** The plain layer: a test gets a home directory of links, which it may delete. */
import assert from 'node:assert/strict';
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fixedText } from '../../../src/oracle/processes/command';
import { copy } from '../../../src/oracle/places/copy';
import { openSandbox } from '../../../src/oracle/sandbox';
import { expectNoRunRoots, freshDirectory, withVariable } from '../../support/files';
import { openOracle } from '../../support/oracle';
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

const names = ['HOME', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_STATE_HOME', 'XDG_RUNTIME_DIR', 'APPDATA'];
const before = names.map((name) => process.env[name]);

function setEnvironment(values: readonly (string | undefined)[]): void {
  for (const [at, name] of names.entries()) {
    if (values[at] === undefined) delete process.env[name];
    else process.env[name] = values[at];
  }
}

beforeEach(() => {
  write('home/.bashrc');
  write('home/.config/app/settings');
  write('home/.cache/tool/entry');
  write('home/.local/share/app/data');
  write('home/documents/letter');
  write('home/project/.git/HEAD', 'ref: refs/heads/main\n');
  write('runtime/socket');
  symlinkSync('documents', at('home/link'));
  setEnvironment([at('home'), at('home/.config'), undefined, undefined, at('runtime'), undefined]);
});

afterEach(() => setEnvironment(before));

/** What the lines print, one test after the other in one slot. */
async function said(...lines: string[]): Promise<string[]> {
  const oracle = await openOracle({
    command: { invocation: { line: fixedText('sh ./input') }, cwd: fixedText('/') },
    fileName: 'input',
  });
  try {
    const all: string[] = [];
    for (const line of lines) all.push((await oracle.observe(Buffer.from(line), 20_000, forever)).output);
    return all;
  } finally {
    oracle.dispose();
  }
}

describe('the home directory of a test', () => {
  it('may be deleted, also by its parts, and is there for the next test: the real one stays as it is', async () => {
    const real = standing(directory.path);
    const list = 'cd ~; cat .bashrc .config/app/settings .cache/tool/entry link/letter "$XDG_RUNTIME_DIR/socket"';
    const deletions = [
      'rm -rf "$HOME"',
      'rm -rf "$HOME"/* "$HOME"/.[a-z]*',
      'rm -rf ~/.config "$XDG_CONFIG_HOME" "$XDG_RUNTIME_DIR"',
      'rm -rf "$XDG_CONFIG_HOME"/* ~/.local/share/* ~/documents/* ~/project',
      'find ~ "$XDG_RUNTIME_DIR" -delete',
      'chmod -R 000 ~/.local; mv ~/documents ~/.config/; ln -sf /nowhere ~/.bashrc',
      'rm -rf "$(dirname "$HOME")"; ln -s /nowhere "$(dirname "$HOME")"',
    ];
    const [first, ...rest] = await said(list, ...deletions.flatMap((line) => [line, list]));
    assert.match(first, /^home\/.bashrchome\/.config.*letterruntime\/socket$/);
    for (const [turn, text] of rest.entries()) {
      if (turn % 2 === 1) assert.equal(text, first, deletions[(turn - 1) / 2]);
    }
    assert.deepEqual(standing(directory.path), real);
  });

  it('shows what is in the real one, and caches stay: what is written to them by links, and new ones', async () => {
    const [, second] = await said(
      'cd ~; echo more > .cache/tool/new; mkdir .cache/other go; echo kept > .cache/other/x; touch new',
      'cd ~; cat .cache/tool/new .cache/other/x; test -d go; echo $?; test -e new; echo $?',
    );
    assert.equal(second, 'more\nkept\n0\n1');
    assert.equal(readFileSync(at('home/.cache/tool/new'), 'utf8'), 'more\n');
  });

  it('has links to repositories, which are known by where their files are', async () => {
    assert.deepEqual(await said('cd ~/project; pwd -P; cat .git/HEAD'), [
      `${realpathSync(at('home/project'))}\nref: refs/heads/main`,
    ]);
  });

  it('names only what was named: a variable that is not set is not set', async () => {
    assert.deepEqual(await said('echo "${XDG_STATE_HOME-none} ${APPDATA-none} ${XDG_CONFIG_HOME#"$HOME"}"'), [
      'none none /.config',
    ]);
  });

  it('is another one for each of two tests at once, and tells what a test has deleted or replaced in it', async () => {
    const sandbox = await openSandbox(copy, { fileName: 'input' }, () => true);
    try {
      const [one, other] = [await sandbox.place(Buffer.from('a')), await sandbox.place(Buffer.from('b'))];
      const [home, second] = [one, other].map((place) => place.own!.HOME!);
      assert.notEqual(home, second);
      rmSync(join(home, '.config', 'app'), { recursive: true });
      rmSync(join(home, 'documents'), { recursive: true });
      rmSync(join(home, '.bashrc'));
      writeFileSync(join(home, '.bashrc'), 'other');
      writeFileSync(join(home, 'new'), '');
      const real = ['.bashrc', '.config/app', 'documents'].map((name) => at('home', name));
      assert.deepEqual([...one.harm!()].sort(), real);
      assert.equal(readFileSync(join(home, '.bashrc'), 'utf8'), 'home/.bashrc');
      await one.clear();
      assert.deepEqual([...one.harm!()].sort(), real);
      rmSync(dirname(second), { recursive: true });
      assert.deepEqual([...other.harm!()], [directory.path]);
      await other.clear();
      const third = await sandbox.place(Buffer.from('c'));
      assert.deepEqual(third.harm!(), []);
      await third.clear();
      const last = await sandbox.place(Buffer.from('d'));
      const around = last.own!.HOME!.slice(0, -at('home').length);
      renameSync(around, `${around} before`);
      mkdirSync(around);
      assert.deepEqual([...last.harm!()].sort(), [at('home'), at('runtime')]);
      assert.deepEqual(readdirSync(around), []);
    } finally {
      sandbox.dispose();
    }
  });

  it('is nothing that a candidate may destroy: its verdict is no, unless the unchanged input does the same', async () => {
    const command = { invocation: { line: fixedText('sh ./input') }, cwd: fixedText('/') };
    const oracle = await openOracle({ command, fileName: 'input' });
    const answer = async (line: string) => oracle.observe(Buffer.from(line), 20_000, forever);
    oracle.expect(await answer('rm ~/.bashrc; rm -rf ~/.cache/tool; touch ~/new'));
    const lines = ['rm ~/.bashrc', 'rm -rf ~/.cache/*; touch ~/other', 'rm -rf ~/documents', 'rm -rf "$HOME"'];
    const answers: (readonly unknown[])[] = [];
    for (const line of lines) answers.push(await answer(line).then(({ verdict, stage }) => [verdict, stage]));
    oracle.dispose();
    const [yes, no] = [
      ['holds', undefined],
      ['fails', 'harm'],
    ];
    assert.deepEqual(answers, [yes, yes, no, no]);
  });

  it('is the real one where something else keeps tests from it', async () => {
    const sandbox = await openSandbox(copy, { fileName: 'input' }, () => false);
    const place = await sandbox.place(Buffer.from('a'), at('home'));
    const { own, harm, paths } = place;
    assert.deepEqual([own!.HOME, harm, paths.moved(at('home'))], [undefined, undefined, at('home')]);
    sandbox.dispose();
  });
});
