/**
 * Runs that are the same on every system, byte for byte: their oracles are programs for Node.js. `npm run test:windows` has them run
 * under Wine too. The directory for temporary files has a name with blanks and umlauts.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { realPathOf } from '../../../src/oracle/platform/files';
import { isAlive } from '../../../src/oracle/platform/platform';
import { shellOf } from '../../../src/oracle/platform/shells';
import { traits } from '../../../src/oracle/platform/traits';
import { shellText } from '../../../src/runners/recognise';
import { cli, eventsOf, finishedOf, whittleProcess, workplace } from '../../support/cli';
import { until } from '../../support/files';
import { contentOf, lookAt } from '../../support/killed';
import { ownState } from '../../support/state';
import { seldom } from '../../support/seldom';

const { directory, at, write, read } = workplace();
const reduce = (...args: string[]) => whittleProcess(['reduce', ...args], directory.path);
const temporary = () => at('Über b');

const text = 'if (list) {\r\n  list.pop();\r\n  list.push(1, 2);\r\n}\r\n';
const reduced = 'list.push()\r\n';
const smaller = {
  'lib/list.js': 'exports.first = (list) => {\r\n  list.at(0);\r\n};\r\n',
  'main.js': "const { first } = require('./lib/list');\r\nfirst(2);\r\n",
};
const lines = 'one();\r\ntwo();\r\n';

/** A command that runs a program for Node.js: its exit code is 0 if the candidate matches. */
function finds(pattern: RegExp): string {
  write(
    'finds.mjs',
    `import { readFileSync } from 'node:fs';
process.exit(${String(pattern)}.test(readFileSync(process.argv[2], 'utf8')) ? 0 : 1);`,
  );
  return `"${process.execPath}" "${at('finds.mjs')}" {}`;
}

/** Kills a reduction once `isDue`. */
async function killed(isDue: () => boolean, ...args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [cli, 'reduce', ...args, '-j', '1'], { cwd: directory.path, stdio: 'ignore' });
  const ended = new Promise((done) => child.on('close', done));
  await until('the moment of the kill', () => isDue() || child.exitCode !== null, 200_000);
  child.kill('SIGKILL');
  await ended;
}

/** Texts by paths. */
function filesIn(folder: string): Record<string, string> {
  const there = readdirSync(at(folder), { withFileTypes: true, recursive: true }).filter((one) => one.isFile());
  const paths = there.map(({ parentPath, name }) => relative(at(folder), join(parentPath, name)).replaceAll('\\', '/'));
  return Object.fromEntries(paths.sort().map((path) => [path, read(`${folder}/${path}`)]));
}

seldom.describe('on every system', function () {
  this.timeout(600_000); // programs take half a second to start under Wine, and longer on a busy machine
  ownState(at, () => {
    mkdirSync(temporary());
    process.env[traits.temporaryVariable] = temporary();
  });

  it('the crash of the demo is reduced', async () => {
    const { esbuild, failingInput } = (await import(pathToFileURL(resolve('test/demo/input.mjs')).href)) as {
      esbuild: () => string;
      failingInput: () => string;
    };
    write('crash.js', failingInput());
    const test = `"${esbuild()}" --bundle --minify-syntax --log-limit=1 --loader=js < {}`;
    const run = await reduce('crash.js', '--exit', 'any', '--match', 'visitClass', '--test', test, '--json');
    assert.equal(run.code, 0, run.stderr);
    assert.equal(read('crash.reduced.js'), 'class a {\n    static {}\n}\n');
    assert.ok(finishedOf(run).confirmed);
  });

  it('a run that was killed continues from its journal; two workers and a copy of the workspace', async () => {
    write('a.js', text);
    const args = ['a.js', '--test', finds(/list\.push\(/), '--journal', 'journal'];
    await killed(() => contentOf(at('journal')).split('\n').length > 6, ...args);
    const run = await reduce(...args, '--place', 'overlay', '-j', '2');
    assert.equal(run.code, 0, run.stderr);
    assert.equal(read('a.reduced.js'), reduced);
    assert.deepEqual(readdirSync(temporary()), []);
  });

  it('a file that was reduced in place is as it was, when the run was killed and Whittle starts again', async () => {
    mkdirSync(at('work'));
    write('work/a.js', text);
    const before = lookAt(at('work'), 'a.js');
    const isCandidate = () => ![text, ''].includes(contentOf(at('work/a.js')));
    await killed(isCandidate, 'work/a.js', '--place', 'in-place', '-o', 'a.js', '--test', finds(/list\.push\(/));
    assert.notEqual(lookAt(at('work'), 'a.js'), before);
    const run = await whittleProcess(['reduce', 'no such file', '--test', 'x'], directory.path);
    assert.match(run.stderr, /a\.js/);
    assert.equal(lookAt(at('work'), 'a.js'), before);
  });

  it('a test ends with its child and the child of that, though they ignore its end', async () => {
    write('a.js', text);
    write(
      'tree.mjs',
      `import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
const [, program, depth, pids] = process.argv;
process.on('SIGTERM', () => {});
appendFileSync(pids, process.pid + '\\n');
if (depth > 1) spawn(process.execPath, [program, depth - 1, pids], { stdio: 'ignore' });
setInterval(() => {}, 1000);`,
    );
    const test = `"${process.execPath}" "${at('tree.mjs')}" 3 "${at('pids')}"`;
    // Three programs must have started by then.
    const run = await reduce('a.js', '--test', test, '--timeout', process.platform === 'win32' ? '20' : '5');
    assert.notEqual(run.code, 0);
    const pids = readFileSync(at('pids'), 'utf8').trim().split('\n').map(Number);
    assert.ok(pids.length >= 3, String(pids));
    await until('no process of the test is left', () => !pids.some((pid) => isAlive(pid)));
  });

  it('a file is reduced whose path is longer than Windows takes by itself', async () => {
    const name = join(...Array.from({ length: 4 }, () => 'x'.repeat(90)), 'a.js');
    mkdirSync(dirname(at(name)), { recursive: true });
    write(name, lines);
    const run = await reduce(name, '--test', finds(/two/), '--search', 'lines');
    assert.equal(run.code, 0, run.stderr);
    assert.equal(read(name.replace('.js', '.reduced.js')), 'two();\r\n');
  });

  it('a file is the same by another spelling of its path', async function () {
    write('Bär.js', lines);
    write('package.json', '{}');
    const path = at('Bär.js');
    const other = path[0].toLowerCase() + path.slice(1).toUpperCase();
    if (!existsSync(other)) this.skip(); // it is none where systems tell A from a
    assert.equal(realPathOf(other), realPathOf(path));
    const options = ['--place', 'overlay', '--search', 'lines', '-o', at('output.js')];
    const run = await reduce(other, '--test', finds(/two/), ...options);
    assert.equal(run.code, 0, run.stderr);
    assert.equal(read('output.js'), 'two();\r\n');
  });

  it('the difference between two files is isolated', async () => {
    write('works.js', text);
    write('fails.js', text.replace('pop', 'shift').replace('2', '3'));
    const run = await whittleProcess(['isolate', 'fails.js', 'works.js', '--test', finds(/shift/)], directory.path);
    assert.equal(run.code, 0, run.stderr);
    assert.equal(read('fails.passing.js'), text);
    assert.equal(read('fails.failing.js'), text.replace('pop', 'shift'));
    assert.match(run.stderr, /1 word differs/);
  });

  it('a folder of three files is reduced, and its reproduction fails as before by the script of the system', async () => {
    mkdirSync(at('folder/lib'), { recursive: true });
    write('folder/main.js', "const { first } = require('./lib/list');\r\nconsole.log('start');\r\nfirst(2);\r\n");
    write('folder/lib/list.js', 'exports.last = 1;\r\nexports.first = (list) => {\r\n  list.at(0);\r\n};\r\n');
    write('folder/notes.txt', lines);
    const test = ['--test', `"${process.execPath}" {}/main.js`, '--same-failure', '--search', 'lines'];
    const run = await reduce('folder', ...test);
    assert.equal(run.code, 0, run.stderr);
    assert.deepEqual(filesIn('folder.reduced'), smaller);
    const alone = ['-j', '1', '--timeout', '60'];
    const made = await whittleProcess(['repro', 'folder.reduced', ...test, ...alone, '-o', 'made'], directory.path);
    assert.equal(made.code, 0, made.stderr);
    const script = `repro.${traits.scripts}`;
    const { 'README.md': readme, [script]: _, ...files } = filesIn('made');
    assert.deepEqual(files, smaller);
    assert.match(readme, /It failed as before in an empty folder\.\n$/);
    const [program, ...words] = shellOf(undefined).words(`"${at(`made/${script}`)}"`);
    const options = { cwd: directory.path, encoding: 'utf8', windowsVerbatimArguments: true } as const;
    const { status, stderr } = spawnSync(program, words, options);
    assert.equal(status, 1, stderr);
    assert.match(stderr, /TypeError: list\.at is not a function/);
  });

  it('a command of a test runner gets its words as they are, from a program of npm', () => {
    mkdirSync(at('node_modules/.bin'), { recursive: true });
    write('node_modules/say.js', 'console.log(JSON.stringify([process.env.MODE, ...process.argv.slice(2)]));');
    write('node_modules/.bin/say', `#!/bin/sh\nexec "${process.execPath}" node_modules/say.js "$@"\n`);
    // As npm writes it.
    write('node_modules/.bin/say.cmd', `@ECHO off\r\nSETLOCAL\r\n"${process.execPath}" "%~dp0\\..\\say.js" %*\r\n`);
    chmodSync(at('node_modules/.bin/say'), 0o755);
    const words = ['-t', `it's "so" (a|b) & <c> \\"`, 'src/a.js', 'C:\\'];
    const line = shellText(['MODE=a b', 'node_modules/.bin/say', ...words]);
    const [program, ...args] = shellOf(undefined).words(line);
    const options = { cwd: directory.path, encoding: 'utf8', windowsVerbatimArguments: true } as const;
    assert.deepEqual(JSON.parse(execFileSync(program, args, options)), ['a b', ...words]);
  });

  it('searches are compared', async () => {
    write('a.js', lines);
    const test = ['--test', finds(/two/), '--searches', 'hdd,lines', '--json'];
    const run = await whittleProcess(['compare', 'a.js', ...test], directory.path);
    assert.equal(run.code, 0, run.stderr);
    const way = eventsOf(run).flatMap((event) => {
      if (event.event === 'started') return event.search;
      if (event.event === 'candidate') return event.cached ? [] : event.verdict;
      if (event.event === 'accepted') return `${event.bytes} bytes, ${event.tokens} tokens`;
      return event.event === 'finished' ? [event.ending, event.confirmed && 'verified'] : [];
    });
    const common = ['fails', 'holds', '8 bytes, 4 tokens'];
    const end = ['done', 'verified'];
    const hdd = ['hdd:cdd', ...common, 'holds', '6 bytes, 2 tokens', ...end];
    assert.deepEqual(way, [...hdd, 'lines:cdd', ...common, ...end]);
  });
});
