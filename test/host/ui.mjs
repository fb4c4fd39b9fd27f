// Opens the workbench of a fresh VS Code server, with the packaged extension, in a browser that tests drive.
import { readdirSync } from 'node:fs';
import { openBrowser } from './browser.mjs';
import { within } from './lifetime.mjs';
import { lookHelpers } from './looks.mjs';
import { quickHelpers } from './quick.mjs';
import { menuHelpers } from './menus.mjs';
import { makeScratch } from './scratch.mjs';
import { remoteUri, startServer, workbenchUrl } from './server.mjs';
import { until } from './until.mjs';

/**
 * Gives { page, workspace, close } and the helpers of quick.mjs, menus.mjs and looks.mjs; `workspace` is a private copy, not trusted if not
 * `trusting`. `extensions`: the folder in which ours is installed. `extension`: the folder of another one, which is loaded from there.
 */
export async function openWorkbench({ extensions, fixture, settings, env, view, extension, trusting = true }) {
  const scratch = makeScratch({ fixture, settings });
  let browser;
  const close = async () => {
    if (browser) await within(5000, 'closing', browser.close()).catch(() => {});
    scratch.destroy();
  };
  try {
    const server = await startServer(scratch, { extensions, env, trusting });
    browser = await openBrowser(scratch, view);
    const payload = extension ? [['extensionDevelopmentPath', remoteUri(server, extension)]] : [];
    await browser.page.goto(workbenchUrl(server, scratch.workspace, payload));
    await isUp(browser.page, scratch.workspace);
  } catch (error) {
    await close();
    throw error;
  }
  const { page } = browser;
  const quick = quickHelpers(page);
  const looks = lookHelpers(page, scratch.workspace, quick.palette);
  return { page, workspace: scratch.workspace, ...quick, ...menuHelpers(page), ...looks, until, close };
}

async function isUp(page, workspace) {
  await page.locator('.monaco-workbench .statusbar-item').first().waitFor();
  // The commands of extensions are there when their icons are; a palette that was opened before never lists them.
  await page.locator('.activitybar [aria-label^="Whittle"]').first().waitFor();
  const rows = page.locator('.explorer-folders-view .monaco-list-row');
  if (readdirSync(workspace).length > 0) await rows.first().waitFor();
}
