// Runs that are worth a picture. Each scene gets a workbench and `take(name, clip?)`, which keeps a screenshot.
export async function crash({ page, palette, quickOpen, opacities, notifications, statusText, until }, take) {
  await openAtBug({ page, quickOpen, statusText, until });
  await palette('Whittle: Show Panel');
  await (await panelOf(page, until)).getByRole('button', { name: 'Reduce File' }).waitFor();
  await palette('Whittle: Reduce File');
  const row = page.locator('.quick-input-list .monaco-list-row').filter({ hasText: 'esbuild panics' });
  await row.waitFor();
  await page.mouse.move(180, 500);
  await page.waitForTimeout(500);
  await take('oracle');
  await row.click();
  const panel = await panelOf(page, until);
  await panel.locator('.extent').filter({ hasText: '→' }).waitFor();
  await until(() => grey(opacities), 'something is grey');
  await until(async () => /→ \d\d tokens/.test(await panel.locator('.extent').innerText()), 'much is gone');
  await page.waitForTimeout(500);
  await take('run');
  await take('panel', (await page.locator('.part.sidebar').boundingBox()) ?? undefined);
  await until(() => confirmed(notifications), 'the end', 60_000);
  await panel.getByRole('button', { name: 'Apply' }).waitFor();
  await isQuiet({ page, statusText, until });
  await take('result');
}

export async function failingTest({ page, palette, quickOpen, notifications, statusText, button, until }, take) {
  await quickOpen('cart.test.js');
  const file = page.locator('.explorer-folders-view .monaco-list-row').filter({ hasText: 'cart.test.js' });
  await file.click({ button: 'right' });
  const entry = page.locator('.monaco-menu .action-item').filter({ hasText: 'Reduce Failing Test' }).first();
  await entry.waitFor();
  await entry.hover();
  await take('test-menu');
  await entry.click();
  await until(() => confirmed(notifications), 'the end', 240_000);
  await isQuiet({ page, statusText, until });
  await take('test-result');
  await button('Show Diff');
  await page.locator('.monaco-diff-editor .view-line').filter({ hasText: 'adds up' }).first().waitFor();
  await page.keyboard.press('ControlOrMeta+B');
  await palette('View: Close Editors in Other Groups');
  await page.waitForTimeout(1500);
  await take('diff');
}

/** `frame(ms)` keeps a frame that is shown so long, or as long as it was to be seen. */
export async function film({ page, palette, quickOpen, opacities, notifications, statusText, until }, frame) {
  await openAtBug({ page, quickOpen, statusText, until });
  await palette('Whittle: Show Panel');
  await (await panelOf(page, until)).getByRole('button', { name: 'Reduce File' }).waitFor();
  await frame(900);
  await palette('Whittle: Reduce File');
  const row = page.locator('.quick-input-list .monaco-list-row').filter({ hasText: 'esbuild panics' });
  await row.waitFor();
  await frame(900);
  await row.click();
  await until(() => grey(opacities), 'something is grey');
  while (!(await confirmed(notifications))) await frame();
  await page.waitForTimeout(700);
  await frame(2500);
}

/** The language that is loaded then may take the focus away from the first try. */
async function openAtBug({ page, quickOpen, statusText, until }) {
  await quickOpen('crash.js');
  await until(async () => {
    await page.keyboard.press('Control+G');
    await page.locator('.quick-input-widget input').first().fill(':94');
    await page.keyboard.press('Enter');
    await page.waitForTimeout(300);
    return (await statusText()).some((text) => text.includes('Ln 94'));
  }, 'the bug is in view');
}

/** Is a word of the file grey? */
const grey = async (opacities) =>
  (await opacities()).some(([, spans]) => spans.some(([text, opacity]) => opacity < 1 && /\w/.test(text)));

/** The language server has read what was opened last. */
async function isQuiet({ page, statusText, until }) {
  await page.waitForTimeout(500);
  const busy = async () => (await statusText()).some((text) => text.includes('Analyzing'));
  await until(async () => !(await busy()), 'the language server is quiet', 30_000);
}

const confirmed = async (notifications) => (await notifications()).some((text) => text.includes('verified'));

/** The page of the panel is a frame in a frame. */
function panelOf(page, until) {
  return until(async () => {
    for (const frame of page.frames()) {
      const count = await frame
        .locator('#whittle:visible')
        .count()
        .catch(() => 0);
      if (count > 0) return frame;
    }
    return undefined;
  }, 'the page of the panel is there');
}
