// Context menus of the workbench.
import assert from 'node:assert/strict';
import { until } from './until.mjs';

/** Helpers bound to a page. */
export function menuHelpers(page) {
  const menu = page.locator('.monaco-menu-container');
  const entries = menu.locator('.monaco-menu .action-item');

  /** Right-clicks on something; gives the entry with this label, which must be enabled, under the mouse. */
  async function contextMenu(target, label) {
    await until(() => rightClick(target), 'the menu is that of the row');
    const entry = entries.filter({ hasText: label }).first();
    await entry.waitFor();
    assert.doesNotMatch((await entry.getAttribute('class')) ?? '', /disabled/, `${label} is enabled`);
    await menu.evaluate((el) => Promise.all(el.getAnimations().map(({ finished }) => finished)));
    await entry.hover();
    return entry;
  }

  /** Was it what was clicked on? Rows may move meanwhile; a list focuses the row of its menu. */
  async function rightClick(target) {
    await target.click({ button: 'right' });
    const classes = ((await target.getAttribute('class')) ?? '').split(' ');
    if (!classes.includes('monaco-list-row') || classes.includes('focused')) return true;
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    return false;
  }

  return { contextMenu };
}
