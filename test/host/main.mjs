// Command line: node test/host/main.mjs [api] [ui]. Both when nothing is named. Exit code 1 unless all passed.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { runApi } from './api.mjs';
import { chooseHost, runElectron } from './electron.mjs';
import { timeLimit, within } from './lifetime.mjs';
import { indent } from './results.mjs';
import { makeScratch } from './scratch.mjs';
import { installed, serverVersion } from './server.mjs';
import { ensureHost } from './setup.mjs';
import { openWorkbench } from './ui.mjs';
import { buildVsix } from './vsix.mjs';

const project = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const tally = { passed: 0, failed: 0 };

/** Each part gives its jobs; a job does not throw, and takes a window of its own. */
const parts = { api: apiJobs, ui: uiJobs };

async function apiJobs() {
  const suite = join(project, 'out/test/vscode/index.js');
  if (!existsSync(suite)) throw new Error(`${suite} is not there: build first`);
  const run = (await chooseHost()) === 'electron' ? runElectron : runApi;
  if (run === runApi) await prepareHost();
  const options = { extension: project, suite, fixture: join(project, 'test/vscode/fixture'), tally };
  return [() => run(options).catch((error) => fail('api tests', explain(error)))];
}

async function prepareHost() {
  await ensureHost();
  console.log(`code-server's VS Code is ${serverVersion()}`);
}

/** At each push; `npm run test:all` has all. */
const usual = ['reduce', 'failingTest', 'folder', 'panel'];

function isAsked(file) {
  const { UI_GREP: part, WHITTLE_TESTS: which } = process.env;
  return part || which === 'all' ? file.includes(part ?? '') : usual.includes(file.replace('.ui.mjs', ''));
}

async function uiJobs() {
  const directory = join(project, 'test/ui');
  const files = existsSync(directory)
    ? readdirSync(directory).filter((file) => file.endsWith('.ui.mjs') && isAsked(file))
    : [];
  if (files.length === 0) throw new Error(`no *.ui.mjs in ${directory}`);
  await ensureHost();
  const scratch = makeScratch(); // goes with this process
  const extensions = await installed(scratch, await buildVsix(scratch));
  return files.sort().map((file) => () => uiFile(join(directory, file), file.replace('.ui.mjs', ''), extensions));
}

/** Runs one file in workbenches of its own. */
async function uiFile(path, name, extensions) {
  const start = Date.now();
  const problem = await problemOf(path, name, extensions);
  if (problem !== undefined) return fail(name, problem);
  tally.passed++;
  console.log(`PASS ${name} (${Date.now() - start} ms)`);
}

/** What went wrong, if anything did; what the test opened is closed afterwards, whatever happened. */
async function problemOf(path, name, extensions) {
  const opened = [];
  const open = async (options = {}) => {
    const workbench = await openWorkbench({ ...options, extensions });
    opened.push(workbench);
    return workbench;
  };
  try {
    const { default: test } = await import(pathToFileURL(path));
    await within(timeLimit(), name, test({ open }));
    return undefined;
  } catch (error) {
    return [inspect(error), ...(await lastSeen(opened.at(-1), name))].join('\n');
  } finally {
    for (const workbench of opened) await workbench.close();
  }
}

/** What the last workbench of a failed test says: in words too, as pictures are not kept everywhere. */
async function lastSeen(workbench, name) {
  if (!workbench) return [];
  const asked = [workbench.shot(`failure-${name}`), workbench.statusText(), workbench.notifications()];
  const [picture, status, messages] = await Promise.all(asked.map((one) => one.catch(() => 'not to be had')));
  return [`status bar: ${inspect(status)}`, `messages: ${inspect(messages)}`, `picture: ${picture}`];
}

function fail(name, text) {
  tally.failed++;
  console.log(`FAIL ${name}\n${indent(text)}`);
}

/** Our own errors say it all; those of the language need their stack. */
const explain = (error) => (error.name === 'Error' ? error.message : error.stack);

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; usage: node test/host/main.mjs [api] [ui]`);
  process.exit(1);
}
const jobs = [];
for (const name of Object.keys(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const more = await parts[name]().catch((error) => fail(`${name} tests`, explain(error)));
  jobs.push(...(more ?? []));
}
// Two at a time: each waits for programs half of its time.
const lane = async () => {
  for (let job = jobs.shift(); job; job = jobs.shift()) await job();
};
await Promise.all([lane(), lane()]);
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed === 0 && tally.passed > 0 ? 0 : 1);
