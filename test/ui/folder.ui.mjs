// What a user sees: a folder from its context menu in the explorer to the smaller folder, its diff and Apply, and to the exported
// reproduction; and the reproduction of a failing test, from the context menu of its file.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { faded } from './steps.mjs';
import { cartWorkspace, shopFiles, workspaceWith } from './workspaces.mjs';

const command = 'sleep 0.1; node {}/main.js';

export default async function ({ open }) {
  const [fixture, cart] = [workspaceWith(shopFiles('shop')), cartWorkspace()];
  try {
    // Whole files go first; then the rest shows nothing new. Two files stay, as none goes into another.
    const settings = { 'whittle.targetSize': 80, 'whittle.search': 'default+simplify=off' };
    const workbench = await open({ fixture, settings });
    await greysOut(workbench);
    await showsTheResult(workbench);
    await appliesIt(workbench);
    await reproduces(workbench);
    await reproducesTheTest(await open({ fixture: cart }));
  } finally {
    for (const one of [fixture, cart]) rmSync(one, { recursive: true });
  }
}

async function greysOut(workbench) {
  const { page, workspace, quickOpen, pick, type, opacities, palette, shots, statusText, until } = workbench;
  await row(page, 'shop').click();
  await row(page, 'lib').click();
  await quickOpen('cart.js');
  await until(async () => (await opacities()).length > 5, 'the file is shown');
  await starts(workbench, 'Reduce Folder…', 'folder-1');
  await pick('Type a Command…');
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

async function reproduces(workbench) {
  const { workspace, pick, page, notifications, shots, button, shot, until } = workbench;
  await starts(workbench, 'Make Minimal Reproduction…', 'reproduction-1');
  await pick(command);
  const told = await until(
    async () => (await notifications()).find((text) => /^shop: \d of 7 files/.test(text)),
    'the end is told',
  );
  console.log(`    ${told}`);
  await shots('reproduction-2-end');
  const exported = join(workspace, 'shop.repro');
  assert.ok(filesIn(exported).includes('README.md'));
  assert.match(readFileSync(join(exported, 'README.md'), 'utf8'), /node \.\/main\.js/);
  await button('Open Reproduction');
  await row(page, 'shop.repro').waitFor();
  await shot('reproduction-3-open');
}

/** Without a question: its runner and its failure are known. */
async function reproducesTheTest({ page, contextMenu, quickOpen, notifications, button, shot, until }) {
  await quickOpen('cart.test.js');
  const found = await contextMenu(row(page, 'cart.test.js'), 'Make Minimal Reproduction…');
  await shot('reproduction-4-test-menu');
  await found.click();
  const told = await until(
    async () => (await notifications()).find((text) => text.includes(': 2 of 3 files')),
    'the end is told',
  );
  console.log(`    ${told}`);
  await shot('reproduction-5-test-end');
  // The folder lies beside the workspace, so it has a window of its own.
  const [opened] = await Promise.all([page.context().waitForEvent('page'), button('Open Reproduction')]);
  assert.match(new URL(opened.url()).searchParams.get('folder'), /\/workspace\.repro$/);
}

/** By right-click on the folder. */
async function starts({ page, contextMenu, shot, shots }, entry, name) {
  const found = await contextMenu(row(page, 'shop'), entry);
  await shot(`${name}-menu`);
  await found.click();
  await page.locator('.quick-input-list').filter({ hasText: 'Type a Command…' }).waitFor();
  await shots(`${name}-question`);
}

const verified = async ({ notifications }) => (await notifications()).find((text) => text.includes('verified'));

const row = (page, name) =>
  page
    .locator('.explorer-folders-view .monaco-list-row')
    .filter({ has: page.getByText(name, { exact: true }) })
    .first();

const filesIn = (directory) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .sort();
