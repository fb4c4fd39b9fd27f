/** `whittle dedupe`: many crash files of few bugs. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { whittle, workplace } from '../../support/cli';
import { everything } from '../../support/everything';
import { seldom } from '../../support/seldom';

const { directory, at, write, read } = workplace();

/** A program that fails on three kinds of statements, with a message each, and one of them with two. */
const check = String.raw`text=$(< "$1")
has() { [[ $text =~ ${'$'}{1//NAME/[A-Za-z_][A-Za-z_0-9]*} ]]; }
fail() { echo "Error: $1" >&2; exit 1; }
has 'while \(NAME--\) yield\(' && fail 'loop: unsupported'
has 'let (NAME) = (NAME);' && [ "$BASH_REMATCH" = "let ${'$'}{BASH_REMATCH[1]} = ${'$'}{BASH_REMATCH[1]};" ] && fail "shadowed name ${'$'}{BASH_REMATCH[1]}"
has 'switch \(typeof NAME\)' && fail 'cannot convert 12'
has 'new NAME\.NAME\(\.\.\.NAME\)' && fail 'spread of 7 is not iterable'
has 'NAME\?\.\[0\]\?\.NAME' && fail 'chain'
has 'label: for' && fail 'label'
exit 0
`;

const bugs = [
  (n: string) => `while (${n}--) yield(${n} + 1);`,
  (n: string) => `let ${n} = ${n};`,
  (n: string) => `switch (typeof ${n}) { case 1: break; }`,
  (n: string) => `new ${n}.make(...${n});`,
  (n: string) => `print(${n}?.[0]?.${n});`,
  (n: string) => `label: for (${n} = 0; ${n} < 3; ${n}++) { continue label; }`,
];

/** Pairs of other statements in a variant. */
const least = everything ? 6 : 1;

/** A variant: other names, other numbers, other statements around it, in another order. */
function variant(bug: number, number: number): string {
  const name = `${['alpha', 'beta', 'gamma', 'delta'][number % 4]}${number}`;
  const padding = Array.from({ length: least + (number % 5) }, (_, at) => {
    const other = `${['left', 'right', 'up'][(at + number) % 3]}${at}`;
    return [`function ${other}(a) { return a * ${number + at}; }`, `print(${other}(${at}), [${number}, ${at}]);`];
  }).flat();
  padding.splice((number * 5) % padding.length, 0, bugs[bug](name));
  return `${padding.join('\n')}\n`;
}

interface Told {
  readonly tests: number;
  readonly bugs: readonly { readonly files: readonly string[]; readonly text: string }[];
  readonly others: readonly object[];
}

describe('whittle dedupe', function () {
  this.timeout(600_000); // reduces many files

  const found = async (kinds: number, each: number) => {
    write('check.sh', check);
    mkdirSync(at('crashes'));
    for (let bug = 0; bug < kinds; bug++) {
      for (let number = 0; number < each; number++)
        write(`crashes/${bug}-${number}.js`, variant(bug, number + 3 * bug));
    }
    const test = ['--test', `bash ${at('check.sh')} {}`, '--same-failure'];
    const run = await whittle(['dedupe', 'crashes', ...test, '--json'], directory.path);
    return { run, told: JSON.parse(run.stdout) as Told, test };
  };

  it('puts the variants of a bug into one folder with its result, and says what does not fail', async () => {
    mkdirSync(at('crashes.bugs'));
    const { told, run, test } = await found(2, 2);
    assert.equal(run.code, 0, run.stderr);
    assert.deepEqual(
      told.bugs.map(({ files }) => files.map((path) => path.replace(/^.*(\d)-(\d)\.js$/, '$1')).sort()).sort(),
      [['0', '0'], ['1', '1']], // prettier-ignore
    );
    assert.deepEqual(readdirSync(at('crashes.bugs.1')).sort(), ['bug-1', 'bug-2']);
    assert.equal(readdirSync(at('crashes.bugs.1/bug-1')).length, 3);
    assert.equal(read('crashes.bugs.1/bug-1/reduced.js'), told.bugs[0].text);
    write('fine.js', 'print(1);\n');
    const table = await whittle(['dedupe', 'fine.js', 'crashes/0-0.js', ...test, '-o', 'out'], directory.path);
    assert.match(
      table.stdout,
      /^bug +files +tokens +how it fails\nbug-1 +1 +\d+ +exit code 1, and stderr matches .*loop/,
    );
    assert.match(table.stderr, /1\/2 fine\.js: The command succeeds on .*\n2\/2 0-0\.js: bug 1, \d+ tests\n/);
    const none = await whittle(['dedupe', 'fine.js', ...test], directory.path);
    assert.equal(none.code, 1);
  });

  it('tells bugs apart by their place in the program where the message is the same', async () => {
    write(
      'tool.js',
      `const text = require('fs').readFileSync(process.argv[2], 'utf8');
function fold() { throw new Error('index out of range'); }
function check() { throw new Error('index out of range'); }
if (/fold/.test(text)) fold();
if (/check/.test(text)) check();
`,
    );
    mkdirSync(at('crashes'));
    for (const [name, text] of [
      ['a', 'one fold two'],
      ['b', 'check'],
      ['c', 'three check four fold'],
      ['d', 'five check six seven'],
    ])
      write(`crashes/${name}.txt`, `${text}\n`);
    const test = ['--test', `node ${at('tool.js')} {}`, '--same-failure'];
    const { stdout } = await whittle(['dedupe', 'crashes', ...test, '--json'], directory.path);
    const groups = (JSON.parse(stdout) as Told).bugs.map(({ files }) =>
      files.map((path) => /(\w)\.txt/.exec(path)![1]).sort(),
    );
    assert.deepEqual(groups.sort(), [['a', 'c'], ['b', 'd']]); // prettier-ignore
  });

  seldom.it('groups 60 files of 6 bugs, none mixed, in at most half of the tests of single runs', async () => {
    const { told, run, test } = await found(6, 10);
    assert.equal(run.code, 0, run.stderr);
    assert.deepEqual(told.others, []);
    const groups = told.bugs.map(({ files }) => files.map((path) => /(\d)-\d\.js$/.exec(path)![1]));
    for (const group of groups) assert.equal(new Set(group).size, 1, 'mixed');
    assert.ok(groups.filter(({ length }) => length === 10).length >= 5, JSON.stringify(groups));
    let alone = 0;
    for (let bug = 0; bug < 6; bug++) {
      const single = await whittle(['reduce', `crashes/${bug}-0.js`, ...test], directory.path);
      alone += Number(/ · (\d+) tests · /.exec(single.stderr)![1]);
    }
    assert.ok(told.tests <= (10 * alone) / 2, `${told.tests} of ${10 * alone}`);
  });
});
