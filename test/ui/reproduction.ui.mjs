// What a user sees: the exported reproduction of a folder, and that of a failing test, each from the context menu of the explorer.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, row, startsOn } from './steps.mjs';
import { cartWorkspace, shopFiles, workspaceWith } from './workspaces.mjs';

const command = 'sleep 0.1; node {}/main.js';

export default async function ({ open }) {
  const [fixture, cart] = [workspaceWith(shopFiles('shop')), cartWorkspace()];
  try {
    const settings = { 'whittle.targetSize': 80, 'whittle.search': 'default+simplify=off' };
    await reproduces(await open({ fixture, settings }));
    await reproducesTheTest(await open({ fixture: cart }));
  } finally {
    for (const one of [fixture, cart]) rmSync(one, { recursive: true });
  }
}

async function reproduces(workbench) {
  const { workspace, pick, type, page, notifications, shots, button, shot, until } = workbench;
  await startsOn(workbench, 'shop', 'Make Minimal Reproduction…', 'reproduction-1');
  await type(command);
  await pick('Same Message');
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
