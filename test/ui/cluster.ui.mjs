// What a user sees of a run whose candidates workers test: the choice, who works, who is refused, a Redis that is silent, and the end.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failingInput, panicCommand } from '../demo/input.mjs';
import { until } from '../host/until.mjs';
import { frameWith, workspaceWith } from './workspaces.mjs';

const password = 'secret/of+ours';

export default async function ({ open }) {
  if (!hasRedis()) return;
  const fixture = workspaceWith({ 'crash.js': failingInput() });
  const room = workspaceWith({});
  const children = [];
  try {
    const port = await freePort();
    const cluster = { redis: `redis://:\${env:REDIS_PASSWORD}@127.0.0.1:${port}`, oracle: 'crash' };
    const hold = join(room, 'hold');
    const redis = await startCluster(children, port, hold);
    const workbench = await open({
      fixture,
      // Tests that are held up are not to be ended.
      settings: { 'whittle.cluster': cluster, 'whittle.timeout': 600 },
      env: { REDIS_PASSWORD: password },
    });
    const panel = await begins(workbench);
    await showsWorkers(workbench, panel, hold);
    await showsSilence(workbench, panel, redis);
    rmSync(hold);
    await ends(workbench, panel);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    for (const folder of [fixture, room]) rmSync(folder, { recursive: true });
  }
}

async function begins({ page, palette, quickOpen, pick, shot, until }) {
  await quickOpen('crash.js');
  await palette('Whittle: Show Panel');
  const panel = await until(() => frameWith(page, '#whittle'), 'the page of the panel is there');
  await panel.getByRole('button', { name: 'Reduce File' }).click();
  const choice = page.locator('.quick-input-list .monaco-list-row').first();
  await choice.filter({ hasText: 'crash on the workers' }).waitFor();
  await shot('cluster-1-choice');
  await pick('crash on the workers');
  return panel;
}

async function showsWorkers({ page, shots, until }, panel, hold) {
  const table = panel.getByRole('table', { name: 'Workers' });
  const row = (name) => table.getByRole('row', { name });
  for (const name of ['build-1', 'build-2']) {
    const rowheader = row(name).getByRole('rowheader', { name: `${name} working` });
    await rowheader.waitFor();
  }
  await panel.getByRole('listitem').filter({ hasText: 'old-laptop is refused: ' }).waitFor();
  const pace = () => row('build-2').getByRole('cell').last().innerText();
  await until(async () => Number(await pace()) > 0, 'it has a pace');
  writeFileSync(hold, '');
  await page.locator('.pane-header').filter({ hasText: 'History' }).click();
  await shots('cluster-2-workers');
}

async function showsSilence({ shots }, panel, redis) {
  redis.kill('SIGSTOP');
  const trouble = panel.locator('.trouble').filter({ hasText: /^Redis has been silent for \d+ s$/ });
  await trouble.waitFor();
  await panel.locator('[aria-live]').filter({ hasText: 'Redis has been silent' }).waitFor({ state: 'attached' });
  await shots('cluster-3-silent');
  redis.kill('SIGCONT');
  await trouble.waitFor({ state: 'hidden' });
}

async function ends({ page, notifications, shots, until }, panel) {
  const told = () => notifications().then((all) => all.find((text) => text.includes('verified')));
  await until(told, 'the end is told');
  await panel.getByRole('button', { name: 'Apply' }).waitFor();
  await shots('cluster-4-end');
  const read = () => Promise.all(page.frames().map((frame) => frame.locator('body').innerText()));
  const texts = await until(read, 'all pages can be read');
  assert.ok(!texts.some((text) => text.includes('secret')), 'the password is nowhere');
}

/**
 * Redis, two workers that know the crash, and one that takes everything for it. The two take their time, and are held up as long as the
 * file `hold` is there. Gives Redis.
 */
async function startCluster(children, port, hold) {
  // Tests see a file of ours.
  const env = { ...process.env, WHITTLE_PROTECT: 'off' };
  const start = (program, args) => {
    const child = spawn(program, args, { stdio: 'ignore', env });
    children.push(child);
    return child;
  };
  const own = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()];
  const redis = start('redis-server', ['--port', port, '--requirepass', password, ...own]);
  await until(() => isOpen(port), 'Redis listens');
  const url = `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  const worker = (name, jobs, command) =>
    start(process.execPath, ['dist/cli.js', 'worker', '--redis', url, '--name', name, '-j', jobs, '--oracle', command]);
  const panics = `crash=sleep 3; while [ -e '${hold}' ]; do sleep 0.1; done; ${panicCommand('{}')}`;
  worker('build-1', '4', panics);
  worker('build-2', '2', panics);
  worker('old-laptop', '8', 'crash=true');
  return redis;
}

/** Where tests must be complete, it must be there. */
function hasRedis() {
  try {
    execFileSync('redis-server', ['--version']);
    return true;
  } catch {
    assert.ok(!process.env.CI, 'redis-server is not installed: install it (Debian: apt-get install redis-server)');
    return false;
  }
}

async function isOpen(port) {
  const socket = connect(port, '127.0.0.1');
  return once(socket, 'connect').then(
    () => Boolean(socket.destroy()),
    () => false,
  );
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
