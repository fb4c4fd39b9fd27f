/** What `whittle reduce` reads and writes, and what it refuses. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { languages } from '../../../src/syntax/languages';
import { commitRules, loops } from '../../../src/reduction/drive/loops';
import { optionNames } from '../../../src/reduction/searches/searchValue';
import { reducers } from '../../../src/reducers/registry';
import { strategies } from '../../../src/strategies/registry';
import { cli, whittle, workplace } from '../../support/cli';
import { seldom } from '../../support/seldom';

const { directory, at, write, read, reduce } = workplace();

describe('whittle reduce, files', () => {
  it('replaces an output that exists, whole', async () => {
    write('in.txt', 'a\nneedle\n');
    write('out.txt', 'something much longer than the result');
    assert.equal((await reduce('in.txt', '--test', 'grep -q needle {}', '--output', 'out.txt')).code, 0);
    assert.equal(read('out.txt'), 'needle\n');
    assert.deepEqual(readdirSync(directory.path).sort(), ['in.txt', 'out.txt']);
  });

  it('writes the result to standard output, and to no file, if that is the output', async () => {
    write('in.txt', 'a\nneedle\n');
    const run = await reduce('in.txt', '--test', 'grep -q needle {}', '-o', '-');
    assert.deepEqual([run.code, run.stdout, readdirSync(directory.path)], [0, 'needle\n', ['in.txt']]);
    const refused = await reduce('in.txt', '--test', 'grep -q needle {}', '-o', '-', '--json');
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /-o - writes one file to standard output, without --json: give the path/);
  });

  it('gives the candidate under its own name in the current directory if the command does not name it', async () => {
    write('in.txt', 'a\nneedle\n');
    assert.equal((await reduce(at('in.txt'), '--test', 'grep -q needle in.txt')).code, 0);
    assert.equal(read('in.reduced.txt'), 'needle\n');
  });

  it('finds relative files of a command that names the candidate', async () => {
    write('in.txt', 'a\nneedle\n');
    write('words', 'needle');
    mkdirSync(at('sub'));
    assert.equal((await whittle(['reduce', '../in.txt', '--test', 'grep -qf ../words {}'], at('sub'))).code, 0);
    assert.equal(read('in.reduced.txt'), 'needle\n');
  });

  it('keeps a byte order mark and CRLF', async () => {
    write('in.txt', '\ufeffone\r\ntwo\r\nthree\r\n');
    assert.equal((await reduce('in.txt', '--test', 'grep -q two {}')).code, 0);
    assert.equal(read('in.reduced.txt'), '\ufefftwo\r\n');
    write('in.js', '\ufeffconst a = 1;\r\nneedle("é😀");\r\nconst b = [1, 2];\r\n');
    assert.equal((await reduce('in.js', '--test', 'grep -q "needle(.é😀.)" {}')).code, 0);
    assert.equal(read('in.reduced.js'), '\ufeffneedle("é😀")\r\n');
  });

  it('reduces a binary file by what is a word in it, byte for byte', async () => {
    write('in.bin', Buffer.from([0xff, 0x00, 0x0a, 0x80, 0x4e, 0x45, 0xfe, 0x0a, 0x01, 0x0a]));
    assert.equal((await reduce('in.bin', '--test', 'grep -qa NE {}', '--search', 'hddr')).code, 0);
    assert.deepEqual(readFileSync(at('in.reduced.bin')), Buffer.from([0x4e, 0x45, 0xfe, 0x0a]));
  });

  it('says that the parser does not understand a file, and reduces it', async () => {
    write('in.json', '{"a": 1, "needle": [1, 2,, "b": {"c": 3}}');
    const run = await reduce('in.json', '--test', 'grep -q needle {}');
    assert.equal(run.code, 0);
    assert.match(
      run.stderr,
      /parser does not understand all of in\.json: candidates of which it understands less are skipped\./,
    );
    assert.ok(read('in.reduced.json').length < 20, read('in.reduced.json'));
  });

  it('reads a file without the grammar of its name if that does not understand it', async () => {
    write('site.conf', 'http {\n    server {\n        listen 80;\n        needle on;\n    }\n}\n');
    const run = await reduce('site.conf', '--test', 'grep -q needle {}');
    assert.match(run.stderr, /^site\.conf does not read as ini: reduced by its indentation, brackets and words\.$/m);
    assert.equal(read('site.reduced.conf').trim(), 'needle');
  });

  const refused: [string, () => string[], RegExp][] = [
    ['a missing input', () => ['none.js'], /^whittle: none\.js does not exist: give the path of an input\.\n$/],
    [
      'a directory as the input',
      () => ['.'],
      /^whittle: \. has no file that can be reduced: links, caches, the history and files that git ignores .*\.\n$/,
    ],
    [
      'an empty input',
      () => (write('empty.js', ''), ['empty.js']),
      /^whittle: empty\.js is empty: there is nothing to reduce\.\n$/,
    ],
    [
      'an output in a directory that is not there',
      () => (write('a', 'x'), ['a', '-o', 'no/b']),
      /\/no\/b cannot be written \(ENOENT\): make its directory \(mkdir -p .*\/no\), or choose another place \(--output\)\.\n$/,
    ],
    [
      'a directory as the output',
      () => (write('a', 'x'), mkdirSync(at('d')), ['a', '-o', 'd']),
      /d is a directory: move it away, or choose another place \(--output\)\.\n$/,
    ],
    [
      'a fifo as the output',
      () => (write('a', 'x'), execFileSync('mkfifo', [at('p')]), ['a', '-o', 'p']),
      /p is no regular file: move it away, or choose another place \(--output\)\.\n$/,
    ],
    [
      'a link to nothing as the output',
      () => (write('a', 'x'), symlinkSync('nowhere', at('l')), ['a', '-o', 'l']),
      /l is a link to nothing: remove it, or choose another place \(--output\)\.\n$/,
    ],
    [
      'an output whose name is too long',
      () => (write('a', 'x'), ['a', '-o', 'n'.repeat(256)]),
      /cannot be written \(ENAMETOOLONG\): give it a shorter name, or choose another place \(--output\)\.\n$/,
    ],
    [
      'a device as the input',
      () => ['/dev/zero'],
      /^whittle: \/dev\/zero is no regular file: give the path of a file\.\n$/,
    ],
    ['too many jobs', () => (write('a', 'x'), ['a', '-j', '257']), /give a whole number from 1 to 256/],
    [
      'the input as the output',
      () => (write('a', 'x'), ['a', '-o', './a']),
      /^whittle: The output would replace the input/,
    ],
    [
      'a link to the input as the output',
      () => (write('a', 'x'), symlinkSync('a', at('l')), ['a', '-o', 'l']),
      /would replace the input/,
    ],
    [
      'a hard link to the input',
      () => (write('a', 'x'), linkSync(at('a'), at('h')), ['a', '-o', 'h']),
      /would replace the input/,
    ],
    [
      'an unknown reducer',
      () => (write('a', 'x'), ['a', '--search', 'hddr:dd9']),
      /^whittle: There is no list reducer "dd9": choose one of cdd, /,
    ],
    [
      'a reducer that the search does not use',
      () => (write('a', 'x'), ['a', '--search', 'default:probdd']),
      /^whittle: The search default uses no list reducer: choose hddr:probdd, /,
    ],
    [
      'an option that the search does not use',
      () => (write('a', 'x'), ['a', '--search', 'default+p0=0.3']),
      /^whittle: The search default does not use the option p0: choose hddr:cdd, /,
    ],
    [
      'an unknown search',
      () => (write('a', 'x'), ['a', '--search', 'x']),
      /^whittle: There is no search "x": choose one of /,
    ],
    [
      'a number that is none',
      () => (write('a', 'x'), ['a', '--jobs', 'many']),
      /^whittle: The option "--jobs" is "many": give a whole number from 1 to 256/,
    ],
    ['an unknown option', () => (write('a', 'x'), ['a', '--fast']), /^whittle: There is no --fast\. Try:/],
  ];
  for (const [what, make, message] of refused) {
    it(`refuses ${what} in one sentence, with exit code 2`, async () => {
      const run = await reduce(...make(), '--test', 'grep -q x {}');
      assert.equal(run.code, 2, run.stderr);
      assert.match(run.stderr, message);
      assert.equal(run.stdout, '');
    });
  }

  it('gives the result the permissions of the input', async () => {
    write('in.txt', 'a\nneedle\n');
    chmodSync(at('in.txt'), 0o600);
    assert.equal((await reduce('in.txt', '--test', 'grep -q needle {}')).code, 0);
    assert.equal(statSync(at('in.reduced.txt')).mode & 0o777, 0o600);
  });

  seldom.it('needs nobody who reads what it says', async () => {
    write('in.txt', 'a\nneedle\n');
    const line = `'${process.execPath}' '${cli}' reduce in.txt --test 'grep -q needle {}' --json`;
    for (const reader of ['| head -c 1', '2>&1 > /dev/full', '>&- 2>&-']) {
      execFileSync('sh', ['-c', `${line} ${reader}`], { cwd: directory.path, stdio: 'ignore' });
      assert.equal(read('in.reduced.txt'), 'needle\n', reader);
      rmSync(at('in.reduced.txt'));
    }
  });

  it('lists searches, list reducers and options', async () => {
    const { code, stdout } = await whittle(['searches'], directory.path);
    assert.equal(code, 0);
    for (const { name, usesReducer } of strategies) {
      assert.match(stdout, new RegExp(`^  ${name}${usesReducer ? ':REDUCER' : ''} +[A-Z]`, 'm'));
    }
    for (const { name, source } of reducers) {
      assert.match(stdout, new RegExp(`^  ${name} +[A-Za-z]`, 'm'));
      assert.ok(stdout.includes(source), source);
    }
    for (const name of optionNames) assert.match(stdout, new RegExp(`^  ${name} +[A-Z].*\\.\n +Values: `, 'm'));
    for (const { name } of [...loops, ...commitRules]) assert.match(stdout, new RegExp(`^ +${name}: [A-Z]`, 'm'));
    assert.match(stdout, /^ {2}dd /m);
  });

  it('lists the languages with their endings, and says what becomes of other files', async () => {
    const { code, stdout } = await whittle(['languages'], directory.path);
    assert.equal(code, 0);
    assert.match(stdout, /^python +\.py \.pyi \.pyw\n/m);
    assert.match(stdout, /\nAny other file is reduced without a grammar\.\n$/);
    assert.equal(stdout.split('\n').length, languages.length + 3);
  });

  it('refuses a missing --test with exit code 2, and explains itself with 0', async () => {
    write('a', 'x');
    assert.equal((await reduce('a')).code, 2);
    const short = await whittle(['reduce', '--help'], directory.path);
    assert.equal(short.code, 0);
    assert.equal(short.stdout.match(/^ {2}-/gm)?.length, 11, short.stdout);
    assert.match(short.stdout, /whittle reduce --help all/);
    const help = await whittle(['reduce', '--help', 'all'], directory.path);
    assert.equal(help.code, 0);
    for (const word of ['--test', '--search', '--max-time', '130 interrupted', 'in-place']) {
      assert.ok(help.stdout.includes(word), word);
    }
    assert.ok(help.stdout.split('\n').length <= 140, help.stdout);
    assert.match((await whittle(['--version'], directory.path)).stdout, /^\d+\.\d+\.\d+\n$/);
  });
});
