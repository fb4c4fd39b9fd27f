// Runs the same suite in a desktop VS Code that @vscode/test-electron downloads; and decides which VS Code to use.
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { timeLimit, whileWritten } from './lifetime.mjs';
import { finished } from './processes.mjs';
import { judge } from './results.mjs';
import { makeScratch } from './scratch.mjs';

const cachePath = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '.vscode-test');
/** The version that package.json promises to work with, and that of code-server. */
const version = process.env.VSCODE_TEST_VERSION || '1.100.3';
let download;

/** Downloads VS Code unless that was done before: { executable } or { error }. */
function canDownload() {
  download ??= fetchVSCode().then(
    (executable) => ({ executable }),
    (error) => ({ error: error.message || error.code || String(error) }),
  );
  return download;
}

async function fetchVSCode() {
  const { downloadAndUnzipVSCode, SilentReporter } = await import('@vscode/test-electron');
  return downloadAndUnzipVSCode({ version, cachePath, reporter: new SilentReporter() });
}

/** 'electron' or 'code-server', as WHITTLE_VSCODE says or as is possible; prints which and why. */
export async function chooseHost() {
  const { kind, why } = await decide();
  console.log(`API tests use ${kind === 'electron' ? `desktop VS Code ${version}` : 'code-server'}: ${why}`);
  return kind;
}

async function decide() {
  const asked = process.env.WHITTLE_VSCODE;
  if (asked === 'code-server') return { kind: asked, why: 'WHITTLE_VSCODE says so' };
  if (asked && asked !== 'electron') throw new Error(`WHITTLE_VSCODE is ${asked}; known: electron, code-server`);
  if (!asked && !hasDisplay()) return { kind: 'code-server', why: 'there is no display' };
  const { error } = await canDownload();
  if (asked && error) throw new Error(`WHITTLE_VSCODE is electron, but VS Code cannot be downloaded: ${error}`);
  if (error) return { kind: 'code-server', why: `VS Code cannot be downloaded (${error})` };
  return { kind: 'electron', why: asked ? 'WHITTLE_VSCODE says so' : 'there is a display and the download works' };
}

const hasDisplay = () => process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

/** Same contract as runApi. */
export async function runElectron({ extension, suite, fixture, tally = { passed: 0, failed: 0 } }) {
  const { executable, error } = await canDownload();
  if (error) throw new Error(`VS Code cannot be downloaded: ${error}`);
  const scratch = makeScratch({ fixture });
  const file = scratch.path('results.json');
  try {
    const args = launchArguments(scratch, resolve(extension), resolve(suite));
    const run = finished(scratch.spawn(executable, args, { env: { VSCODE_TEST_RESULTS: file } }));
    const { code, output } = await whileWritten(file, timeLimit(), 'the API suite', run);
    if (process.env.VSCODE_HOST_VERBOSE) console.log(output);
    return judge({ file, code, log: output.trimEnd().split('\n'), tally });
  } catch (problem) {
    return judge({ file, problem: problem.message, tally });
  } finally {
    scratch.destroy();
  }
}

function launchArguments(scratch, extension, suite) {
  return [
    scratch.workspace,
    `--user-data-dir=${scratch.path('data')}`,
    `--extensions-dir=${scratch.path('extensions')}`,
    '--no-sandbox',
    '--disable-gpu-sandbox',
    '--disable-updates',
    '--skip-welcome',
    '--skip-release-notes',
    '--disable-workspace-trust',
    '--force-disable-user-env',
    `--extensionDevelopmentPath=${extension}`,
    `--extensionTestsPath=${suite}`,
  ];
}
