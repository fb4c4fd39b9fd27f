// What a user sees of Compare Reducers: two questions, a page that fills as the searches run, sorted by its headings.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { themes } from '../host/looks.mjs';
import { crashWorkspace, frameWith } from './workspaces.mjs';

const all = { ...themes, contrastLight: ['Default High Contrast Light', 'hc-light', 'vscode-high-contrast-light'] };

export default async function ({ open }) {
  const fixture = crashWorkspace();
  try {
    const settings = { 'whittle.maxTests': 80 };
    const workbench = await open({ fixture, settings });
    const frame = await compares(workbench);
    await workbench.eachTheme((theme) => looks(workbench, frame, theme), all);
    await workbench.page.setViewportSize({ width: 820, height: 800 });
    await workbench.page.waitForTimeout(500);
    await workbench.shot('compare-5-narrow');
  } finally {
    rmSync(fixture, { recursive: true });
  }
}

async function compares({ page, palette, quickOpen, pick, shot, until }) {
  await quickOpen('crash.js');
  await palette('Whittle: Compare Reducers on This File…');
  await pick('esbuild panics');
  const choice = page.locator('.quick-input-widget').filter({ hasText: 'Which searches are compared?' });
  await choice.waitFor();
  await shot('compare-1-which');
  await page.keyboard.press('Enter');
  const frame = await until(() => pageOf(page), 'the page is there');
  await frame.locator('tr.running').filter({ hasText: 'hddr:probdd' }).waitFor({ timeout: 120_000 });
  await page.waitForTimeout(500);
  await shot('compare-2-running');
  await frame.getByRole('button', { name: 'Copy as Markdown' }).waitFor({ timeout: 120_000 });
  assert.match(await frame.locator('.extent').innerText(), /^Best: \S+, [\d,]+ → [\d,]+ tokens in \d+ tests$/);
  assert.equal(await frame.locator('tbody tr').count(), 4);
  assert.equal(await frame.locator('tr.best').count(), 1);
  return frame;
}

async function looks({ page, shot, until }, frame, name) {
  // By the keyboard alone.
  const heading = frame.getByRole('button', { name: 'Tests' }).first();
  await heading.focus();
  await page.keyboard.press('Enter');
  await frame.locator('th[aria-sort="ascending"]').filter({ hasText: 'Tests' }).waitFor();
  const tests = async () => (await frame.locator('tbody td:nth-child(4)').allInnerTexts()).map(Number);
  const inOrder = (values) => values.every((value, at) => at === 0 || values[at - 1] <= value);
  await until(async () => inOrder(await tests()), 'rows are sorted');
  await shot(`compare-3-${name}`);
  await page.keyboard.press('Enter');
  await frame.locator('th[aria-sort="descending"]').waitFor();
  await page.keyboard.press('Enter');
  await frame.locator('th[aria-sort="descending"]').waitFor({ state: 'detached' });
  await frame.getByRole('button', { name: 'Time' }).last().click();
  await frame.getByRole('button', { name: 'Time', pressed: true }).waitFor();
  await shot(`compare-4-${name}-time`);
  await frame.getByRole('button', { name: 'Tests', pressed: false }).last().click();
}

const pageOf = (page) => frameWith(page, 'tbody tr');
