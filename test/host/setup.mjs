// Makes the test host ready: npm packages, code-server's nested packages, ripgrep. Does only what is missing.
// Only the server's logger is compiled, where there is a compiler: without it output channels stay empty.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atExit } from './lifetime.mjs';
import { finished, killGroup, spawnGroup } from './processes.mjs';
import { findRipgrep, requirePrograms } from './programs.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const modules = join(here, 'node_modules');
const server = join(modules, 'code-server', 'lib', 'vscode');

/** Throws when a program is missing or a package cannot be installed. Quiet when there is nothing to do. */
export async function ensureHost() {
  requirePrograms();
  await installPackages();
  await installServerPackages();
  await buildLogger();
  linkRipgrep();
  placeTerminals();
}

const terminals = join(server, 'node_modules', 'node-pty', 'build', 'Release', 'pty.node');

/** Can terminals be opened? */
function hasTerminals() {
  return existsSync(terminals);
}

/** The server's terminals need a native part, which a package has prebuilt for Linux on x64. */
function placeTerminals() {
  const prebuilt = join(modules, '@lydell', 'node-pty-linux-x64', 'pty.node');
  if (hasTerminals() || !existsSync(prebuilt)) return;
  mkdirSync(dirname(terminals), { recursive: true });
  copyFileSync(prebuilt, terminals);
}

const logger = join(server, 'node_modules', '@vscode', 'spdlog');

/** Can output channels be read? */
export function hasLogger() {
  return existsSync(join(logger, 'build', 'Release', 'spdlog.node'));
}

/** Tried once. */
async function buildLogger() {
  const tried = join(logger, '.whittle-tried');
  if (hasLogger() || existsSync(tried)) return;
  console.log("Building the server's logger ...");
  writeFileSync(tried, '');
  await npm(server, 'rebuild', '@vscode/spdlog', '--ignore-scripts=false').catch(({ message }) =>
    console.log(`It cannot be built (python3, make and g++ are needed): output channels stay empty.\n${message}`),
  );
}

async function installPackages() {
  const stamp = join(modules, '.whittle-setup');
  const wanted = createHash('sha256')
    .update(readFileSync(join(here, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing the test host (code-server and playwright-core, about 400 MB on disk) ...');
  await npm(here, 'ci', '--ignore-scripts');
  writeFileSync(stamp, wanted);
}

/** The server's own packages, and those of the extensions it brings (without TypeScript they complain in a toast). */
async function installServerPackages() {
  for (const directory of [server, join(server, 'extensions')]) {
    if (existsSync(join(directory, 'node_modules', '.package-lock.json'))) continue;
    console.log("Installing the server's own packages ...");
    // `npm ci` refuses this shrinkwrap ("Missing: tslib from lock file"); `npm install` takes it.
    await npm(directory, 'install', '--omit=dev', '--ignore-scripts', '--no-save');
  }
}

async function npm(cwd, ...args) {
  const options = { cwd, shell: process.platform === 'win32' };
  const child = spawnGroup('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], options);
  atExit(() => child.exitCode === null && killGroup(child));
  const { code, output } = await finished(child);
  if (code !== 0) throw new Error(`npm ${args.join(' ')} failed (${code}):\n${output.slice(-3000)}`);
}

/** File search and Quick Open find nothing without it. */
function linkRipgrep() {
  const link = join(server, 'node_modules', '@vscode', 'ripgrep', 'bin', 'rg');
  if (existsSync(link)) return;
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(findRipgrep(), link);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureHost().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
