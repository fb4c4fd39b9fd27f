// Runs a mocha suite inside the Node extension host of a VS Code server (see server.mjs).
import { openBrowser } from './browser.mjs';
import { timeLimit, whileWritten, within } from './lifetime.mjs';
import { judge } from './results.mjs';
import { makeScratch } from './scratch.mjs';
import { remoteUri, startServer, workbenchUrl } from './server.mjs';

/**
 * `suite`: a CommonJS file that exports run(): Promise<void> and writes { failures, lines } to VSCODE_TEST_RESULTS.
 * Prints a line for each test; true if all is well. `tally` = { passed, failed } is added to.
 */
export async function runApi({ extension, suite, fixture, tally = { passed: 0, failed: 0 } }) {
  const scratch = makeScratch({ fixture });
  const file = scratch.path('results.json');
  const log = [];
  const open = { close: async () => {} };
  try {
    const run = suiteExit({ scratch, extension, suite, file, log, open });
    const code = await whileWritten(file, timeLimit(), 'the API suite', run);
    return judge({ file, code, log, tally });
  } catch (error) {
    return judge({ file, problem: error.message, log, tally });
  } finally {
    await within(5000, 'closing', open.close()).catch(() => {});
    scratch.destroy();
  }
}

/** The exit code that the extension host asks for at the end of the suite. */
async function suiteExit({ scratch, extension, suite, file, log, open }) {
  const server = await startServer(scratch, { tests: true, env: { VSCODE_TEST_RESULTS: file } });
  const { page, close } = await openBrowser(scratch);
  open.close = close;
  const exit = new Promise((resolve, reject) => {
    page.exposeFunction('codeAutomationExit', resolve).catch(reject);
    page.once('crash', () => reject(new Error('the workbench page crashed')));
  });
  await page.exposeFunction('codeAutomationLog', (type, args) => keep(log, `[${type}] ${[args].flat().join(' ')}`));
  const payload = [
    ['extensionDevelopmentPath', remoteUri(server, extension)],
    ['extensionTestsPath', remoteUri(server, suite)],
    ['skipWelcome', 'true'],
  ];
  await page.goto(workbenchUrl(server, scratch.workspace, payload));
  return Promise.race([exit, server.exited]);
}

const chatter = /^\[(trace|debug|info)\]/;
const harmless = /bindings file|spdlog|node-pty|native-watchdog|Service Worker|getaddrinfo|open-vsx/;

/** Keeps what may explain a failure: not the chatter, not native modules and services that we do without. */
function keep(log, line) {
  if (process.env.VSCODE_HOST_VERBOSE) console.log(line);
  if (!chatter.test(line) && !harmless.test(line)) log.push(line.slice(0, 2000));
}
