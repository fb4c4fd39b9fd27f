// What a user sees of Compare Reducers: two questions, a page that fills as the searches run, sorted by its headings; further rounds
// and files.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { themes } from '../host/looks.mjs';
import { crashWorkspace, frameWith } from './workspaces.mjs';

const all = { ...themes, contrastLight: ['Default High Contrast Light', 'hc-light', 'vscode-high-contrast-light'] };

/** The last of them has nothing that fails. */
const bugs = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((at) => [`bug${at}.js`, bugOf(at, at < 7)]));

function bugOf(at, fails) {
  const lines = Array.from({ length: 10 * at }, (_, line) => `let v${line} = [${line}, ${at}];`);
  return [...lines, `function f() { ${fails ? 'needle(v1);' : ''} }`, ...lines, ''].join('\n');
}

export default async function ({ open }) {
  const fixture = crashWorkspace(0.1, bugs);
  try {
    const settings = { 'whittle.maxTests': 80 };
    const workbench = await open({ fixture, settings });
    const frame = await compares(workbench);
    await workbench.eachTheme((theme) => looks(workbench, frame, theme), all);
    await workbench.page.setViewportSize({ width: 820, height: 800 });
    await workbench.still();
    await workbench.shot('compare-5-narrow');
    await workbench.page.setViewportSize({ width: 1280, height: 800 });
    await repeats(workbench, frame);
    await saves(workbench, frame);
    await comparesFiles(workbench);
  } finally {
    rmSync(fixture, { recursive: true });
  }
}

async function compares({ page, palette, quickOpen, pick, shot, until }) {
  await quickOpen('crash.js');
  await palette('Whittle: Compare Reducers…');
  await pick('esbuild panics');
  const choice = page.locator('.quick-input-widget').filter({ hasText: 'Choose the searches to compare' });
  await choice.waitFor();
  await shot('compare-1-which');
  await page.keyboard.press('Enter');
  const frame = await until(() => pageOf(page), 'the page is there');
  await frame.locator('tr.running').filter({ hasText: 'hddr:probdd' }).waitFor({ timeout: 120_000 });
  await shot('compare-2-running');
  await frame.getByRole('button', { name: 'Copy as Markdown' }).waitFor({ timeout: 120_000 });
  assert.match(await frame.locator('.extent').innerText(), /^Best: \S+, [\d,]+ → [\d,]+ tokens in \d+ tests$/);
  assert.equal(await searches(frame).count(), 4);
  assert.equal(await frame.locator('tr.best').count(), 1);
  return frame;
}

async function looks({ page, shot, until }, frame, name) {
  // By the keyboard alone.
  const heading = frame.getByRole('button', { name: 'Tests' }).first();
  await heading.focus();
  await page.keyboard.press('Enter');
  await frame.locator('th[aria-sort="ascending"]').filter({ hasText: 'Tests' }).waitFor();
  const tests = async () => (await searches(frame).locator('td:nth-child(4)').allInnerTexts()).map(Number);
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
  await unfolds({ page, shot }, frame, name);
}

/** The table that is folded at first, and folds it again. */
async function unfolds({ page, shot }, frame, name) {
  const table = frame.locator('details').filter({ hasText: 'Tests by kind' });
  assert.equal(await table.getAttribute('open'), null);
  await table.locator('summary').focus();
  await page.keyboard.press('Enter');
  await table.locator('tbody tr').last().scrollIntoViewIfNeeded();
  await frame.locator('main > .note').scrollIntoViewIfNeeded();
  await shot(`compare-6-${name}-tables`);
  for (const summary of await frame.locator('summary').all()) await summary.click();
  await frame.locator('h1').scrollIntoViewIfNeeded();
}

/** Another round: both can be chosen, and there are means. */
async function repeats({ shot, still }, frame) {
  await frame.getByRole('button', { name: 'Another Round' }).click();
  await frame.locator('option').filter({ hasText: 'crash.js, round 2 (running)' }).waitFor({ state: 'attached' });
  await shot('compare-7-round');
  await frame.getByRole('button', { name: 'Another Round' }).waitFor({ timeout: 120_000 });
  await frame.locator('details').filter({ hasText: 'Geometric means' }).locator('tbody tr').first().waitFor();
  await frame.locator('select').selectOption('crash.js, round 1');
  await frame.locator('h1').click();
  assert.match(await frame.locator('.extent').innerText(), /^Best on average: \S+, [\d,]+ tokens in \d+ tests$/);
  await still();
  await shot('compare-8-rounds');
}

async function saves({ page, pick, shot, workspace, until }, frame) {
  await frame.getByRole('button', { name: 'Save As…' }).click();
  await page.locator('.quick-input-widget').filter({ hasText: 'Choose a format' }).waitFor();
  await shot('compare-9-save');
  await pick('CSV');
  const dialog = page.locator('.quick-input-widget').filter({ hasText: 'Save Comparison As' });
  const offered = () => dialog.locator('input').first().inputValue();
  await until(async () => (await offered()).endsWith('crash.comparison.csv'), 'a name is offered');
  await page.keyboard.press('Enter');
  const lines = () => readFileSync(join(workspace, 'crash.comparison.csv'), 'utf8').trim().split('\r\n');
  await page.locator('.tab.active[data-resource-name="crash.comparison.csv"]').waitFor();
  await until(() => lines().length === 1 + 2 * 4, 'a line for each search and round');
}

/** Files that are selected in the explorer, with several values of an option. */
async function comparesFiles({ page, contextMenu, pick, type, shot, still, until }) {
  const row = (file) => page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: file });
  await row('crash.comparison.csv').waitFor();
  await row('bug1.js').click();
  await page.locator('.tab.active[data-resource-name="bug1.js"]').waitFor();
  await row('bug7.js').click({ modifiers: ['Shift'] });
  await (await contextMenu(row('bug3.js'), 'Compare Reducers…')).click();
  await pick('Type a Command…');
  await type('grep -q needle ${file}');
  for (const name of ['default', 'hddr:cdd']) await pick(name);
  await shot('compare-10-searches');
  await page.keyboard.press('Enter');
  const frame = await until(() => pageOf(page), 'the page is there');
  await frame.getByRole('button', { name: 'Another Round' }).waitFor({ timeout: 240_000 });
  await still();
  await shot('compare-12-files');
  await frame.locator('details').filter({ hasText: 'Geometric means' }).scrollIntoViewIfNeeded();
  await shot('compare-13-means');
  const options = await frame.locator('option').allInnerTexts();
  assert.deepEqual([options.length, options.at(-1)], [7, 'bug7.js (failed)']);
  await frame.locator('select').selectOption('bug7.js (failed)');
  await frame.locator('.problem:visible').filter({ hasText: 'bug7.js: The test ends with exit code 1' }).waitFor();
  await searches(frame).first().waitFor({ state: 'detached' });
  await shot('compare-14-failed');
}

const searches = (frame) => frame.locator('main > .wide tbody tr');

const pageOf = (page) => frameWith(page, 'tbody tr');
