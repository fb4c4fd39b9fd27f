// Quick input of the workbench: the command palette, Quick Open, quick picks and input boxes.
import { basename } from 'node:path';
import { until } from './until.mjs';

/** Helpers bound to a page; each returns when the workbench has taken the input. */
export function quickHelpers(page) {
  const widget = page.locator('.quick-input-widget');
  const input = widget.locator('.quick-input-box input');

  /** What the widget shows: changes or goes away when an input was taken. */
  const look = () => widget.evaluate((el) => (el.offsetParent ? el.innerText + el.querySelector('input')?.value : ''));

  async function taken(what, action) {
    const before = await look();
    await action();
    await until(async () => (await look()) !== before, `the quick input has taken ${what}`);
  }

  /** Chooses the entry whose label is `text`, else the first that contains it. The list may still be changing. */
  async function pick(text) {
    const rows = widget.locator('.monaco-list-row').filter({ hasText: text });
    for (let tries = 0; ; tries++) {
      await rows.first().waitFor();
      const labels = await rows.evaluateAll((all) => all.map((row) => row.querySelector('.label-name')?.textContent));
      const exact = labels.map((label) => label?.replaceAll('\u00a0', ' ')).indexOf(text);
      try {
        return await taken(text, () => rows.nth(Math.max(exact, 0)).click({ timeout: 10_000 }));
      } catch (error) {
        // On a slow machine a click may be late, and not lost.
        if ((await rows.filter({ visible: true }).count()) === 0) return;
        if (tries === 20) throw error;
      }
    }
  }

  /**
   * Opens the widget by `key` and fills in `text`. The key is pressed again if nothing came of it: it is lost while the workbench starts
   * or moves the focus into a webview that is not loaded yet; and an editor that gets the focus late closes the widget.
   */
  async function opened(key, text) {
    for (let tries = 0; ; tries++) {
      await page.keyboard.press(key);
      try {
        await input.waitFor({ timeout: 5000 });
        return await input.fill(text, { timeout: 5000 });
      } catch (error) {
        if (tries === 20) throw error;
        await page.evaluate(() => document.activeElement?.blur());
      }
    }
  }

  /** Runs a command by its title. */
  async function palette(text) {
    await opened('F1', `>${text}`);
    await pick(text);
  }

  /** Opens a file of the workspace; resolves when its tab is the active one. */
  async function quickOpen(file) {
    await opened('ControlOrMeta+P', file);
    await pick(basename(file));
    await page
      .locator(`.tab.active[data-resource-name="${basename(file)}"]`)
      .first()
      .waitFor();
  }

  /** Fills the open input box and accepts it. */
  async function type(text) {
    await input.waitFor();
    await input.fill(text);
    await taken(text, () => input.press('Enter'));
  }

  return { palette, quickOpen, pick, type };
}
