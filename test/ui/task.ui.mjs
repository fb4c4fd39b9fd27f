// What a user sees of a task of type whittle: what tasks.json offers, Run Task, the log in its terminal and the result.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { end, inOneTheme, middle } from './steps.mjs';
import { workspaceWith, writeTasks } from './workspaces.mjs';

const folder = join(import.meta.dirname, '../vscode/fixture');
const text = (name) => readFileSync(join(folder, name), 'utf8');
const label = 'the queue still throws';

export default async function ({ open }) {
  const fixture = workspaceWith({ 'queue.js': text('queue.js'), 'check.js': text('check.js') });
  const task = { type: 'whittle', label, command: 'node check.js ${file}', file: 'queue.js', targetSize: 120 };
  writeTasks(fixture, [{ ...task, problemMatcher: [] }]);
  try {
    const workbench = inOneTheme(await open({ fixture, settings: { 'terminal.integrated.gpuAcceleration': 'off' } }));
    await offersProperties(workbench);
    await runsTheTask(workbench);
  } finally {
    rmSync(fixture, { recursive: true });
  }
}

async function offersProperties({ page, palette, quickOpen, shot, until }) {
  await quickOpen('tasks.json');
  await page.locator('.editor-instance .view-line').filter({ hasText: '"label"' }).click();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const offered = page.locator('.suggest-widget .monaco-list-row');
  const also = offered.getByText('also', { exact: true }).first();
  // VS Code offers the words of the file until its server for JSON is there.
  const areOffered = async () => {
    if (await also.isVisible()) return true;
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+Space');
    await offered.first().waitFor();
    return also.isVisible();
  };
  await until(areOffered, 'properties are offered');
  for (const name of ['also', 'cwd', 'exit']) await offered.getByText(name, { exact: true }).first().waitFor();
  await page.keyboard.press('ControlOrMeta+Space');
  await page
    .locator('.suggest-details')
    .filter({ hasText: 'Further commands that must show the bug as well' })
    .waitFor();
  await shot('task-0-properties');
  await page.keyboard.press('Escape');
  await palette('File: Revert File');
  await page.locator('.tab.active.dirty').waitFor({ state: 'detached' });
}

async function runsTheTask(workbench) {
  const { page, palette, pick, shots } = workbench;
  await palette('Tasks: Run Task');
  await page.locator('.quick-input-list .monaco-list-row').filter({ hasText: label }).waitFor();
  await shots('task-1-which');
  await pick(label);
  await page.locator('.tab.active[data-resource-name="queue.js"]').waitFor();
  await middle(workbench, 'task');
  const { result } = await end(workbench, 'task');
  assert.match(result, /length/);
  assert.doesNotMatch(result, /function average/);
  const terminal = page.locator('.terminal-wrapper.active .xterm-rows');
  await terminal.getByText(/finished \(size\): .* verified/).waitFor();
}
