/** A call of an agent: what is understood of its arguments. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callOf } from '../../../src/agents/calls';
import { reduceTool } from '../../../src/agents/tools';
import { freshDirectory } from '../../support/files';

describe('the command of a call', () => {
  const directory = freshDirectory();
  const commandOf = (file: string, command: string, cwd?: string) =>
    callOf(reduceTool, { file, command, cwd }, [directory.path]).given.command;

  beforeEach(() => {
    mkdirSync(join(directory.path, 'src'));
    writeFileSync(join(directory.path, 'src/in.js'), 'needle();');
  });

  it('has the candidate where it names the file, if it has no {}', () => {
    const whole = join(directory.path, 'src/in.js');
    for (const name of ['src/in.js', './src/in.js', `'${whole}'`, '"src/in.js"']) {
      assert.equal(commandOf('src/in.js', `node tool.js ${name} --fast`), 'node tool.js {} --fast');
    }
    assert.equal(commandOf('src/in.js', 'node tool.js < in.js', 'src'), 'node tool.js < {}');
    assert.equal(commandOf('src', 'node src/in.js src2/in.js'), 'node {}/in.js src2/in.js');
  });

  it('cannot be about the workspace itself, whose result would be outside', () => {
    assert.throws(
      () => commandOf('.', 'node src/in.js'),
      /is the workspace itself, .*: give a folder or a file in it\.$/,
    );
  });

  it('stays as it is otherwise', () => {
    for (const command of [
      'node {} src/in.js',
      './check.sh',
      'node tool.js other-src/in.js',
      'cat src/in.json',
      'npm run src/in.js',
    ]) {
      assert.equal(commandOf('src/in.js', command), command);
    }
  });
});
