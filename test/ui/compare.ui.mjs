// Benchmark Searches as a user sees it: two questions, a page that fills as the searches run, and the two buttons of a row.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { themes } from '../host/looks.mjs';
import { crashWorkspace, frameWith } from './workspaces.mjs';

const all = { ...themes, contrastLight: ['Default High Contrast Light', 'hc-light', 'vscode-high-contrast-light'] };

export default async function ({ open }) {
  const fixture = crashWorkspace(0.1);
  try {
    const settings = { 'whittle.maxTests': 80 };
    const workbench = await open({ fixture, settings, view: { width: 1280, height: 860 } });
    await findsReduceFirst(workbench);
    const frame = await compares(workbench);
    await workbench.eachTheme(async (theme) => void (await workbench.shot(`compare-3-${theme}`)), all);
    await workbench.page.setViewportSize({ width: 820, height: 860 });
    await workbench.still();
    await workbench.shot('compare-4-narrow');
    await workbench.page.setViewportSize({ width: 1280, height: 860 });
    await usesSearch(workbench, frame);
    await usesResult(workbench, frame);
  } finally {
    rmSync(fixture, { recursive: true });
  }
}

/** The word "reduce" leads to the reductions, not here. */
async function findsReduceFirst({ page, quickOpen, shot, until }) {
  await quickOpen('crash.js');
  await page.keyboard.press('F1');
  const palette = page.locator('.quick-input-widget');
  await palette.locator('input').first().fill('>reduce');
  const titles = () => palette.locator('.monaco-list-row .label-name').allInnerTexts();
  await until(async () => (await titles()).some((title) => title.includes('Reduce File')), 'commands are found');
  assert.match((await titles())[0], /Whittle:\sReduce File/);
  await shot('compare-0-palette');
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'hidden' });
}

async function compares({ page, palette, pick, shot, still, until }) {
  await palette('Whittle: Benchmark Searches…');
  await pick('esbuild panics');
  const choice = page.locator('.quick-input-widget').filter({ hasText: 'Choose the searches to compare' });
  await choice.waitFor();
  await shot('compare-1-which');
  await page.keyboard.press('Enter');
  const frame = await until(() => frameWith(page, 'tbody tr'), 'the page is there');
  await frame.locator('tr.running').filter({ hasText: 'hddr:probdd' }).waitFor();
  await shot('compare-2-running');
  await frame.locator('tr.best').waitFor();
  assert.match(await frame.locator('.extent').innerText(), /^Best: \S+, [\d,]+ → [\d,]+ tokens in \d+ tests$/);
  assert.equal(await frame.locator('tbody tr.ended').count(), 4);
  assert.equal(await frame.getByRole('button', { name: 'Stop' }).isVisible(), false);
  await still();
  const [hidden, rows, chart] = await frame.evaluate(() => {
    const heightOf = (selector) => document.querySelector(selector).getBoundingClientRect().height;
    const table = document.querySelector('.wide');
    return [table.scrollWidth - table.clientWidth, heightOf('tbody'), heightOf('.chart svg')];
  });
  assert.equal(hidden, 0, 'nothing is cut off');
  assert.ok(rows < 4 * 45, `each search has one line: ${rows} pixels`);
  assert.ok(chart >= 300, `the chart has its height: ${chart} pixels`);
  return frame;
}

async function usesSearch({ shot, notifications, until }, frame) {
  await frame.getByRole('button', { name: 'Use This Search: hddr:ddmin' }).click();
  await until(
    async () => (await notifications()).includes('New reductions in this workspace use hddr:ddmin.'),
    'it is told',
  );
  await shot('compare-5-search');
}

/** The file and its result are shown, as at the end of a reduction. */
async function usesResult({ page, shot, button, opacities, until }, frame) {
  await frame.getByRole('button', { name: 'Use This Result: hddr:cdd' }).click();
  await page.locator('.tab[data-resource-name="crash.reduced.js"]').waitFor();
  await until(async () => (await opacities()).flatMap(([, spans]) => spans).some(([, at]) => at < 1), 'text is grey');
  await shot('compare-6-result');
  await button('Apply');
  await until(async () => (await opacities()).length < 10, 'the file is small');
}
