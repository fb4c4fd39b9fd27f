/** `whittle compare` as users run it. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { usualContenders } from '../../../src/reduction/comparison/contenders';
import type { Row } from '../../../src/reduction/events/events';
import { samples } from '../../support/samples';
import { eventsOf, whittle, whittleProcess, workplace } from '../../support/cli';
import { seldom } from '../../support/seldom';

const { directory, at, write, read } = workplace();

type Sampled = Row & { readonly file: string; readonly round: number };

const compare = (...args: string[]) => whittle(['compare', ...args], directory.path);
const test = ['--test', 'grep -q x.push {}'];

/** Cells of the table on stdout. */
const rowsOf = (stdout: string) =>
  stdout
    .split('\n\n')[0]
    .split('\n')
    .map((line) => line.split(/ {2,}/));

describe('whittle compare', () => {
  beforeEach(() => write('a.js', samples.javascript.text));

  seldom.it('prints a row for each, and the best; the input stays and nothing is written beside it', async () => {
    const run = await compare('a.js', ...test, '--searches', 'hddr:cdd,hddr:ddmin,treewide');
    assert.equal(run.code, 0, run.stderr);
    const [heading, ...rows] = rowsOf(run.stdout);
    assert.deepEqual(heading, ['Search', 'Tokens', 'Bytes', 'Tests', 'Oracle', 'Time', 'Tokens/s', 'End']);
    assert.deepEqual(
      rows.map(([name, tokens, , , , , , end]) => [name, Number(tokens) < 12, end]),
      ['hddr:cdd', 'hddr:ddmin', 'treewide'].map((name) => [name, true, 'Done (result verified)']),
    );
    assert.match(run.stdout, /\nBest: (hddr:cdd|hddr:ddmin|treewide), \d+ → \d+ tokens in \d+ tests\.\n$/);
    assert.match(run.stderr, /^a\.js: \d+ tokens, javascript/);
    assert.equal(run.stderr.match(/The test shows the bug/g)?.length, 1, run.stderr);
    assert.deepEqual(readdirSync(directory.path), ['a.js']);
    assert.equal(read('a.js'), samples.javascript.text);
  });

  it('compares the usual ones with the same budget, and writes table and picture', async () => {
    const run = await compare('a.js', ...test, '--max-tests', '12', '-o', 'report.md', '--plot', 'sizes.svg');
    assert.equal(run.code, 0, run.stderr);
    const rows = rowsOf(run.stdout).slice(1);
    assert.deepEqual(
      rows.map(([, , , tests, , , , end]) => [tests, end]),
      usualContenders.map(() => ['7', 'Stopped: test limit reached (result verified)']),
    );
    const report = read('report.md');
    assert.equal(report.match(/^\| /gm)?.length, usualContenders.length + 2);
    assert.equal(report.match(/^\| \*\*/gm)?.length, 1, 'one is the best');
    const picture = read('sizes.svg');
    assert.equal(picture.match(/<path class="line /g)?.length, 2 * usualContenders.length);
    assert.ok(picture.includes('>perses:cdd<'));
  });

  it('ends each search at so many tokens', async () => {
    const run = await compare('a.js', ...test, '--searches', 'hddr:cdd,hddr:ddmin', '--target-size', '30');
    assert.equal(run.code, 0, run.stderr);
    const rows = rowsOf(run.stdout).slice(1);
    assert.deepEqual(
      rows.map(([, tokens, , , , , , end]) => [Number(tokens) <= 30, end]),
      [0, 1].map(() => [true, 'Stopped: target size reached (result verified)']),
    );
  });

  it('tells each event with its contender', async () => {
    const run = await compare('a.js', ...test, '--searches', 'hddr:ddmin,hddr:cdd', '--json');
    const events = eventsOf(run) as (ReturnType<typeof eventsOf>[number] & { contender?: string })[];
    const rows = events.flatMap((event) => (event.event === 'compared' ? [event.row] : []));
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['hddr:ddmin', 'hddr:cdd'],
    );
    for (const { name, tests } of rows) {
      const ofThis = events.filter((event) => event.contender === name);
      assert.equal(ofThis.filter((event) => event.event === 'candidate' && !event.cached).length, tests);
    }
    assert.ok(events.every(({ contender }) => contender !== undefined));
  });

  it('passes options of reducers on', async () => {
    const tests = async (...options: string[]) => {
      const events = eventsOf(await compare('a.js', ...test, '--json', ...options));
      return events.flatMap((event) => (event.event === 'compared' ? [event.row.tests] : []))[0];
    };
    assert.notEqual(
      await tests('--searches', 'hddr:ddmin+order=subsets-first'),
      await tests('--searches', 'hddr:ddmin'),
    );
  });

  seldom.it('compares on several files, in rounds: tables of each, and all as Markdown, JSON and CSV', async () => {
    write('b, c.js', samples.javascript.text);
    const outputs = ['-o', 'r.md', '-o', 'r.json', '-o', 'r.csv'];
    const searches = ['--searches', 'hddr,treewide', '--vary', 'reducer=ddmin', '--rounds', '2'];
    const run = await compare('a.js', 'b, c.js', ...test, ...searches, ...outputs);
    assert.equal(run.code, 0, run.stderr);
    const titles = ['a.js', 'b, c.js'].flatMap((file) => [1, 2].map((round) => `# ${file}, round ${round} of 2`));
    assert.deepEqual(run.stdout.match(/^# .*$/gm), titles);
    const { rows } = JSON.parse(read('r.json')) as { rows: Sampled[] };
    assert.equal(rows.length, 8);
    assert.deepEqual(new Set(rows.map(({ file, round }) => `${file} ${round}`)).size, 4);
    const csv = read('r.csv').split('\r\n');
    assert.equal(csv.length, 10);
    assert.match(csv[8], /^"b, c\.js",2,treewide,done,true,\d+,/);
    assert.equal(csv[0].split(',').length, csv[1].split(',').length);
    assert.equal(read('r.md').match(/^# /gm)?.length, 4);
  });

  it('tells files with the same name apart', async () => {
    mkdirSync(at('one'));
    write('one/a.js', samples.javascript.text);
    const outputs = ['-o', 'r.json', '-o', 'r.md'];
    const run = await compare('a.js', 'one/a.js', ...test, '--searches', 'hddr:cdd', ...outputs);
    assert.equal(run.code, 0, run.stderr);
    const { rows } = JSON.parse(read('r.json')) as { rows: Sampled[] };
    assert.deepEqual(
      rows.map(({ file }) => file),
      ['a.js', 'one/a.js'],
    );
    assert.deepEqual(read('r.md').match(/^# .*$/gm), ['# a.js: ways to reduce it', '# one/a.js: ways to reduce it']);
  });

  seldom.it('varies an option of those that know it', async () => {
    const run = await compare(
      'a.js',
      ...test,
      '--searches',
      'hddr:probdd,hddr:ddmin,hddr:cdd+p0=0.3',
      '--vary',
      'p0=0.01,auto',
    );
    assert.deepEqual(
      rowsOf(run.stdout)
        .slice(1)
        .map(([name]) => name),
      ['hddr:probdd+p0=0.01', 'hddr:probdd+p0=auto', 'hddr:ddmin', 'hddr:cdd+p0=0.01', 'hddr:cdd+p0=auto'],
    );
  });

  it('goes on with other files if the property does not hold on one', async () => {
    write('b.js', 'nothing\n');
    const run = await compare('b.js', 'a.js', ...test, '--searches', 'hddr:cdd');
    assert.equal(run.code, 1);
    assert.match(run.stderr, /not in the expected way|does not show the bug/);
    assert.deepEqual(run.stdout.match(/^# .*$/gm), ['# a.js']);
  });

  seldom.it('ends at Ctrl-C with the rows that are there', async () => {
    const args = [
      'compare',
      'a.js',
      '--test',
      'sleep 0.05; grep -q x.push {}',
      '--searches',
      'hddr:cdd,hddr:ddmin',
      '-o',
      'r.md',
    ];
    const run = await whittleProcess(args, directory.path, /^hddr:cdd .*\n/m);
    assert.equal(run.code, 130, run.stderr);
    const rows = rowsOf(run.stdout).slice(1);
    assert.match(rows[0].join(' '), /^hddr:cdd .* Done \(result verified\)/);
    assert.ok(read('r.md').includes('hddr:cdd'));
  });

  const wrong: [string, string[], RegExp, number][] = [
    ['a search that is none', ['--searches', 'best'], /no search "best": choose one of/, 2],
    ['a reducer that is none', ['--searches', 'hddr:best'], /no list reducer "best": choose one of/, 2],
    [
      'a reducer that a search does not use',
      ['--searches', 'default:cdd'],
      /default uses no list reducer: choose hddr:cdd/,
      2,
    ],
    ['an option that is none', ['--vary', 'p9=1,2'], /no option "p9": choose one of/, 2],
    ['a value that cannot be', ['--searches', 'hddr:cdd+p0=7'], /p0 must be a number above 0 and below 1, or auto/, 2],
    ['one picture of two rounds', ['--rounds', '2', '--plot', 'x'], /One picture shows one comparison/, 2],
    ['a picture in the place of the input', ['--plot', 'a.js'], /would replace the input/, 2],
    ['a picture in the place of the report', ['--plot', 'x', '-o', 'x'], /would replace the report/, 2],
  ];
  for (const [what, args, message, code] of wrong) {
    it(`refuses ${what}`, async () => {
      const run = await compare('a.js', ...test, ...args);
      assert.deepEqual([run.code, run.stdout], [code, '']);
      assert.match(run.stderr, message);
      assert.ok(!existsSync(at('x')));
    });
  }

  it('says once that the property does not hold', async () => {
    const run = await compare('a.js', '--test', 'false {}', '--searches', 'hddr:cdd,hddr:ddmin', '-o', 'r.md');
    assert.deepEqual([run.code, run.stdout], [1, '']);
    assert.equal(run.stderr.match(/not in the expected way|does not show the bug/g)?.length, 1, run.stderr);
    assert.ok(!existsSync(at('r.md')));
  });
});
