/** Arguments of a reproduction's command: cut, left out, and with real processes. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shortestLine, wordsOf } from '../../../src/reproduction/command';
import { exportReproduction } from '../../../src/reproduction/exportReproduction';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { seldom } from '../../support/seldom';

const files = new Set(['a.c']);
const free = (line: string) => wordsOf(line, files).flatMap((word) => (word.free ? [word.text] : []));

/** The shortest line with the property, and how often it was asked for. */
async function shortest(line: string, fails: (line: string) => boolean) {
  let tests = 0;
  const test = (candidate: string) => {
    tests++;
    return Promise.resolve(fails(candidate));
  };
  const best = await shortestLine(wordsOf(line, files), test, new AbortController().signal);
  return { best, tests };
}

describe('arguments of a command', () => {
  const folder = freshDirectory();
  expectNoRunRoots();

  it('are no programs, variables, files, directories to go to, dry runs, and no part of a filter', () => {
    assert.deepEqual(free('A=b /usr/bin/gcc -O2 a.c ./b.c --dry-run 2>&1 | grep -q "x y" || true'), ['-O2']);
    assert.deepEqual(free('cd sub && C=d make install PREFIX=out -n'), ['install']);
    assert.deepEqual(free(`mocha -g 'a | b' a.c`), ['-g', `'a | b'`]);
    assert.deepEqual(free('gcc a.c'), []);
  });

  for (const word of [
    "'a",
    '"b',
    '"$b"',
    '>out',
    '$HOME',
    '/etc/x',
    '-I/usr',
    '-o=/x',
    "'/x'",
    '../x',
    '~/x',
    'a;b',
    '*.c',
    '&',
    'a||b',
  ]) {
    it(`are not cut where there is ${word}`, () => {
      assert.throws(() => wordsOf(`gcc ${word}`, new Set()), /or keep all arguments/);
    });
  }

  it('go all at once, or an option with its value, or each alone', async () => {
    assert.deepEqual(await shortest('p -a -b c', () => true), { best: 'p', tests: 1 });
    assert.deepEqual(await shortest('p a.c', () => true), { best: 'p a.c', tests: 0 });
    const needs = (line: string) => /^p( -x 1)?( -y 2)?( -k)$/.test(line);
    assert.equal((await shortest('p -x 1 -y 2 -k', needs)).best, 'p -k');
    assert.equal((await shortest('p -x a b c d', (line) => /^p .*\bc\b/.test(line))).best, 'p c');
  });

  it('are 1-minimal', async () => {
    const names = [...'abcdefghijklm'].map((name) => `-${name}`);
    const fails = (line: string) => /-c .*-j .*-k/.test(line) || /-c .*-m/.test(line);
    const { best, tests } = await shortest(`p ${names.join(' ')}`, fails);
    assert.ok(fails(best));
    const left = best.split(' ').slice(1);
    for (const gone of left) assert.ok(!fails(`p ${left.filter((name) => name !== gone).join(' ')}`), gone);
    assert.ok(tests < 40, `${tests}`);
  });

  seldom.it('of ten flags two are left, in the script and in the README', async () => {
    const project = join(folder.path, 'project');
    mkdirSync(project);
    const text = `if (['-c', '-h'].every((flag) => process.argv.includes(flag))) throw new Error('boom');
if (process.argv.includes('-c')) throw new Error('of another kind');\n`;
    const line = 'node main.js -a -b -c -d -e -f -g -h -i -j';
    const rule = { exit: { codes: [1] } };
    const to = join(folder.path, 'project.repro');
    const content = { files: [{ path: 'main.js', bytes: Buffer.from(text) }] };
    const options = { content, base: project, commands: [{ line, from: project, rule }], output: '', to };
    const { ran } = await exportReproduction({ ...options, reduceArgs: true }, new AbortController().signal);
    assert.equal(ran, 'as-before');
    for (const name of ['repro.sh', 'README.md']) {
      assert.match(readFileSync(join(to, name), 'utf8'), /^node main\.js -c -h$/m);
    }
  });
});
