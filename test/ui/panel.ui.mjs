// What a user sees of the panel: before, during and after a run that its button begins, and by its other buttons.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { end, faded, goToLine } from './steps.mjs';
import { crashWorkspace, frameWith } from './workspaces.mjs';

export default async function ({ open }) {
  // 150 lines have to stay, and a test takes a second: the runs must not end before this test pauses them.
  const words = Array.from({ length: 300 }, (_, at) => `${at % 2 ? 'needle' : 'hay'}${at}`).join('\n');
  const fixture = crashWorkspace(0.3, { 'one.txt': words, 'two.txt': words });
  try {
    const workbench = await open({ fixture });
    const panel = await showsRun(workbench);
    await showsEnd(workbench, panel);
    await comesBack(workbench);
    await choosesAmongRuns(workbench);
  } finally {
    rmSync(fixture, { recursive: true });
  }
}

async function showsRun({ page, workspace, palette, quickOpen, pick, opacities, shots, until }) {
  await quickOpen('crash.js');
  await goToLine(page, 94);
  await palette('Whittle: Show Panel');
  const panel = await until(() => pageOf(page), 'the page of the panel is there');
  await panel.getByRole('button', { name: 'Reduce File' }).waitFor();
  await shots('panel-1-before');

  await panel.getByRole('button', { name: 'Reduce File' }).click();
  await pick('esbuild panics');
  await panel
    .locator('.extent')
    .filter({ hasText: /→ \d{1,3} tokens/ })
    .waitFor();
  const hold = join(workspace, 'hold');
  await until(async () => faded(await opacities()) > 0, 'something is grey');
  // The next test waits for its end.
  writeFileSync(hold, '');
  await shots('panel-2-running');
  await panel.getByRole('button', { name: 'Pause' }).click();
  rmSync(hold);
  await panel.getByRole('button', { name: 'Resume' }).waitFor();
  await shots('panel-3-paused');
  await panel.getByRole('button', { name: 'Resume' }).click();
  return panel;
}

async function showsEnd(workbench, panel) {
  const { page, shot, until } = workbench;
  const { result } = await end(workbench, 'panel');
  assert.match(result, /^class a ?\{/);
  await panel.getByRole('button', { name: 'Apply' }).waitFor();
  await panel.getByRole('button', { name: 'Time' }).click();
  await panel.getByRole('button', { name: 'Time', pressed: true }).waitFor();
  await panel.locator('.chart > svg').click();
  const steps = page.locator('.quick-input-widget').filter({ hasText: 'Steps of crash.js' });
  await steps.getByText('Enter: stop at this step').or(steps.locator('input')).first().waitFor();
  await shot('panel-4-steps');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 860 });
  await until(() => isWhole(panel), 'the view shows its last row at a height of 860 pixels');
  await shot('panel-4-860');
}

async function comesBack({ page, shots, until }) {
  await page.keyboard.press('ControlOrMeta+Shift+E');
  await until(async () => !(await pageOf(page)), 'another view is there');
  await page.locator('.statusbar-item').filter({ hasText: 'tokens' }).click();
  const panel = await until(() => pageOf(page), 'the status bar brings the panel back');
  await panel.getByRole('button', { name: 'Time', pressed: true }).waitFor();
  await panel.getByRole('button', { name: 'Show Diff' }).focus();
  await page.keyboard.press('Tab');
  await shots('panel-5-focus');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await panel.getByRole('button', { name: 'Reduce File' }).waitFor();
  await until(async () => (await lensText(page)) === '', 'the result was discarded');
}

/** Two runs at once: the panel shows that of the active editor, or the one that is chosen. */
async function choosesAmongRuns({ page, palette, quickOpen, type, shot, until }) {
  for (const file of ['one.txt', 'two.txt']) {
    await quickOpen(file);
    await palette('Whittle: Reduce File');
    await type('sleep 1; test $(grep -c needle ${file}) = 150');
    await page.locator('.statusbar-item').filter({ hasText: 'tokens' }).waitFor();
  }
  const panel = await pageOf(page);
  const choice = panel.getByRole('combobox', { name: 'Run' });
  const chosen = () => choice.evaluate((select) => select.selectedOptions[0]?.textContent);
  await until(async () => (await chosen()) === 'two.txt', 'the run of the active editor is shown');
  await choice.selectOption({ label: 'one.txt' });
  await until(async () => (await chosen()) === 'one.txt', 'the chosen run is shown');
  await panel.getByRole('button', { name: 'Pause' }).click();
  await panel.locator('.run[data-state="paused"]').waitFor();
  await shot('panel-choice-1');
  await quickOpen('one.txt');
  await quickOpen('two.txt');
  await until(async () => (await chosen()) === 'two.txt', 'the run of the active editor is shown again');
}

/** Is the end of its last figure within the view? */
const isWhole = (panel) =>
  panel
    .locator('dl > :last-child')
    .evaluate((last) => last.getBoundingClientRect().bottom + window.scrollY <= window.innerHeight);

const pageOf = (page) => frameWith(page, '#whittle');

const lensText = async (page) =>
  (await page.locator('.codelens-decoration:visible').allInnerTexts()).join(' ').replaceAll('\u00a0', ' ');
