/** A folder fails in its real place first; a copy that lacks what git ignores must not give the reduction another bug. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exitZero, type VerdictRule } from '../../../src/oracle/judging/rule';
import type { RuleSource } from '../../../src/oracle/judging/ruleWords';
import { findFolder, jobFiles } from '../../../src/reduction/folder/findFolder';
import { leftOutOf, namedIn } from '../../../src/reduction/folder/listing';
import { withMissing } from '../../../src/reduction/folder/missing';
import { reduce } from '../../../src/reduction/reduce';
import type { FilesJob } from '../../../src/reduction/job';
import type { FileSet } from '../../../src/oracle/content';
import { expectNoRunRoots, freshDirectory } from '../../support/files';
import { filesJobWith, lineIn } from '../../support/jobs';
import { gitIn } from '../../support/git';
import { seldom } from '../../support/seldom';

expectNoRunRoots();
const directory = freshDirectory();

/** Needs two settings, of which the second is known once the first is there. */
const script = [
  'say() { echo "Error: $1" >&2; exit 1; }',
  '[ -e .env ] || say "no such file or directory, open $PWD/.env"',
  '[ -e settings/local.ini ] || say "cannot find settings"',
  'echo unneeded',
  'say "boom is not a function"',
].join('\n');

const project = {
  'main.sh': `${script}\n`,
  '.gitignore': '.env\nsettings/\nsecret.txt\n',
  'notes.md': 'notes\n',
  '.env': 'A=1\n',
  'settings/local.ini': 'x\n',
  'secret.txt': 'never asked for\n',
};

const signal = new AbortController().signal;

describe('a folder whose copy lacks a file', () => {
  const at = (path: string) => join(directory.path, path);
  const write = (files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
    }
    gitIn(directory.path, 'init', '-q');
  };
  const jobOf = async (rule: RuleSource, line = 'sh main.sh', paths = ['']): Promise<FilesJob> => {
    const { base, whole, linked, files } = await findFolder(paths.map(at));
    const given = { files: await jobFiles(files), real: { base, whole }, linked };
    return filesJobWith({ ...given, command: lineIn(base, line), rule, timeoutMs: 60_000 });
  };
  const taken = async (job: Promise<FilesJob>) => (await withMissing(await job, () => {}, signal)).input.takenAlong;

  it('is reduced with the file, for the failure that it has in its real place', async () => {
    write(project);
    const { finished, content: left } = await reduce(await jobOf('same-failure'), () => {}, signal);
    assert.deepEqual(finished.takenAlong, ['.env', 'settings/local.ini']);
    assert.ok(finished.confirmed);
    assert.match(finished.output!, /boom is not a function/);
    assert.deepEqual(
      (left as FileSet).files.map(({ path }) => path),
      ['main.sh'],
    );
    assert.equal(readFileSync(at('.env'), 'utf8'), 'A=1\n');
  });

  it('is told so at the start, and learns its rule from the first run alone', async () => {
    write(project);
    const job = await withMissing(await jobOf('same-failure'), () => {}, signal);
    assert.match(job.notice!, /^Taken along: \.env, settings\/local\.ini \(/);
    assert.match(job.input.realRuns![0]!.said.stderr, /boom/);
    assert.ok(job.oracle.kind === 'command');
    assert.match(job.oracle.earlier!.said.stderr, /boom/);
  });

  it('takes along what a link leads to, and what no output names if nothing else helps', async () => {
    write({
      'main.sh': 'read x < link\n[ "$x" = A ] && echo "Error: boom" >&2\nexit 1\n',
      '.gitignore': 'a\n',
      a: 'A\n',
    });
    symlinkSync('a', at('link'));
    assert.deepEqual(await taken(jobOf('same-failure')), ['link']);
    write({ 'main.sh': '[ -e a ] && echo "Error: boom" >&2\nexit 1\n' });
    assert.deepEqual(await taken(jobOf('same-failure')), ['a', 'link']);
  });

  seldom.it(
    'is complete for rules of its own too: what the rule wants, or the failure of the whole folder if any failure will do',
    async () => {
      write(project);
      const boom: VerdictRule = { match: [{ pattern: 'boom' }] };
      assert.deepEqual(await taken(jobOf(boom)), ['.env', 'settings/local.ini']);
      assert.deepEqual(await taken(jobOf({ exit: { codes: [0], not: true } })), ['.env', 'settings/local.ini']);
      assert.equal(await taken(jobOf({ match: [{ pattern: 'no such file' }] })), undefined, 'it is meant');
      assert.equal(await taken(jobOf(exitZero, 'test -e main.sh')), undefined);
    },
  );

  it('is not reduced if no copy fails as it does', async () => {
    write({
      'main.sh': 'case $PWD in *whittle-run-*) echo "Error: other" >&2;; *) echo "Error: boom" >&2;; esac\nexit 1\n',
    });
    const run = reduce(await jobOf('same-failure'), () => {}, signal);
    await assert.rejects(
      run,
      /does not fail as the folder itself does \(.*boom.*\), but with "Error: other": name the/,
    );
  });

  it('runs a rule of the user on copies only, and takes files that were named', async () => {
    write({ ...project, 'main.sh': 'echo x >> seen\n[ -e .env ]\n' });
    assert.deepEqual(await taken(jobOf(exitZero)), ['.env', 'secret.txt', 'settings/local.ini']);
    assert.throws(() => readFileSync(at('seen')));
    assert.equal(await taken(jobOf(exitZero, 'sh main.sh', ['', '.env'])), undefined);
  });
});

describe('the files that an output names', () => {
  const leftOut = ['.env', 'data/one.csv', 'data/two.csv', 'src/local.js', 'dist/main.js'].map((path) => ({ path }));
  const given = ['main.js', 'src/main.js'];
  const named = (output: string) => namedIn(output, leftOut, given).map(({ path }) => path);

  it('are told by path, by directory, or else by name', () => {
    assert.deepEqual(named("ENOENT: no such file or directory, open '/tmp/x/.env'"), ['.env']);
    assert.deepEqual(named("scandir '/tmp/x/data'"), ['data/one.csv', 'data/two.csv']);
    assert.deepEqual(named('at /tmp/x/src/local.js:3'), ['src/local.js']);
    assert.deepEqual(named('C:\\x\\src\\local.js'), ['src/local.js']);
    assert.deepEqual(named('no two.csv'), ['data/two.csv']);
  });

  it('are none if a longer name only contains theirs', () => {
    for (const output of ['.environment', 'x.env', '.env.example', 'at src/other.js', 'metadata', ''])
      assert.deepEqual(named(output), [], output);
  });

  it('are not sought in caches, packages and the history', () => {
    for (const path of ['.git/config', 'node_modules/x/index.js', '__pycache__/x', 'deep/er/file', 'near'])
      [dirname(path), path].forEach((one, at) =>
        at === 0
          ? mkdirSync(join(directory.path, one), { recursive: true })
          : writeFileSync(join(directory.path, one), ''),
      );
    assert.deepEqual(
      leftOutOf(directory.path, []).map(({ path }) => path),
      ['near', 'deep/er/file'],
    );
  });
});
