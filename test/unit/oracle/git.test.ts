/** A test that uses git has a repository of its own: the real one stays as it is, byte by byte. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { privateConfig } from '../../../src/oracle/places/git';
import { overlay } from '../../../src/oracle/places/overlay';
import type { Placement } from '../../../src/oracle/places/place';
import { braces, fixedText, template, userPath } from '../../../src/oracle/processes/command';
import { expectNoRunRoots, freshDirectory, withVariable } from '../../support/files';
import { openOracle } from '../../support/oracle';
import { standing } from '../../support/standing';

const forever = new AbortController().signal;
const directory = freshDirectory();
expectNoRunRoots();

const at = (...names: string[]) => join(directory.path, ...names);

function write(name: string, text = name): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
}

const alone = {
  ...{ GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', GIT_AUTHOR_DATE: '2020-01-01T00:00:00Z' },
  ...{ GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@b' },
};

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: at('work'), env: { ...process.env, ...alone }, encoding: 'utf8', stdio: 'pipe' });

beforeEach(() => {
  write('work/src/input', 'the original\n');
  write('work/src/other', 'committed\n');
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-qm', 'first');
  git('tag', '-a', 'v1', '-m', 'one');
  git('pack-refs', '--all');
  write('work/src/other', 'second\n');
  git('commit', '-qam', 'second');
  git('branch', 'side/branch', 'HEAD~1');
  git('init', '-q', '--bare', at('origin.git'));
  git('remote', 'add', 'origin', at('origin.git'));
  write('work/staged', 'staged\n');
  git('add', 'staged');
  write('hooked/post-commit', `#!/bin/sh\necho hook > '${at('hooked', 'ran')}'\n`);
  git('config', 'core.hooksPath', at('hooked'));
});

/** What a line prints in a copy of `root`, or beside it. */
async function said(line: string, placement: Placement | undefined = overlay, root = 'work'): Promise<string> {
  const command = {
    invocation: { line: template(`${line} # {}`, braces) },
    cwd: userPath(at(root)),
    env: Object.fromEntries(Object.entries(alone).map(([name, value]) => [name, fixedText(value)])),
  };
  const oracle = await openOracle({ command, fileName: 'input', file: at(root, 'src/input'), placement });
  try {
    await oracle.observe(Buffer.from('another\n'), 30_000, forever);
    return (await oracle.observe(Buffer.from('candidate\n'), 30_000, forever)).output;
  } finally {
    oracle.dispose();
  }
}

const look =
  'git rev-parse HEAD v1 side/branch; git describe --tags; git status --short; git diff HEAD~1 --stat -- src/other; git log --format=%s';

const harm = [
  'git commit -qam harm && git tag harm && git branch -f side/branch && git tag -d v1',
  'git config user.name harm; git config core.worktree /nowhere; git remote add harm /nowhere',
  'git checkout -qf HEAD~1; git checkout -qfb harm; git reset -q --hard HEAD~1',
  'git stash -qu; git stash drop -q; git gc -q --prune=now --aggressive; git prune; git repack -adfq; git reflog expire --all --expire=now',
  'git worktree add -q ../harm; git push -q origin main; git push -q --all; git fetch -q origin; git clean -fdxq',
  'git update-ref -d HEAD; rm -rf .git/refs .git/index .git/objects; git init -q; rm -rf .git',
].join('\n');

describe('the repository of a test on the plain layer', () => {
  withVariable('WHITTLE_PROTECT', 'links');

  for (const placement of [overlay, undefined]) {
    it(`is a copy in ${placement ? 'an overlay' : 'a view'}: what it does there does not reach the real one`, async () => {
      const real = standing(directory.path);
      await said(`{ ${harm.split('\n').join('; ')}; }`, placement);
      for (const line of harm.split('\n')) await said(line, placement);
      assert.deepEqual(standing(directory.path), real);
    });
  }

  it('answers as the real one does, and is as it was for the next test', async () => {
    write('work/src/input', 'candidate\n');
    const real = execFileSync('sh', ['-c', look], { cwd: at('work'), encoding: 'utf8' });
    assert.equal(await said(`{ ${look}; git commit -qam more; git tag more; }`), real.trim());
  });

  it('is one for a working tree beside, and for a submodule', async () => {
    git('worktree', 'add', '-q', '-b', 'beside', at('beside'), 'side/branch');
    git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', at('work'), 'module');
    git('commit', '-qm', 'with a module');
    const real = standing(directory.path);
    const [branch, head] = (
      await said('git branch --show-current; git rev-parse HEAD; git commit -qam x', overlay, 'beside')
    ).split('\n');
    assert.deepEqual([branch, head], ['beside', git('rev-parse', 'side/branch').trim()]);
    assert.equal(
      await said(
        'cd module && git log --format=%s -1 && git commit -q --allow-empty -m x && cd .. && git rev-parse HEAD',
      ),
      `second\n${git('rev-parse', 'HEAD').trim()}`,
    );
    assert.deepEqual(standing(directory.path), real);
  });

  it('is a copy if the real one lies elsewhere and a link leads there', async () => {
    renameSync(at('work/.git'), at('elsewhere.git'));
    symlinkSync('../elsewhere.git', at('work/.git'));
    const real = standing(directory.path);
    for (const placement of [overlay, undefined]) {
      assert.equal(await said('git commit -qam x; git rev-parse main~1', placement), git('rev-parse', 'main').trim());
    }
    assert.deepEqual(standing(directory.path), real);
  });

  it('is not one above the place of the test, nor one that the environment names', async () => {
    const before = [process.env.TMPDIR, process.env.GIT_DIR];
    mkdirSync(at('work/tmp'));
    [process.env.TMPDIR, process.env.GIT_DIR] = [at('work/tmp'), at('work/.git')];
    try {
      const command = {
        invocation: { line: fixedText('cat input; git rev-parse HEAD') },
        cwd: userPath(at('work')),
      };
      const oracle = await openOracle({ command, fileName: 'input' });
      assert.match((await oracle.observe(Buffer.from('x'), 30_000, forever)).output, /^x[^]*not a git repository/);
      oracle.dispose();
    } finally {
      process.env.TMPDIR = before[0];
      if (before[1] === undefined) delete process.env.GIT_DIR;
      else process.env.GIT_DIR = before[1];
    }
  });

  it('has a configuration that leads to no other working tree, program or server', () => {
    const text = [
      '[core]\n\tworktree = ../..\n\thooksPath = hooks \\\n  more\n\tautocrlf = input',
      '[core] worktree = elsewhere',
      '[remote "origin"] url = u\n\tpushurl = p\n\tfetch = +refs/heads/*:refs/remotes/origin/*',
      '[url "x"]\n\tpushInsteadOf = y\n\tinsteadOf = z',
      '[include]\n\tpath = ../own\n[include]\n\tpath = ~/own\n',
    ].join('\n');
    write('config', privateConfig(text, '/real/.git'));
    const lines = execFileSync('git', ['config', '--no-includes', '-f', at('config'), '--list'], {
      encoding: 'utf8',
    }).split('\n');
    const last = new Map(lines.map((line) => line.split(/=([^]*)/) as [string, string]));
    assert.deepEqual(
      [
        'core.worktree',
        'core.hookspath',
        'core.autocrlf',
        'remote.origin.url',
        'remote.origin.pushurl',
        'url.x.pushinsteadof',
        'url.x.insteadof',
      ].map((key) => last.get(key)),
      [undefined, '/dev/null', 'input', 'u', '/dev/null/whittle', undefined, 'z'],
    );
    assert.deepEqual(
      lines.filter((line) => line.startsWith('include.')),
      ['include.path=/real/own', 'include.path=~/own'],
    );
    assert.equal(lines.filter((line) => line.startsWith('remote.origin.pushurl')).length, 1);
    assert.ok(readFileSync(at('config'), 'utf8').includes('helper ='));
  });
});

describe('the repository of a test on the strongest layer', () => {
  it('is a copy in an overlay: what it does there does not reach the real one', async () => {
    const real = standing(directory.path);
    for (const line of harm.split('\n')) await said(line);
    assert.deepEqual(standing(directory.path), real);
  });
});
