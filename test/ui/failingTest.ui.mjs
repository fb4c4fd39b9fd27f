// What a user sees: a failing test file, from its context menu in the editor, on the tab and in the explorer, to the small test and its task.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { begins, end, middle } from './steps.mjs';
import { cartWorkspace } from './workspaces.mjs';

export default async function ({ open }) {
  const fixture = cartWorkspace();
  try {
    // Small enough: the rest takes long.
    const workbench = await open({ fixture, settings: { 'whittle.targetSize': 130 } });
    const { page, quickOpen, contextMenu, opacities, shot, until } = workbench;
    await quickOpen('cart.test.js');
    await until(async () => (await opacities()).length > 5, 'the file is shown');
    const places = {
      tab: page.locator('.tab.active'),
      explorer: page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: 'cart.test.js' }),
      editor: page.locator('.editor-instance .view-line').filter({ hasText: 'adds up' }),
    };
    for (const [place, target] of Object.entries(places)) {
      const entry = await contextMenu(target, 'Reduce Failing Test');
      await shot(`test-${place}-1-menu`);
      await entry.click();
      if (place !== 'editor') await begins(workbench);
    }
    await reducesTheTest(workbench);
    await offersMore(workbench);
    await savesTheTask(workbench);
  } finally {
    rmSync(fixture, { recursive: true });
  }
}

async function reducesTheTest(workbench) {
  await middle(workbench, 'test');
  const { result } = await end(workbench, 'test');
  assert.match(result, /assert\.equal\(cart\.total\(\), 60\)/);
  assert.doesNotMatch(result, /is empty at first/);
}

async function offersMore({ page, palette, shot }) {
  await palette('Whittle: More Actions…');
  const entries = page.locator('.quick-input-widget .quick-input-list-row');
  for (const label of ['Keep Shrinking', 'Choose Passing Revision…']) await entries.getByText(label).first().waitFor();
  await shot('test-5-more');
  await page.keyboard.press('Escape');
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
}

async function savesTheTask({ page, workspace, palette, notifications, button, shot, until }) {
  await palette('Whittle: Save as Task');
  await until(
    async () => (await notifications()).some((text) => text.startsWith('Saved the task')),
    'the task is saved',
  );
  const { tasks } = JSON.parse(readFileSync(join(workspace, '.vscode/tasks.json'), 'utf8'));
  assert.equal(tasks[0].file, 'test/cart.test.js');
  assert.deepEqual(tasks[0].test, []);
  await button('Open tasks.json');
  await page.locator('.tab.active[data-resource-name="tasks.json"]').waitFor();
  await shot('test-4-task');
}
