// What a user sees in a workspace that is not trusted: nothing of it is run, and Whittle says why.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frameWith } from './workspaces.mjs';

const settings = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'always',
};

export default async function ({ open }) {
  const fixture = workspace();
  try {
    await runsNothing(await open({ fixture, settings, trusting: false }));
  } finally {
    rmSync(fixture, { recursive: true });
  }
}

async function runsNothing({ page, workspace, palette, pick, quickOpen, notifications, shot, until }) {
  await quickOpen('crash.test.js');
  await page.keyboard.press('F1');
  await page.locator('.quick-input-box input').fill('>Whittle: ');
  const entries = page.locator('.quick-input-list .monaco-list-row');
  await entries.filter({ hasText: 'Whittle: Show Log' }).waitFor();
  assert.equal(await entries.filter({ hasText: 'Whittle: Reduce File' }).count(), 0);
  await shot('trust-1-palette');
  await page.keyboard.press('Escape');

  const file = page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: 'crash.test.js' });
  await file.click({ button: 'right' });
  const entry = page.locator('.monaco-menu .action-item').filter({ hasText: 'Reduce Failing Test' }).first();
  await entry.waitFor();
  assert.match((await entry.getAttribute('class')) ?? '', /disabled/);
  await shot('trust-2-menu');
  await page.keyboard.press('Escape');

  await palette('Whittle: Show Panel');
  const panel = await until(() => frameWith(page, '#whittle .welcome button'), 'the page of the panel is there');
  const manage = panel.getByRole('button', { name: 'Manage Workspace Trust' });
  await manage.waitFor();
  assert.equal(await panel.getByRole('button', { name: 'Reduce File' }).count(), 0, 'what cannot begin is not offered');
  await shot('trust-3-panel');
  await manage.click();
  await page.locator('.tab.active').filter({ hasText: 'Workspace Trust' }).waitFor();
  await shot('trust-3-editor');

  // The panel's page would keep the key of the palette to itself.
  await page.locator('.tab.active').first().click();
  await palette('Welcome: Open Walkthrough');
  await pick('Get Started with Whittle');
  await page.locator('.getting-started-step').nth(1).click();
  await page.getByRole('button', { name: 'Reduce File' }).click();
  await until(async () => (await notifications()).some((text) => text.includes('not trusted')), 'it says why');
  await shot('trust-4-said');
  assert.ok(!existsSync(join(workspace, 'ran')), 'no command of the workspace has run');
}

function workspace() {
  const directory = mkdtempSync(join(tmpdir(), 'whittle-ui-'));
  mkdirSync(join(directory, '.vscode'));
  writeFileSync(
    join(directory, 'crash.test.js'),
    "require('node:test').it('fails', () => { throw new Error('x'); });\n",
  );
  const task = { type: 'whittle', label: 'reduce', command: 'touch ran', file: 'crash.test.js' };
  writeFileSync(join(directory, '.vscode/tasks.json'), JSON.stringify({ version: '2.0.0', tasks: [task] }));
  return directory;
}
