import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import {
  braces,
  commandFor,
  described,
  fixedText,
  namesCandidate,
  template,
  userPath,
  type OracleCommand,
  type Paths,
} from '../../../src/oracle/processes/command';

const shell = (line: string): OracleCommand => ({
  invocation: { line: template(line, braces) },
  cwd: fixedText('/work dir'),
});

const alone = (file: string, directory: string): Paths => ({
  file,
  directory,
  relative: file,
  relativeDirectory: directory,
  alone: true,
  moved: (path) => path,
});

describe('commands', function () {
  this.timeout(180_000); // starts shells

  it('give a shell the path as one word, at any position and with any characters', () => {
    const paths = fc.string({ minLength: 1, unit: 'binary-ascii' }).filter((path) => !path.includes('\0'));
    const lines = fc.constantFrom(
      `printf %s {}`,
      `printf %s "{}"`,
      `printf %s '{}'`,
      `printf %s "$(printf %s {})"`,
      `printf %s "$(printf %s "{}")"`,
      'x="it\'s `printf %s a`"; (printf %s {})',
      `: 'it'\\''s' "\\"" $(printf %s "(") ; printf %s {}`,
    );
    fc.assert(
      fc.property(paths, lines, (path, line) => {
        const { words } = commandFor(shell(line), alone(path, '/'));
        const printed = execFileSync(words[0], words.slice(1), { encoding: 'utf8' });
        // A command substitution drops line ends at its end.
        assert.equal(printed, line.includes('"$(printf %s') ? path.replace(/\n+$/, '') : path, line);
      }),
      { numRuns: 60 },
    );
  });

  it('give a program the path unchanged', () => {
    const slots = { '${file}': 'file', '${fileDirname}': 'directory' } as const;
    const command: OracleCommand = {
      invocation: { program: fixedText('prog'), args: [template('--in=${file}', slots), fixedText('$HOME')] },
      cwd: template('${fileDirname}', slots),
      env: { WHERE: template('${fileDirname}/x', slots) },
    };
    assert.deepEqual(commandFor(command, alone('/a b/c', '/a b')), {
      words: ['prog', '--in=/a b/c', '$HOME'],
      cwd: '/a b',
      env: { WHERE: '/a b/x' },
    });
    assert.equal(described(command), 'prog --in=${file} $HOME');
  });

  it("run in the candidate's directory if they do not name it, else in their own", () => {
    const paths = alone('/run/1/a.c', '/run/1');
    assert.equal(namesCandidate(shell('make')), false);
    assert.equal(commandFor(shell('make'), paths).cwd, '/run/1');
    assert.equal(commandFor(shell('cc {}'), paths).cwd, '/work dir');
    const byEnvironment = { ...shell('make'), env: { INPUT: template('{}', braces) } };
    assert.equal(commandFor(byEnvironment, paths).cwd, '/work dir');
  });

  it('run in the counterpart of their directory if the candidate has neighbours, and get the counterparts of paths', () => {
    const paths: Paths = {
      ...alone('/copy/src/a.c', '/copy/src'),
      relative: 'src/a.c',
      alone: false,
      moved: (path) => path.replace('/work dir', '/co py'),
    };
    const marks = { '${root}': { real: '/work dir' }, '${relativeFile}': 'relative' } as const;
    const line = template('make "${root}/x" ${root}/y ${relativeFile}', marks);
    const command: OracleCommand = { invocation: { line }, cwd: userPath('/work dir') };
    assert.deepEqual(commandFor(command, paths), {
      words: ['/bin/sh', '-c', `make "/co py/x" '/co py'/y 'src/a.c'`],
      cwd: '/co py',
      env: {},
    });
    assert.equal(namesCandidate({ ...command, invocation: { line: template('make ${root}', marks) } }), false);
    assert.equal(commandFor({ ...shell('make'), cwd: userPath('/work dir') }, paths).cwd, '/co py');
  });
});
