/** Revisions as git would check them out: with permissions, links and filters, whatever names files have; or else no verdict. */
import assert from 'node:assert/strict';
import { chmodSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryOf } from '../../../src/failingTests/revision';
import { overlay } from '../../../src/oracle/places/overlay';
import { braces, fixedText, template } from '../../../src/oracle/processes/command';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { gitIn } from '../../support/git';
import { openOracle } from '../../support/oracle';
import { realRoot, writeTree } from '../../support/tree';

expectNoRunRoots();
const directory = freshDirectory();
const signal = new AbortController().signal;

describe('a revision', () => {
  const git = (...args: string[]) => gitIn(realRoot(directory), ...args);
  const at = (name: string) => join(realRoot(directory), name);
  const commit = (files: Readonly<Record<string, string>>) => {
    writeTree(realRoot(directory), files);
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '-m', 'x');
  };
  const repository = async () => (await repositoryOf(realRoot(directory), signal))!;
  const changes = async () => {
    const found = await repository();
    return found.changes(await found.named('HEAD'), at('test'));
  };
  const told = async () =>
    (await changes()).map(({ path, bytes, mode, link }) => [
      path,
      bytes && Buffer.from(bytes).toString(),
      mode === undefined ? undefined : (mode & 0o111) !== 0,
      link,
    ]);

  it('is none in a repository without a commit', async () => {
    git('init', '--quiet');
    const { revisions, before } = await repository();
    assert.deepEqual([await revisions(), await before()], [[], 0]);
  });

  it('has the permissions and links of its files, in the overlay too', async () => {
    writeTree(realRoot(directory), { run: 'echo old\n', a: 'A\n', b: 'B\n', test: '' });
    chmodSync(at('run'), 0o755);
    symlinkSync('a', at('link'));
    commit({});
    writeFileSync(at('run'), 'echo new\n');
    rmSync(at('link'));
    symlinkSync('b', at('link'));
    assert.deepEqual(await told(), [
      ['link', 'a', undefined, 'a'],
      ['run', 'echo old\n', true, undefined],
    ]);
    const command = {
      invocation: { line: template('./run && cat link', braces) },
      cwd: fixedText(realRoot(directory)),
    };
    const target = { fileName: 'test', file: at('test'), root: realRoot(directory), changes: await changes() };
    const moved = { ...command, cwd: { source: '', parts: [{ real: realRoot(directory) }] } };
    const oracle = await openOracle({ command: moved, ...target, placement: overlay });
    try {
      assert.equal((await oracle.observe(Buffer.from(''), 60_000, signal)).output.trim(), 'old\nA');
    } finally {
      oracle.dispose();
    }
  });

  it('has files whatever their names, and knows those that are new', async () => {
    const odd = ['line\nbreak', 'tab\t"quoted" é', ' space'];
    commit(Object.fromEntries(['z', ...odd].map((name) => [name, 'old\n'])));
    for (const name of [...odd, 'z', 'new\nfile']) writeFileSync(at(name), 'new\n');
    git('add', '--all');
    const found = new Map((await told()).map(([path, bytes]) => [path, bytes]));
    assert.deepEqual(
      found,
      new Map([...['z', ...odd].map((name) => [name, 'old\n'] as const), ['new\nfile', undefined]]),
    );
  });

  it('has what filters make of it, also if that is longer than what git keeps', async () => {
    git('init', '--quiet');
    git('config', 'filter.long.smudge', 'sed s/x/xxxxxxxx/');
    git('config', 'filter.long.clean', 'sed s/xxxxxxxx/x/');
    commit({
      '.gitattributes': '*.long filter=long\n*.crlf eol=crlf\n',
      'a.long': 'x\n',
      'b.crlf': 'one\r\ntwo\r\n',
      c: 'c\n',
    });
    for (const name of ['a.long', 'b.crlf', 'c']) writeFileSync(at(name), 'new\n');
    const texts = (await told()).map(([path, bytes]) => [path, bytes]);
    assert.deepEqual(texts, [
      ['a.long', 'xxxxxxxx\n'],
      ['b.crlf', 'one\r\ntwo\r\n'],
      ['c', 'c\n'],
    ]);
    const found = await repository();
    const head = await found.named('HEAD');
    assert.equal((await found.show(head, at('a.long')))?.toString(), 'xxxxxxxx\n');
    assert.equal(await found.show(head, at('nowhere')), undefined);
  });

  for (const required of ['true', 'false']) {
    it(`is not used if a filter fails (required: ${required})`, async () => {
      commit({ '.gitattributes': '*.big filter=gone\n', 'a.big': 'a\n', b: 'b\n' });
      git('config', 'filter.gone.smudge', 'no-such-program');
      git('config', 'filter.gone.required', required);
      git('config', 'filter.gone.clean', 'cat');
      for (const name of ['a.big', 'b']) writeFileSync(at(name), 'new\n');
      await assert.rejects(changes(), /^Error: a\.big could not be read at HEAD .*: .*repair its filter/);
      const found = await repository();
      await assert.rejects(found.show(await found.named('HEAD'), at('a.big')), /repair its filter/);
    });
  }

  it('is not used if it has only the pointer to a large file, or another state of a submodule', async () => {
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n';
    commit({ 'a.big': pointer, b: 'b\n' });
    writeFileSync(at('a.big'), 'abc');
    await assert.rejects(changes(), /a\.big could not be read at HEAD .*: fetch it with git/);
    writeFileSync(at('a.big'), pointer);
    const hash = git('rev-parse', 'HEAD');
    git('update-index', '--add', '--cacheinfo', `160000,${hash},module`);
    git('commit', '--quiet', '-m', 'module');
    await assert.rejects(changes(), /differs in a submodule or/);
  });
});
