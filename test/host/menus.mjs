// Context menus of the workbench.
import assert from 'node:assert/strict';

/** Helpers bound to a page. */
export function menuHelpers(page) {
  const menu = page.locator('.monaco-menu-container');
  const entries = menu.locator('.monaco-menu .action-item');

  /** Right-clicks on something; gives the entry with this label, which must be enabled, under the mouse. */
  async function contextMenu(target, label) {
    await target.click({ button: 'right' });
    const entry = entries.filter({ hasText: label }).first();
    await entry.waitFor();
    assert.doesNotMatch((await entry.getAttribute('class')) ?? '', /disabled/, `${label} is enabled`);
    await menu.evaluate((el) => Promise.all(el.getAnimations().map(({ finished }) => finished)));
    await entry.hover();
    return entry;
  }

  return { contextMenu };
}
