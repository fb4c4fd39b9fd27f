// What a user sees: a failed test of the Test Explorer, from its context menu, and from that of its message, to the small test.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { begins, discard, end, inOneTheme, middle } from './steps.mjs';
import { cart } from './cart.mjs';
import { cartWorkspace, frameWith } from './workspaces.mjs';

const extension = join(import.meta.dirname, 'testExplorer');

export default async function ({ open }) {
  const fixture = cartWorkspace();
  try {
    const workbench = inOneTheme(await open({ fixture, extension, settings: { 'whittle.targetSize': 130 } }));
    await startsOn(workbench, 'explorer-item', await failedTest(workbench));
    await reducesTheTest(workbench, 'explorer-item');
    await discard(workbench);
    anySize(workbench);
    await startsOn(workbench, 'explorer-message', await failedMessage(workbench));
    await begins(workbench);
    await tellsWhy(workbench);
    await findsWhatBreaks(workbench);
  } finally {
    rmSync(fixture, { recursive: true });
  }
}

/** The row of the test in the Test Explorer, after it has been run. */
async function failedTest({ page, palette }) {
  await page.locator('.activitybar [aria-label^="Testing"]').first().click();
  const rows = page.locator('.test-explorer .monaco-list-row');
  await rows.first().waitFor();
  await palette('Test: Run All Tests');
  for (const title of ['cart.test.js', 'Cart']) {
    const row = rows.getByText(title, { exact: true });
    await row.click();
    await page.keyboard.press('ArrowRight');
  }
  const row = rows.filter({ hasText: 'adds up' });
  await row.locator('.codicon-testing-failed-icon').waitFor();
  return row;
}

/** The row of its message in the results of the test run. */
async function failedMessage({ page, palette }) {
  await palette('Test Results: Focus on Test Results View');
  return page.locator('.test-output-peek-tree .monaco-list-row').filter({ hasText: '50 == 60' });
}

async function startsOn({ page, contextMenu, shots }, name, target) {
  const entry = await contextMenu(target, 'Reduce This Test');
  await shots(`${name}-1-menu`);
  await entry.click();
  await page.locator('.editor-instance .view-line').filter({ hasText: 'adds up' }).waitFor();
}

async function reducesTheTest(workbench, name) {
  const { notifications } = workbench;
  await middle(workbench, name);
  assert.ok(!(await notifications()).some((text) => text.includes('looking for')));
  const { result } = await end(workbench, name);
  assert.match(result, /assert\.equal\(cart\.total\(\), 60\)/);
  assert.doesNotMatch(result, /is empty at first/);
}

/** From now on, runs go to their ends. */
function anySize({ workspace }) {
  mkdirSync(join(workspace, '.vscode'), { recursive: true });
  writeFileSync(join(workspace, '.vscode/settings.json'), JSON.stringify({ 'whittle.targetSize': 0 }));
}

/** From the gutter. The commit is right; since then the source got its mistake, and another change. */
async function tellsWhy(workbench) {
  const { page, workspace, contextMenu, notifications, shots, until } = workbench;
  const git = (...args) =>
    execFileSync('git', ['-C', workspace, '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args]);
  git('init', '--quiet');
  writeFileSync(join(workspace, 'lib/cart.js'), cart.replace('.slice(1)', '').replace('items = []', 'items = Array()'));
  git('add', '--all');
  git('commit', '--quiet', '-m', 'The cart adds up');
  writeFileSync(join(workspace, 'lib/cart.js'), cart);
  const entry = await contextMenu(page.locator('.testing-run-glyph').last(), 'Why Is This Test Red?');
  await shots('explorer-why-1-menu');
  await entry.click();
  const shown = await until(() => frameWith(page, 'h1:has-text("Why")'), 'the page is shown');
  const text = await shown.locator('body').innerText();
  assert.match(text, /Why .*adds up.* fails[^]*^-.*reduce[^]*^\+.*slice\(1\)/m);
  assert.doesNotMatch(text, /is empty at first/);
  const isTold = (text) => /^cart\.js: 1 line differs in \d+ tests, result verified\.$/.test(text);
  await until(async () => (await notifications()).some(isTold), 'one word is told');
  await shots('explorer-why-2-page');
}

/** The test as it is now fails only after the one that fills the cart. */
async function findsWhatBreaks({ page, workspace, contextMenu, shots, until }) {
  const tests = ['is read', 'is filled', 'is kept'].map(
    (title) => `  it('${title}', () => ${title === 'is filled' ? 'cart.push(1)' : 'assert.ok(cart)'});\n`,
  );
  const text = `const assert = require('node:assert/strict');\n\nconst cart = [];\ndescribe('Cart', () => {\n${tests.join('')}  it('adds up', () => assert.deepEqual(cart, []));\n});\n`;
  writeFileSync(join(workspace, 'test/cart.test.js'), text);
  writeFileSync(join(workspace, 'package.json'), JSON.stringify({ name: 'cart', scripts: { test: 'mocha' } }));
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(workspace, 'node_modules'));
  const row = page.locator('.test-explorer .monaco-list-row').filter({ hasText: 'adds up' });
  const entry = await contextMenu(row, 'Find What Breaks This Test');
  await entry.click();
  const shown = await until(() => frameWith(page, 'h1:has-text("What breaks")'), 'the page is shown');
  const told = await shown.locator('body').innerText();
  assert.match(told, /What breaks [^]*adds up[^]*after 1 of the 3 tests[^]*is filled[^]*fails/);
  assert.doesNotMatch(told, /--reporter/);
  await shots('explorer-order-page');
}
