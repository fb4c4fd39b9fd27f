/** The input of a command that failed. */
import '../../../support/fakeEditor';
import assert from 'node:assert/strict';
import { inputOf } from '../../../../src/vscode/terminal/failedCommands';

const files = ['crash.js', 'build.js', 'src/in put.c', "it's.txt", 'config.json'];
const found = (line: string, output = '') => inputOf(line, output, (path) => files.includes(path));
const commandOf = (line: string, output?: string) => found(line, output)?.command;

describe('the input of a command line', () => {
  it('is the file that it names, whatever the quotes', () => {
    assert.deepEqual(found('node crash.js'), { path: 'crash.js', command: 'node ${file}' });
    assert.equal(commandOf('gcc -c "src/in put.c" -o x'), 'gcc -c ${file} -o x');
    assert.equal(commandOf('gcc -c src/in\\ put.c'), 'gcc -c ${file}');
    assert.equal(commandOf("cat 'it'\\''s.txt' | check"), 'cat ${file} | check');
    assert.equal(commandOf('check --input=crash.js --all'), 'check --input=${file} --all');
    assert.equal(
      commandOf('cd . && NODE_ENV=test check crash.js < config.json', 'crash.js:3'),
      'cd . && NODE_ENV=test check ${file} < config.json',
    );
  });

  it('is the one that the output names, else the last one', () => {
    assert.equal(commandOf('node build.js crash.js'), 'node build.js ${file}');
    assert.equal(commandOf('check crash.js config.json', 'crash.js:3 is wrong'), 'check ${file} config.json');
    assert.equal(commandOf('diff crash.js crash.js'), 'diff ${file} ${file}');
  });

  it('is no script that works on another file, even if a trace names it', () => {
    const trace = '/home/me/build.js:1\nError: crash.js is wrong\n at build.js:1';
    assert.equal(commandOf('node build.js crash.js', trace), 'node build.js ${file}');
    assert.equal(
      commandOf('cd x && /usr/bin/python3 -u build.js config.json', trace),
      'cd x && /usr/bin/python3 -u build.js ${file}',
    );
    assert.equal(
      commandOf('node --enable-source-maps build.js --all', trace),
      'node --enable-source-maps ${file} --all',
    );
  });

  it('is no program, and nothing that only the shell knows', () => {
    assert.equal(found('crash.js --all'), undefined);
    assert.equal(found('npm test'), undefined);
    assert.equal(found('node *.js; node $FILE'), undefined);
    assert.equal(found('node ${FILE} crash.js'), undefined);
    assert.equal(found('find . -exec node {} crash.js'), undefined);
    assert.equal(found(''), undefined);
  });
});
