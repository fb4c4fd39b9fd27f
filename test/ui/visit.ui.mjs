// What a visit costs a person: clicks to the first grey text, messages that stand in the way, and the place where one reads.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { faded, goToLine } from './steps.mjs';
import { cartWorkspace, workspaceWith } from './workspaces.mjs';

const straw = Array.from({ length: 400 }, (_, line) => `straw number ${line} is here\n`);
const parts = Array.from({ length: 9 }, (_, at) => `needle ${at} a b c\n`).join('');
const needles = Array.from({ length: 9 }, (_, at) => `grep -q "needle ${at}" \${file}`).join(' && ');

export default async function ({ open }) {
  const [cart, hay] = [cartWorkspace(), hayWorkspace()];
  try {
    await costsTwoClicks(await open({ fixture: cart }));
    const workbench = await open({ fixture: hay });
    await tellsNothingMeanwhile(workbench);
    await keepsThePlace(workbench);
    await comesBack(workbench);
  } finally {
    for (const fixture of [cart, hay]) rmSync(fixture, { recursive: true });
  }
}

function hayWorkspace() {
  const hay = [...straw.slice(0, 80), parts, ...straw.slice(80)].join('');
  return workspaceWith({ 'one.txt': hay, 'two.txt': hay }, { 'all needles are there': `sleep 0.3; ${needles}` });
}

async function costsTwoClicks({ page, quickOpen, contextMenu, opacities, shot, until }) {
  await quickOpen('cart.test.js');
  await until(async () => (await opacities()).length > 5, 'the file is shown');
  const seen = await toastsOf(page);
  // The first click opens the menu, the second one is its entry.
  const entry = await contextMenu(page.locator('.tab.active'), 'Reduce Failing Test');
  const began = performance.now();
  await entry.click();
  await page.locator('.statusbar-item').filter({ hasText: 'testing the original' }).waitFor();
  const told = performance.now() - began;
  await until(async () => faded(await opacities()) > 0, 'something is grey');
  console.log(`    told after ${seconds(told)}, first grey after ${seconds(performance.now() - began)}, by 2 clicks`);
  assert.deepEqual(await seen(), [], 'nothing stands in the way');
  await shot('visit-1-first-grey');
}

/** Two runs at once, to their ends. */
async function tellsNothingMeanwhile({ page, palette, quickOpen, pick, notifications, shots, until }) {
  const seen = await toastsOf(page);
  const status = page.locator('.statusbar-item');
  for (const name of ['two.txt', 'one.txt']) {
    await quickOpen(name);
    await palette('Whittle: Reduce File');
    await pick('all needles are there');
    await status
      .filter({ hasText: / tokens · |% smaller/ })
      .first()
      .waitFor();
    // The list for what is looked for comes and goes, as the command succeeds.
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }
  await status.filter({ hasText: /\d+% smaller · still polishing/ }).waitFor();
  await status.filter({ hasText: 'Use It Now' }).waitFor();
  await page.locator('.tab').filter({ hasText: 'one.reduced.txt' }).waitFor();
  assert.deepEqual(await seen(), [], 'nothing is told while they run');
  await shots('visit-2-good-enough');
  await status.filter({ hasText: 'Use It Now' }).locator('a').click();
  const ofTheEnd = (text) => /, stopped\.|result verified/.test(text);
  await until(async () => (await notifications()).some(ofTheEnd), 'the first end is told');
  await quickOpen('two.txt');
  await palette('Whittle: Stop');
  await until(async () => (await seen()).filter(ofTheEnd).length === 2, 'the second end is told');
  assert.deepEqual(await otherThan(ofTheEnd, seen), [], 'and nothing else');
  await until(async () => (await notifications()).length === 1, 'they are not stacked');
  assert.match(
    (await seen()).find(ofTheEnd),
    /^one\.txt: 2,045 → \d+ tokens · [\d.]+% in \d+ tests, result verified\.$/,
  );
  await shots('visit-3-end');
  await palette('Notifications: Clear All Notifications');
}

async function keepsThePlace({ page, quickOpen, palette, shots, until }) {
  await quickOpen('one.txt');
  await goToLine(page, 82);
  await palette('Whittle: Fold Removed Lines');
  const isFolded = (lines) => lines.length < 30 && lines.includes('82') && lines.includes('81');
  await until(async () => isFolded(await linesOf(page)), 'what is removed is folded, at the same place');
  await shots('visit-4-folded');
  await palette('Whittle: Unfold Removed Lines');
  const isUnfolded = (lines) => lines.length > 20 && lines.includes('82');
  await until(async () => isUnfolded(await linesOf(page)), 'it is unfolded at the same place');
}

async function comesBack({ page, palette, opacities, until }) {
  await goToLine(page, 1);
  assert.ok(faded(await opacities()) > 0);
  await page.keyboard.type('x');
  await until(async () => faded(await opacities()) === 0, 'an edited text is not grey');
  await page.keyboard.press('ControlOrMeta+Z');
  await until(async () => faded(await opacities()) > 0, 'it is grey again');
  await palette('Whittle: Go to Next Kept Part');
  await until(async () => (await linesOf(page)).includes('81'), 'what is left is in view');
}

const otherThan = async (known, seen) => (await seen()).filter((text) => !known(text));

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** Visible line numbers of the first editor. */
async function linesOf(page) {
  return page.locator('.editor-instance').first().locator('.line-numbers:visible').allInnerTexts();
}

/** Gives the texts of all messages that have popped up since. */
async function toastsOf(page) {
  await page.evaluate(() => {
    globalThis.toasts = [];
    globalThis.toastWatch?.disconnect();
    globalThis.toastWatch = new MutationObserver(() => {
      for (const one of document.querySelectorAll('.notification-toast .notification-list-item-message')) {
        if (one.innerText && !globalThis.toasts.includes(one.innerText)) globalThis.toasts.push(one.innerText);
      }
    });
    globalThis.toastWatch.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => globalThis.toasts);
}
