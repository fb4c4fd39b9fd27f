// Opens the workbench of a fresh VS Code server, with the packaged extension, in a browser that tests drive.
import { readdirSync } from 'node:fs';
import { openBrowser } from './browser.mjs';
import { within } from './lifetime.mjs';
import { lookHelpers } from './looks.mjs';
import { quickHelpers } from './quick.mjs';
import { makeScratch } from './scratch.mjs';
import { installVsix, startServer, workbenchUrl } from './server.mjs';

/** Gives { page, workspace, close } and the helpers of quick.mjs and looks.mjs; `workspace` is a private copy. */
export async function openWorkbench({ vsix, fixture, settings, shots, env }) {
  const scratch = makeScratch({ fixture, settings });
  let browser;
  const close = async () => {
    if (browser) await within(5000, 'closing', browser.close()).catch(() => {});
    scratch.destroy();
  };
  try {
    await installVsix(scratch, vsix);
    const server = await startServer(scratch, { env });
    browser = await openBrowser(scratch);
    await browser.page.goto(workbenchUrl(server, scratch.workspace));
    await isUp(browser.page, scratch.workspace);
  } catch (error) {
    await close();
    throw error;
  }
  const { page } = browser;
  return { page, workspace: scratch.workspace, ...quickHelpers(page), ...lookHelpers(page, shots), until, close };
}

async function isUp(page, workspace) {
  await page.locator('.monaco-workbench .statusbar-item').first().waitFor();
  const rows = page.locator('.explorer-folders-view .monaco-list-row');
  if (readdirSync(workspace).length > 0) await rows.first().waitFor();
}

/** Polls `check` until it gives something true, which is returned. */
async function until(check, what = 'condition', ms = 15_000) {
  const end = Date.now() + ms;
  for (;;) {
    const value = await check();
    if (value) return value;
    if (Date.now() > end) throw new Error(`${what}: not so after ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
