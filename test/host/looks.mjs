// Reads what the workbench shows: faded text, status bar, toasts; and takes screenshots.
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const shots = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..', 'out', 'shots');

const clean = (texts) => texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter(Boolean);

/** Helpers bound to a page. */
export function lookHelpers(page, directory = shots) {
  /** [[line text, [[span text, opacity], ...]], ...] of the first visible editor, from top to bottom. */
  const opacities = () => page.locator('.editor-instance .view-lines:visible').first().evaluate(readLines);

  const statusText = async () => clean(await page.locator('.statusbar-item:visible').allInnerTexts());

  const toasts = page.locator('.notification-toast .notification-list-item-message:visible');
  const notifications = async () => clean(await toasts.allInnerTexts());

  /** Clicks a button of a toast or of a modal dialog. */
  const button = (text) =>
    page
      .locator('.notification-toast .monaco-button:visible, .monaco-dialog-box .monaco-button:visible')
      .filter({ hasText: text })
      .first()
      .click();

  /** Screenshot; returns its path. */
  async function shot(name) {
    mkdirSync(directory, { recursive: true });
    const path = join(directory, `${name}.png`);
    await page.screenshot({ path });
    return path;
  }

  return { opacities, statusText, notifications, button, shot };
}

/** Runs in the page. Opacities multiply from the span up to its line. */
function readLines(editor) {
  const view = editor.ownerDocument.defaultView;
  const plain = (el) => el.textContent.replaceAll('\u00a0', ' ');
  const opacity = (el, line) =>
    el === line ? 1 : Number(view.getComputedStyle(el).opacity) * opacity(el.parentElement, line);
  const spans = (line) => [...line.querySelectorAll('span')].filter((span) => !span.querySelector('span'));
  const top = (line) => line.getBoundingClientRect().top;
  return [...editor.querySelectorAll('.view-line')]
    .sort((a, b) => top(a) - top(b))
    .map((line) => [plain(line), spans(line).map((span) => [plain(span), opacity(span, line)])]);
}
