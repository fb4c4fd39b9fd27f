// Child processes in groups of their own, and the end of everything that was started for one scratch directory.
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Every process started for a scratch directory carries its path in this variable. */
export const marker = 'WHITTLE_TEST_SCRATCH';

const windows = process.platform === 'win32';

/** Like spawn; the child leads its own process group, so Ctrl-C reaches only us and we end the whole group. */
export function spawnGroup(command, args, options = {}) {
  return spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: !windows, ...options });
}

/** Waits for a child; gives its exit code and its output. */
export function finished(child) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

export function killGroup(child) {
  if (!child.pid) return;
  if (windows) spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F']);
  else kill(-child.pid);
}

/** Ends what left its group (terminals, detached children of the extension under test). Linux only: needs /proc. */
export function killMarked(root) {
  for (let tries = 0; tries < 40; tries++) {
    const pids = markedProcesses(root);
    if (pids.length === 0) return;
    pids.forEach(kill);
    sleep(50);
  }
}

function markedProcesses(root) {
  if (process.platform !== 'linux') return [];
  const entry = `${marker}=${root}`;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== String(process.pid));
  return pids.filter((pid) => environment(pid).includes(entry)).map(Number);
}

function environment(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return []; // ended meanwhile, or another user's
  }
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // already gone
  }
}

function sleep(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Command lines of living processes that contain `words`. */
export function commandsWith(words) {
  const listed = spawnSync('ps', ['-eo', 'stat,args'], { encoding: 'utf8' }).stdout.split('\n');
  return listed.filter((line) => line.includes(words) && !line.startsWith('Z'));
}
