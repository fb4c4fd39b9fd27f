import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOf } from '../../../src/options/values';
import { cli, whittle } from '../../support/cli';
import { freshDirectory } from '../../support/files';

describe('completion and manual', () => {
  const directory = freshDirectory();
  const printed = async (...args: string[]) => (await whittle(args, directory.path)).stdout;

  it('bash completes commands, flags and their words', async () => {
    const script = join(directory.path, 'whittle.bash');
    writeFileSync(script, await printed('completion', 'bash'));
    const complete = (...words: string[]) => {
      const line = `whittle() { ${process.execPath} ${cli} "$@"; }; source ${script}; COMP_WORDS=(whittle ${words.join(' ')}); COMP_CWORD=${words.length}; _whittle; echo "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['-c', line], { encoding: 'utf8' }).trim().split(' ');
    };
    assert.deepEqual(complete('red'), ['reduce']);
    assert.deepEqual(complete('reduce', '--same'), ['--same-failure']);
    assert.deepEqual(complete('reduce', '--place', 'o'), ['overlay']);
    assert.deepEqual(complete('test', 'a.test.js', '--runn'), ['--runner']);
  });

  for (const shell of ['zsh', 'fish']) {
    it(`${shell} reads what it completes, and asks for the words`, async function () {
      const script = await printed('completion', shell);
      assert.match(script, /whittle completion words -- /);
      if (spawnSync(shell, ['--version']).error) this.skip();
      const path = join(directory.path, `whittle.${shell}`);
      writeFileSync(path, script);
      execFileSync(shell, ['-n', path]);
    });
  }

  it('has all flags of a command with their descriptions, and no word where a path may stand', async () => {
    const told = await printed('completion', 'words', '--', 'whittle', 'reduce', '-');
    assert.equal(told.trimEnd().split('\n').length, rowsOf('reduce').length);
    assert.match(told, /^--journal\tSave the progress in this file; a run that was interrupted continues from there$/m);
    assert.equal(await printed('completion', 'words', '--', 'whittle', 'reduce', ''), '');
    assert.match(await printed('completion', 'words', '--', 'whittle', 're'), /^reduce\tRemove .*\nrepro\tMake /);
  });

  it('refuses another shell in one sentence', async () => {
    const { code, stderr } = await whittle(['completion', 'tcsh'], directory.path);
    assert.equal(code, 2);
    assert.match(stderr, /^whittle: There is no completion for tcsh: choose bash, zsh, fish\.\n$/);
  });

  it('the manual has each command and each of its options', async () => {
    const page = await printed('man');
    for (const word of ['.TH WHITTLE 1', 'whittle reduce', '\\-\\-same\\-failure', '\\-\\-max\\-time', 'EXIT STATUS']) {
      assert.ok(page.includes(word), word);
    }
    assert.ok(!/^['.](?![A-Z]{2}\b|nf\b|fi\b)/m.test(page), 'no line of text is taken for a request');
  });
});
