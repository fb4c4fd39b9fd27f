// What a user sees: a folder from its context menu in the explorer to the smaller folder, its diff and Apply.
import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { faded, filesIn, row, startsOn } from './steps.mjs';
import { shopFiles, workspaceWith } from './workspaces.mjs';

const command = 'sleep 0.1; node {}/main.js';

export default async function ({ open }) {
  const fixture = workspaceWith(shopFiles('shop'));
  try {
    // Whole files go first; then the rest shows nothing new. Two files stay, as none goes into another.
    const settings = { 'whittle.targetSize': 80, 'whittle.search': 'default+simplify=off' };
    const workbench = await open({ fixture, settings });
    await greysOut(workbench);
    await showsTheResult(workbench);
    await appliesIt(workbench);
  } finally {
    rmSync(fixture, { recursive: true });
  }
}

async function greysOut(workbench) {
  const { page, workspace, quickOpen, pick, type, opacities, palette, shots, statusText, until } = workbench;
  await row(page, 'shop').click();
  await row(page, 'lib').click();
  await quickOpen('cart.js');
  await until(async () => (await opacities()).length > 5, 'the file is shown');
  await startsOn(workbench, 'shop', 'Reduce Folder…', 'folder-1');
  await type(command);
  await pick('Same Message');
  await until(async () => faded(await opacities()) > 0, 'something is grey');
  await page.locator('.explorer-folders-view [aria-label*="the failure does not need it"]').first().waitFor();
  await page.locator('.editor-actions .action-label[aria-label^="Pause"]').first().click();
  const figures = await until(
    async () => (await statusText()).find((text) => text.includes('paused')),
    'the status bar says that it is paused',
  );
  assert.match(
    figures,
    /^shop: \d of 7 files · [\d,]+ → [\d,]+ tokens · [\d.]+% · \d+ tests? · paused$|^\d of 7 files/,
  );
  await palette('Whittle: Show Panel');
  await shots('folder-2-middle');
  await palette('View: Show Explorer');
  assert.ok(existsSync(join(workspace, 'shop/docs/guide.md')), 'nothing of the folder has changed');
  await palette('Whittle: Resume');
  await until(async () => (await verified(workbench)) !== undefined, 'the end is told');
  const told = await verified(workbench);
  assert.match(told, /^shop: \d of 7 files · [\d,]+ → \d+ tokens · [\d.]+% in \d+ tests, result verified\.$/);
  await shots('folder-3-end');
}

async function showsTheResult({ page, workspace, button, palette, shot, until }) {
  const left = filesIn(join(workspace, 'shop.reduced'));
  assert.ok(left.includes('main.js') && left.includes('lib/cart.js') && left.length < 4, left.join());
  await button('Show Diff');
  await page.locator('.multiDiffEntry').first().waitFor();
  await page.locator('.multiDiffEntry .view-line').first().waitFor();
  await shot('folder-4-diff');
  await palette('View: Close Editor');
  await palette('Notifications: Clear All Notifications');
  await until(async () => (await row(page, 'shop.reduced').count()) > 0, 'the explorer has the result');
}

async function appliesIt(workbench) {
  const { page, workspace, quickOpen, palette, opacities, shot, until } = workbench;
  await quickOpen('cart.js');
  await until(async () => faded(await opacities()) > 0, 'it is still grey');
  await palette('Whittle: Apply Result');
  await until(() => !existsSync(join(workspace, 'shop/docs/guide.md')), 'the files are gone');
  await until(async () => (await opacities()).length < 8, 'the rest of the file is shown');
  await until(async () => faded(await opacities()) === 0, 'nothing is grey any more');
  await shot('folder-5-applied');
  await page.keyboard.press('ControlOrMeta+Z');
  await until(() => existsSync(join(workspace, 'shop/docs/guide.md')), 'one undo brings the files back');
  await shot('folder-6-undone');
}

const verified = async ({ notifications }) => (await notifications()).find((text) => text.includes('verified'));
