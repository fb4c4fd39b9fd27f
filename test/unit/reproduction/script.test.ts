/** The scripts of exported folders, for both kinds of systems, and the lines that they run. */
import assert from 'node:assert/strict';
import { braces, fixedText, template, userPath, type OracleCommand } from '../../../src/oracle/processes/command';
import { reproductionCommands, scriptFor } from '../../../src/reproduction/command';

function commandOf(command: OracleCommand, subject: Parameters<typeof reproductionCommands>[1]) {
  return reproductionCommands({ kind: 'command', commands: [{ command }] }, subject, [])[0];
}

function textFor(language: 'sh' | 'cmd', ...given: Parameters<typeof scriptFor>): string {
  return Buffer.from(scriptFor(given[0], given[1], language).bytes).toString();
}

const tested = { line: 'node test.js', env: { MODE: "it's" }, cwd: 'packages/a' };

describe('the script of a reproduction', () => {
  it('ends with the status of its command', () => {
    const text = `#!/bin/sh\ncd "$(dirname "$0")" || exit\n[ -d node_modules ] || npm ci || exit\nexport MODE='it'\\''s'\ncd packages/a || exit\nnode test.js\n`;
    assert.equal(textFor('sh', [tested], 'npm ci'), text);
  });

  it('runs all of several commands', () => {
    const text = textFor('sh', [{ line: 'make' }, { line: './a.out' }], undefined);
    assert.ok(text.endsWith('\nstatus=0\n(\nmake\n) || status=$?\n(\n./a.out\n) || status=$?\nexit $status\n'), text);
  });

  it('is a batch file on Windows', () => {
    const lines = [
      '@echo off',
      'cd /d "%~dp0"',
      'setlocal',
      'set "MODE=it\'s"',
      'cd /d "packages\\a"',
      'call node test.js',
    ];
    assert.equal(textFor('cmd', [tested], undefined), [...lines, 'exit /b %errorlevel%', ''].join('\r\n'));
    const hard = { line: 'node süd.js', env: { RATE: '5%' } };
    const text = textFor('cmd', [hard], undefined);
    assert.match(text, /^@echo off\r\nchcp 65001 > nul\r\n/, 'else its bytes would be read as another code page');
    assert.match(text, /^set "RATE=5%%"\r$/m);
  });
});

describe('the command of a reproduction', () => {
  const subject = { base: '/home/me/project' };
  const line = (text: string) => ({ line: template(text, braces) });

  it('has the folder in the place of the candidate', () => {
    const command = { invocation: line('node {}/main.js "{}"'), cwd: userPath('/home/me') };
    assert.deepEqual(commandOf(command, subject), {
      line: 'node ./main.js "."',
      from: '/home/me',
      rule: undefined,
    });
  });

  it('names the file, or has it on its standard input', () => {
    const file = { ...subject, file: 'my crash.js' };
    const command = { invocation: line('node {}'), cwd: userPath('/home/me/project') };
    assert.equal(commandOf(command, file).line, "node './my crash.js'");
    const piped = { invocation: line('node -'), cwd: userPath('/home/me/project'), stdin: true };
    assert.equal(commandOf(piped, file).line, "(node -) < './my crash.js'");
  });

  it('runs in a directory below, with the paths of the project relative', () => {
    const program = userPath('/home/me/project/bin/check');
    const cwd = { source: '', parts: [{ slot: 'directory' as const }, '/packages/a'] };
    const command = { invocation: { program, args: [fixedText('a b')] }, cwd };
    const { line, cwd: place, from } = commandOf(command, subject);
    assert.deepEqual([line, place, from], ["./bin/check 'a b'", 'packages/a', '/home/me/project/packages/a']);
  });

  it('is none for a function', () => {
    const property = { invocation: { named: 'crash' }, cwd: fixedText('.') };
    assert.throws(() => commandOf(property, subject), /Only the commands of this machine/);
  });
});
