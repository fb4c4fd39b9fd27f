/** What may go wrong around a run, with real processes and file systems: it ends in a result or in one clear sentence. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { cli, unprotected, whittle, workplace } from '../../support/cli';
import { processesOf, processesWith, until } from '../../support/files';
import { seldom } from '../../support/seldom';

const { directory, at, write, read, reduce } = workplace();

const lines = Array.from({ length: 60 }, (_, index) => `line ${index}\n`).join('');
const roots = (where = process.env.TMPDIR!) => readdirSync(where).filter((name) => name.startsWith('whittle-run-'));

/** Starts a reduction that takes its time, whose tests start processes in sessions of their own. */
async function started(name: string, test: string) {
  const before = roots();
  const words = ['reduce', 'in.txt', '-o', name, '--test', test, '-j', '2', '--timeout', '60'];
  const child = spawn(process.execPath, [cli, ...words], { cwd: directory.path, stdio: 'ignore' });
  const ended = new Promise<number | null>((done) => child.on('exit', done));
  await until('it runs', () => roots().length > before.length);
  const [root] = roots().filter((one) => !before.includes(one));
  await until('tests run', () => processesOf(`WHITTLE_RUN=${root}`).length > 0);
  return { child, ended, root };
}

const hanging = `setsid sleep 34.1 & sleep 34.2 # {}`;
const escaped = () => processesWith('sleep 34.1').filter((line) => /^\s*\d+\s+\S+\s+sleep 34\.1$/.test(line));

/** Kills a run while a process of a test has escaped. The start of any run ends that, also of one in another test. */
async function sweptAway(): Promise<void> {
  write('in.txt', lines);
  const { child, ended, root } = await started('killed.txt', hanging);
  await until('something has escaped', () => escaped().length > 0);
  child.kill('SIGKILL');
  await ended;
  assert.deepEqual(roots(), [root]);
  assert.equal((await reduce('in.txt', '--test', 'grep -q 7 {}')).code, 0);
  assert.deepEqual(roots(), []);
  assert.deepEqual(processesOf(`WHITTLE_RUN=${root}`), []);
}

describe('a run that is killed', () => {
  // In namespaces nothing outlives the launcher.
  unprotected();
  it('is swept away at the next start, processes and files', sweptAway);

  it('is swept away by a run that has its files elsewhere, as far as its processes go', async () => {
    write('in.txt', lines);
    const { child, ended, root } = await started('killed.txt', hanging);
    child.kill('SIGKILL');
    await ended;
    const here = process.env.TMPDIR!;
    mkdirSync((process.env.TMPDIR = at('elsewhere')));
    await reduce('in.txt', '--test', 'grep -q 7 {}');
    process.env.TMPDIR = here;
    assert.deepEqual(processesOf(`WHITTLE_RUN=${root}`), []);
    assert.deepEqual(roots(), [root]);
    await reduce('in.txt', '--test', 'grep -q 7 {}');
  });

  it('leaves alone what lives, what others have made, and what is not a directory of ours', async () => {
    write('in.txt', lines);
    const temporary = process.env.TMPDIR!;
    write('hold', '');
    const held = `setsid sleep 0.3 & while [ -e '${at('hold')}' ]; do sleep 0.1; done; grep -q 7 {}`;
    const { child, ended, root } = await started('slow.txt', held);
    const [, machine] = /^whittle-run-(\w+)-/.exec(root)!;
    const dead = 2 ** 22 + 1;
    const others = ['whittle-run-AbCdEf', `whittle-run-000000-${dead}-00000000-AbCdEf`, 'whittle-run-notes.txt'];
    for (const name of others) mkdirSync(join(temporary, name));
    const link = `whittle-run-${machine}-${dead}-00000000-AbCdEf`;
    mkdirSync(at('precious'));
    symlinkSync(at('precious'), join(temporary, link));
    assert.equal((await reduce('in.txt', '--test', 'grep -q 7 {}')).code, 0);
    assert.deepEqual(new Set(roots()), new Set([root, link, ...others]));
    assert.equal(child.exitCode, null, 'it still runs');
    rmSync(at('hold'));
    assert.equal(await ended, 0);
    assert.match(read('slow.txt'), /7/);
    assert.deepEqual(new Set(roots()), new Set([link, ...others]));
    for (const name of [link, ...others]) spawnSync('rm', ['-r', join(temporary, name)]);
  });

  seldom.it('of another user is left alone', async function () {
    if (process.getuid!() !== 0) return this.skip();
    write('in.txt', lines);
    const { child, ended, root } = await started('killed.txt', hanging);
    child.kill('SIGKILL');
    await ended;
    chownSync(join(process.env.TMPDIR!, root), 65534, 65534);
    await reduce('in.txt', '--test', 'grep -q 7 {}');
    assert.deepEqual(roots(), [root]);
    chownSync(join(process.env.TMPDIR!, root), 0, 0);
    await reduce('in.txt', '--test', 'grep -q 7 {}');
  });
});

describe('a protected run that is killed', () => {
  it('is swept away at the next start, processes and files', sweptAway);
});

describe('a run in a run', () => {
  seldom.it('dies with it', async () => {
    write('in.txt', lines);
    const inner = `'${process.execPath}' '${cli}' reduce {} -o '${at('inner.txt')}' --test 'setsid sleep 34.3'`;
    const { child, ended } = await started('outer.txt', inner);
    await until('the inner one runs', () => processesOf(':whittle-run-').length > 0);
    child.kill('SIGINT');
    assert.equal(await ended, 130);
    await until('nothing runs on', () => processesOf(`TMPDIR=${process.env.TMPDIR}/`).length === 0);
    // The files of the inner one, which was killed, go at the next start.
    await reduce('in.txt', '--test', 'grep -q 7 {}');
  });
});

/** May namespaces be made here, with file systems of their own? */
const mounts = spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs none /mnt']).status === 0;

/** Reduces in.txt with a file system of its own for temporary files, mounted with such options. */
function reduceOn(options: string, test: string) {
  const line = [
    `mkdir -p disk && mount -t tmpfs -o ${options} none disk && export TMPDIR="$PWD/disk"`,
    `'${process.execPath}' '${cli}' reduce in.txt --test '${test}'`,
    'code=$?; ls disk | grep whittle-run-; exit $code',
  ].join('; ');
  return spawnSync('unshare', ['-rm', 'sh', '-c', line], { cwd: directory.path, encoding: 'utf8' });
}

describe(`a disk${mounts ? '' : ' (left out: unshare -rm may not mount here)'}`, () => {
  before(function () {
    if (!mounts) this.skip();
  });

  it('that is full from the first is told of in one sentence', () => {
    write('in.txt', 'x'.repeat(300_000));
    const run = reduceOn('size=128k', 'grep -q x {}');
    assert.equal(run.status, 2);
    assert.match(
      run.stderr,
      /^whittle: Candidates cannot be written to .*\/disk \(ENOSPC\): make sure that it .* has room/m,
    );
    assert.equal(run.stdout, '');
  });

  it('that gets full costs the rest of the search, not the result', () => {
    write('in.txt', lines);
    // The candidate's own space is taken as well: it would do for the next one.
    const fill = ': > {}; dd if=/dev/zero of="$TMPDIR/../../big" 2>/dev/null || true';
    const run = reduceOn('size=1m', `grep -q 7 {} && { [ $(wc -l < {}) -gt 30 ] || { ${fill}; }; }`);
    assert.equal(run.status, 2, run.stderr);
    assert.match(run.stderr, /\(ENOSPC\): make sure that it .* has room.*\. The best result so far is kept\./);
    assert.ok(read('in.reduced.txt').length < lines.length);
    assert.equal(run.stdout.trim(), at('in.reduced.txt'));
  });

  it('that is full where the result goes does not cost the result', () => {
    write('in.txt', lines);
    const line = [
      'mkdir out && mount -t tmpfs -o size=4k none out && head -c 4096 /dev/zero > out/big',
      `'${process.execPath}' '${cli}' reduce in.txt --test 'grep -q 7 {}' -o out/small.txt`,
    ].join('; ');
    const run = spawnSync('unshare', ['-rm', 'sh', '-c', line], { cwd: directory.path, encoding: 'utf8' });
    assert.equal(run.status, 2);
    const [, path] = /\(ENOSPC\): the result is in (.*) instead\.$/m.exec(run.stderr) ?? assert.fail(run.stderr);
    assert.match(readFileSync(path, 'utf8'), /7/);
    assert.ok(readFileSync(path, 'utf8').length < lines.length);
    assert.equal(run.stdout, `${path}\n`);
    rmSync(dirname(path), { recursive: true });
  });

  it('that cannot be written to is told of in one sentence', () => {
    write('in.txt', lines);
    const run = reduceOn('ro', 'grep -q 7 {}');
    assert.equal(run.status, 2);
    assert.match(
      run.stderr,
      /^whittle: Candidates cannot be written to .* \(EROFS\): make sure that it .* is writable .*, or set TMPDIR/,
    );
  });
});

/** As nobody, if we are root: root may do everything. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const asUser = (args: string[], TMPDIR: string, more: NodeJS.ProcessEnv = {}, cwd = '/') => {
  const env = { ...process.env, WHITTLE_PROTECT: '', TMPDIR, ...more };
  return spawnSync(process.execPath, args, { ...user, cwd, encoding: 'utf8', env });
};
const reads = asUser(['-e', `fs.accessSync('${cli}')`], '/').status === 0;

describe(`a user without rights${reads ? '' : ' (left out: nobody may not read the program)'}`, () => {
  before(function () {
    if (!reads) this.skip();
  });

  /** A directory that the user may write to, with an input in it. */
  function place(): string {
    const own = at('own');
    mkdirSync(own);
    write('own/in.txt', lines);
    chmodSync(directory.path, 0o755);
    chmodSync(process.env.TMPDIR!, 0o755);
    if (user.uid) for (const path of [own, join(own, 'in.txt')]) chownSync(path, user.uid, user.gid);
    return own;
  }

  it('is told of a temporary directory that cannot be written to', () => {
    const own = place();
    mkdirSync(join(own, 'temp'), { mode: 0o555 });
    const run = asUser([cli, 'reduce', join(own, 'in.txt'), '--test', 'grep -q 7 {}'], join(own, 'temp'));
    assert.equal(run.status, 2);
    assert.match(
      run.stderr,
      /^whittle: Candidates cannot be written to .*temp \(EACCES\): make sure that it .* is writable .*, or set TMPDIR/,
    );
  });

  it('may have tests that make their directories unwritable', () => {
    const own = place();
    const spoil = 'mkdir -p a/b "$TMPDIR/c/d"; touch a/b/x; chmod 500 . a a/b "$TMPDIR" "$TMPDIR/c"';
    const run = asUser(
      [cli, 'reduce', join(own, 'in.txt'), '--test', `cd "$(dirname {})"; ${spoil}; grep -q 7 {}`],
      own,
    );
    assert.equal(run.status, 0, run.stderr);
    assert.deepEqual(readdirSync(own), ['in.reduced.txt', 'in.txt']);
  });

  for (const layer of ['links', '']) {
    it(`may lack the right to list the home and the current directory (WHITTLE_PROTECT=${layer})`, function () {
      if (user.uid === undefined) this.skip();
      const own = place();
      mkdirSync(at('shut'), { mode: 0o711 });
      writeFileSync(at('shut/tool'), 'exit 0\n', { mode: 0o644 });
      const line = 'sh ./tool && grep -q 7 {}';
      const more = { HOME: at('shut'), WHITTLE_PROTECT: layer };
      const run = asUser([cli, 'reduce', join(own, 'in.txt'), '--test', line], own, more, at('shut'));
      assert.equal(run.status, 0, run.stderr);
      assert.equal(read('own/in.reduced.txt'), '7\n');
    });
  }
});

describe('a temporary directory that is gone', () => {
  unprotected();
  it('in mid-run costs the rest of the search, not the result', async () => {
    write('in.txt', lines);
    mkdirSync(at('temp'));
    const here = process.env.TMPDIR!;
    process.env.TMPDIR = at('temp');
    const breaking = `grep -q 7 {} && { [ $(wc -l < {}) -gt 30 ] || rm -rf '${at('temp')}'; }`;
    const run = await whittle(['reduce', 'in.txt', '--test', breaking], directory.path);
    process.env.TMPDIR = here;
    assert.equal(run.code, 2);
    assert.match(run.stderr, /whittle: .*\(ENOENT\).*\. The best result so far is kept\./);
    assert.ok(read('in.reduced.txt').length < lines.length);
  });
});
