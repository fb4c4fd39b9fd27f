/** `whittle reduce` of a directory and of several files: the built program, real files, real commands. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { eventsOf, finishedOf, workplace } from '../../support/cli';
import { seldom } from '../../support/seldom';

const { directory, at, write, read, reduce } = workplace();

const inputs = {
  'main.js':
    "const { parse } = require('./lib/parse');\nconst { log } = require('./lib/log');\nlog('start');\nparse('a,,b');\n",
  'lib/parse.js':
    "const { log } = require('./log');\nexports.parse = (text) => {\n  log(text);\n  if (/,,/.test(text)) throw new TypeError('empty part');\n  return text.split(',');\n};\n",
  'lib/log.js': 'exports.log = (message) => process.env.VERBOSE && console.log(message);\n',
  'notes.md': 'Nothing that matters.\n',
};

/** A program that throws, and things that are no part of it. */
function writeProject(): void {
  for (const name of ['project/lib', 'project/node_modules/x', 'project/empty'])
    mkdirSync(at(name), { recursive: true });
  for (const [name, text] of Object.entries(inputs)) write(`project/${name}`, text);
  write('project/node_modules/x/index.js', '');
  write('project/.hidden', '');
  symlinkSync('main.js', at('project/link.js'));
}

const throws = ['--test', 'node {}/main.js', '--match', 'empty part'];

function filesIn(name: string): string[] {
  const found = readdirSync(at(name), { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(at(name).length + 1))
    .sort();
}

describe('whittle reduce DIRECTORY', () => {
  seldom.it('reduces a program of several files that must still throw', async () => {
    writeProject();
    chmodSync(at('project/main.js'), 0o755);
    const run = await reduce('project', ...throws, '--search', 'treewide');
    assert.equal(run.code, 0, run.stderr);
    assert.equal(run.stdout, `${at('project.reduced')}\n`);
    assert.deepEqual(filesIn('project.reduced'), ['lib/parse.js', 'main.js']);
    assert.ok(read('project.reduced/main.js').length < inputs['main.js'].length / 2);
    assert.ok(read('project.reduced/lib/parse.js').includes('empty part'));
    assert.equal(statSync(at('project.reduced/main.js')).mode & 0o777, 0o755);
    assert.match(run.stderr, /Left out: link\.js \(/);
    assert.match(run.stderr, /2 of 5 files · \d+ → \d+ tokens · .* verified/);
    for (const [name, text] of Object.entries(inputs)) assert.equal(read(`project/${name}`), text);
    assert.deepEqual(readdirSync(directory.path).sort(), ['project', 'project.reduced']);
  });

  it('ends with the same files for one and for four jobs, and tells which file changed', async () => {
    writeProject();
    const grep = ['--test', 'grep -rq needle . && grep -rq thread .', '--json'];
    write('project/one.txt', 'a (b needle c) d\n');
    write('project/two.txt', 'e\nf thread\ng\n');
    const runs = [
      await reduce('project', ...grep, '-o', 'r1'),
      await reduce('project', ...grep, '-o', 'r4', '-j', '4'),
    ];
    for (const [name, word] of [
      ['one.txt', 'needle'],
      ['two.txt', 'thread'],
    ]) {
      assert.deepEqual([read(`r1/${name}`).trim(), read(`r4/${name}`)], [word, read(`r1/${name}`)]);
    }
    assert.deepEqual(
      [filesIn('r1'), filesIn('r4')],
      [
        ['one.txt', 'two.txt'],
        ['one.txt', 'two.txt'],
      ],
    );
    for (const run of runs) {
      assert.deepEqual(finishedOf(run).files, { before: 7, after: 2 });
      assert.equal(finishedOf(run).confirmed, true);
    }
    const events = eventsOf(runs[0]);
    const [started] = events;
    assert.ok(started.event === 'started' && started.files?.length === 7 && started.file === 'project');
    assert.equal(started.files.find(({ file }) => file === 'lib/parse.js')?.language, 'javascript');
    const accepted = events.flatMap((event) => (event.event === 'accepted' && 'changes' in event ? [event] : []));
    const gone = accepted.flatMap(({ changes }) => changes.filter((one) => one.gone).map((one) => one.file));
    assert.deepEqual([...gone].sort(), ['.hidden', 'lib/log.js', 'lib/parse.js', 'main.js', 'notes.md']);
    assert.ok(accepted.some(({ changes }) => changes.some((one) => one.file === 'two.txt' && !one.gone)));
    assert.equal(accepted.at(-1)!.files, 2);
    assert.equal(accepted.at(-1)!.tokens, finishedOf(runs[0]).tokens.after);
  });

  seldom.it('goes on from its journal, and ends with the same files and tests', async () => {
    writeProject();
    write('project/picture', Buffer.from([0x89, 0, 0xff]));
    const quick = ['--test', "grep -q parse {}/main.js && grep -q 'empty part' {}/lib/parse.js"];
    const how = [...quick, '--search', 'treewide', '--json'];
    const plain = finishedOf(await reduce('project', ...how, '-o', 'plain'));
    const args = ['project', ...how, '-o', 'again', '--journal', 'j'];
    let spent = 0;
    for (const tests of [5, 9, 13]) {
      const part = finishedOf(await reduce(...args, '--max-tests', `${tests}`));
      assert.equal(part.ending, 'tests');
      assert.ok(part.search.tests > spent && part.search.tests < tests, `${spent} < ${part.search.tests} < ${tests}`);
      spent = part.search.tests;
      rmSync(at('again'), { recursive: true });
    }
    const run = await reduce(...args);
    const end = finishedOf(run);
    assert.ok(end.search.tests > spent);
    assert.deepEqual([end.search, end.tokens, end.files], [plain.search, plain.tokens, plain.files]);
    for (const name of filesIn('plain')) assert.equal(read(`again/${name}`), read(`plain/${name}`));
    const resumed = eventsOf(run).find(({ event }) => event === 'accepted');
    assert.ok(resumed?.event === 'accepted' && 'changes' in resumed && resumed.changes.length > 0);
    rmSync(at('again'), { recursive: true });
    write('project/main.js', `${inputs['main.js']}\n`);
    assert.match((await reduce(...args)).stderr, /belongs to another input/);
  });

  it('leaves a binary file as it is, or without it; other encodings and marks stay', async () => {
    mkdirSync(at('in'));
    const bytes = Buffer.from([0x89, 0x50, 0, 0xff, 10, 0x61, 10]);
    write('in/picture', bytes);
    write('in/other', bytes);
    write('in/latin', Buffer.from('b\xe4r\nrest\n', 'latin1'));
    write('in/marked', '\ufeffx\nneedle\n');
    const run = await reduce(
      'in',
      '--test',
      'test -e {}/picture && grep -q needle {}/marked && LC_ALL=C grep -aq "b.r" {}/latin',
    );
    assert.equal(run.code, 0, run.stderr);
    assert.deepEqual(filesIn('in.reduced'), ['latin', 'marked', 'picture']);
    assert.deepEqual(readFileSync(at('in.reduced/picture')), bytes);
    assert.deepEqual(readFileSync(at('in.reduced/latin')), Buffer.from('b\xe4r\n', 'latin1'));
    assert.equal(read('in.reduced/marked').trimEnd(), '\ufeffneedle');
  });

  it('keeps files with what matches --keep', async () => {
    writeProject();
    const run = await reduce('project', '--test', 'grep -q thread {}/two', '--keep', 'Nothing');
    assert.equal(run.code, 1);
    write('project/two', 'x thread\n');
    const kept = await reduce('project', '--test', 'grep -q thread {}/two', '--keep', 'Nothing');
    assert.equal(kept.code, 0, kept.stderr);
    assert.deepEqual(filesIn('project.reduced'), ['notes.md', 'two']);
    assert.equal(read('project.reduced/notes.md').trim(), 'Nothing');
  });
});

describe('whittle reduce FILE...', () => {
  seldom.it('puts the files under their paths below what they have in common', async () => {
    writeProject();
    const files = ['project/main.js', 'project/lib/parse.js', 'project/lib/log.js', 'project/main.js'];
    const run = await reduce(...files, ...throws, '--max-tests', '14', '--search', 'default+simplify=off');
    assert.equal(run.code, 0, run.stderr);
    assert.equal(run.stdout, `${at('project/project.reduced')}\n`);
    assert.deepEqual(filesIn('project/project.reduced'), ['lib/log.js', 'lib/parse.js', 'main.js']);
    assert.match(run.stderr, /3 of 3 files · .* stopped at --max-tests/);
  });

  it('runs in the directory of the candidate if the test does not name it', async () => {
    write('a.txt', 'needle\nx\n');
    write('b.txt', 'y\n');
    const run = await reduce(
      'a.txt',
      'b.txt',
      '--test',
      'grep -q needle a.txt && test ! -e b.txt || grep -q y b.txt',
      '-o',
      'out',
    );
    assert.equal(run.code, 0, run.stderr);
    assert.deepEqual(filesIn('out'), ['b.txt']);
  });
});

describe('whittle reduce DIRECTORY, refusals', () => {
  const refused = async (args: string[], why: RegExp, code = 2) => {
    const run = await reduce(...args);
    assert.equal(run.code, code, run.stderr);
    assert.match(run.stderr, why);
    assert.equal(run.stdout, '');
    assert.ok(!existsSync(at('project.reduced')));
  };
  const grep = ['--test', 'grep -rq part {}'];

  it('of tests that say nothing of the files', async () => {
    writeProject();
    await refused(['project', '--test', 'test -d {}'], /succeeds on this file and on an empty one/, 1);
    const asFile = ['project', '--test', 'cat {}', '--same-failure'];
    await refused(asFile, /fails the same way without any of the files\. .* such as \{\}\/main\.js\?/, 1);
    await refused(['project', '--test', 'test -e {}/main.js'], /shows the bug with empty files too/, 1);
    await refused(['project', '--test', 'false {}'], /not in the expected way|does not show the bug/, 1);
  });

  it('of places and inputs that cannot serve', async () => {
    writeProject();
    mkdirSync(at('full'));
    write('full/x', '');
    await refused(['project', ...grep, '-o', 'full'], /full is not empty: remove it/);
    await refused(['project', ...grep, '-o', 'full/x'], /is not a directory/);
    await refused(['project', ...grep, '-o', 'project/lib2'], /would be inside the input/);
    await refused(['project', ...grep, '-o', 'no/where'], /cannot be written \(ENOENT\)/);
    await refused(['project/empty', ...grep], /has no file that can be reduced/);
    await refused(['project', 'nowhere', ...grep], /nowhere does not exist/);
    await refused(['project', ...grep, '--stdin'], /cannot be piped to the test/);
    await refused(['project', ...grep, '--journal', 'project/j'], /would be one of the files .* another --journal/);
    await refused(['project', ...grep, '--keep', 'no such'], /"no such", does not occur in project: /);
    await refused(['full', ...grep], /has no text/);
    await refused(['project', ...grep, '--search', 'hddr:none'], /There is no list reducer "none"/);
  });

  it('of too large ones', async () => {
    mkdirSync(at('many'));
    write('many/large', '');
    truncateSync(at('many/large'), 500e6 + 1);
    await refused(['many', ...grep], /more than 20000 files or 500 MB: name a smaller directory/);
  });
});
