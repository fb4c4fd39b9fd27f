/** Tests that run in Linux namespaces, as real programs: what they change outside is not there, and is told. */
import assert from 'node:assert/strict';
import { execa } from 'execa';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { platform } from '../../../src/oracle/platform/platform';
import { run, type RunResult } from '../../../src/oracle/processes/run';
import { isolatedStarter, type Starter } from '../../../src/oracle/processes/starter';
import { expectNoRunRoots, freshDirectory, processesWith, until } from '../../support/files';
import { seldom } from '../../support/seldom';

const launcher = resolve('dist/launcher.js');
const directory = freshDirectory();
expectNoRunRoots();

describe('a test in namespaces', function () {
  let starts: Starter;
  let root: string;
  const at = (name: string) => join(directory.path, name);
  const sh = (line: string, more: { timeoutMs?: number; memoryBytes?: number; signal?: AbortSignal } = {}) =>
    run({
      words: ['/bin/sh', '-c', line],
      cwd: directory.path,
      env: { HOME: at('home') },
      timeoutMs: 20_000,
      signal: new AbortController().signal,
      live: new Set(),
      files: { stdout: join(root, 'stdout') },
      starter: starts,
      memoryBytes: 0,
      ...more,
    });
  const said = () => readFileSync(join(root, 'stdout'), 'utf8');
  const changed = ({ changes = [] }: RunResult) =>
    changes.map(({ kind, path }) => `${kind} ${path.slice(directory.path.length + 1)}`);

  beforeEach(async function () {
    root = at('root');
    for (const name of ['root', 'home', 'home/app']) mkdirSync(at(name));
    for (const name of ['home/notes', 'home/app/settings']) writeFileSync(at(name), `my ${name}`);
    const isolated = await isolatedStarter(root, launcher);
    if (!isolated) return this.skip();
    starts = isolated;
  });
  afterEach(() => starts?.close());

  it('may delete the home directory: it is there afterwards, also for the next test', async () => {
    assert.deepEqual(changed(await sh('rm -rf "$HOME"')), ['hidden home']);
    assert.equal(readFileSync(at('home/app/settings'), 'utf8'), 'my home/app/settings');
    await sh('cat "$HOME/app/settings"');
    assert.equal(said(), 'my home/app/settings');
  });

  it('finds nothing of what others have written, deleted or changed', async () => {
    const first = await sh('echo x > new; rm home/notes; echo y >> home/app/settings; rm -rf home/app; mkdir home/app');
    assert.deepEqual(changed(first).sort(), ['hidden home/app', 'hidden home/notes', 'new new'].sort());
    assert.deepEqual(changed(await sh('cat new; cat home/notes home/app/settings')), []);
    assert.equal(said(), 'my home/notesmy home/app/settings');
    assert.deepEqual(readdirSync(directory.path).sort(), ['home', 'root']);
  });

  it('gets files back with their times, so that they count as unchanged', async () => {
    assert.deepEqual(changed(await sh('echo z > home/notes; chmod 600 home/notes')), ['changed home/notes']);
    assert.deepEqual(changed(await sh('cat home/notes')), []);
    assert.equal(said(), 'my home/notes');
  });

  it('keeps what it writes in the caches of its tools, as a runner that goes on does', async () => {
    for (const cache of ['.vite', '.pytest_cache']) {
      mkdirSync(at(`home/app/${cache}`));
      writeFileSync(at(`home/app/${cache}/results`), 'old');
      assert.deepEqual(changed(await sh(`echo new > home/app/${cache}/results`)), []);
      await sh(`cat home/app/${cache}/results > root/seen`);
      assert.equal(readFileSync(at('root/seen'), 'utf8'), 'new\n');
      assert.equal(readFileSync(at(`home/app/${cache}/results`), 'utf8'), 'old');
    }
  });

  it('may write in the run root', async () => {
    assert.deepEqual(changed(await sh('echo kept > root/file')), []);
    assert.equal(readFileSync(at('root/file'), 'utf8'), 'kept\n');
  });

  it('sees no processes of others, ends none, and leaves none', async () => {
    const bystander = spawn('sleep', ['61.7'], { stdio: 'ignore' });
    try {
      await sh(`kill -9 ${bystander.pid} ${process.pid}; kill -9 -1; ps aux | grep -c '[s]leep 61.7'`);
      await sh('setsid sleep 61.8 & env -i setsid sleep 61.8 &');
      await until('nothing is left', () => processesWith('sleep 61.8').length === 0);
      assert.equal(bystander.signalCode ?? bystander.exitCode, null);
    } finally {
      bystander.kill('SIGKILL');
    }
  });

  seldom.it('may stop or end the process that starts it: the run goes on', async () => {
    assert.ok((await sh('kill -9 $PPID; sleep 5')).timedOut, 'there is no verdict');
    const stopped = await sh('kill -STOP $PPID; exit 3', { timeoutMs: 500 });
    assert.ok(stopped.timedOut || stopped.exitCode === 3);
    assert.equal((await sh('exit 4')).exitCode, 4);
  });

  it('is ended at its time-out and when it is aborted, with all it started', async () => {
    assert.equal((await sh(`setsid sleep 61.9 & trap '' TERM; sleep 61.9`, { timeoutMs: 150 })).timedOut, true);
    const controller = new AbortController();
    const running = sh('sleep 61.9', { signal: controller.signal });
    controller.abort(new Error('enough'));
    await assert.rejects(running, /enough/);
    await until('nothing runs on', () => processesWith('sleep 61.9').length === 0);
  });

  it('is ended if it takes too much memory, also in another session', async () => {
    const taking = `setsid '${process.execPath}' -e 'const all = []; for (let i = 0; i < 400; i++) all.push(Buffer.alloc(1e6, 1)); setTimeout(() => 0, 20000)'; exit 0`;
    const { outgrew, timedOut } = await sh(taking, { memoryBytes: 200e6 });
    assert.deepEqual([outgrew, timedOut], [true, true]);
  });

  it('tells its processor time', async () => {
    const busy = `'${process.execPath}' -e 'const end = Date.now() + 300; while (Date.now() < end);'`;
    assert.ok((await sh(busy)).cpuMs! > 50);
  });

  it('reaches sockets of others, and devices', async () => {
    const server = createServer((socket) => socket.end('served'));
    await new Promise<void>((listening) => server.listen(at('socket'), listening));
    starts.close();
    starts = (await isolatedStarter(root, launcher))!;
    try {
      const client = `require('net').connect('${at('socket')}').pipe(process.stdout)`;
      await sh(`'${process.execPath}' -e "${client}"; head -c 4 /dev/zero | tr '\\0' '0'; echo x > /dev/null`);
      assert.equal(said(), 'served0000');
    } finally {
      server.close();
    }
  });

  it('goes on in a run root that was made anew', async () => {
    rmSync(root, { recursive: true, force: true });
    mkdirSync(root);
    await sh('echo again > root/file; echo said');
    assert.deepEqual([said(), readFileSync(at('root/file'), 'utf8')], ['said\n', 'again\n']);
  });

  it('follows links to what it may not change', async () => {
    symlinkSync(at('home'), at('root/link'));
    assert.deepEqual(changed(await sh('rm -rf root/link/*')), ['hidden home/app', 'hidden home/notes']);
    assert.ok(existsSync(at('home/app/settings')));
  });
});

it('a system without the programs for it has no such layer', async () => {
  mkdirSync(join(directory.path, 'root'));
  const path = process.env.PATH;
  process.env.PATH = directory.path;
  try {
    assert.equal(await isolatedStarter(join(directory.path, 'root'), launcher), undefined);
    assert.equal(platform.isolate(['true'], `${directory.path}/a,b`, 1), undefined);
  } finally {
    process.env.PATH = path;
  }
});

describe('a run that is killed', () => {
  const at = (name: string) => join(directory.path, name);
  const killed = async (mark: string, ...args: string[]) => {
    writeFileSync(at('in.txt'), 'one\ntwo\nthree\n');
    const words = ['dist/cli.js', 'reduce', at('in.txt'), '-o', at('out.txt'), '--timeout', '60', ...args];
    const whittle = spawn(process.execPath, words, { env: { ...process.env, WHITTLE_PROTECT: '' }, stdio: 'ignore' });
    const ended = new Promise((done) => whittle.on('close', done));
    await until(`${mark} runs`, () => processesWith(mark).length > 0);
    whittle.kill('SIGKILL');
    await ended;
    await until(`${mark} is ended`, () => processesWith(mark).length === 0);
    // The next run removes what is left.
    const next = ['dist/cli.js', 'reduce', at('in.txt'), '-o', at('out.txt'), '--test', 'grep -q two {}'];
    assert.equal((await execa(process.execPath, next, { reject: false })).exitCode, 0);
  };

  it('takes a test along, which has another session', () =>
    killed('sleep 61.3', '--test', 'setsid sleep 61.3 & sleep 61.3; grep -q two {}'));

  seldom.it('takes a pass along that hangs', () =>
    killed('sleep 61.4', '--test', 'grep -q two {}', '--reduce-with', 'sleep 61.4'),
  );
});
