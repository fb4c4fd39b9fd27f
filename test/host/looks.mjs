// Reads what the workbench shows: faded text, status bar, toasts; and takes screenshots, in one theme or in several.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from './until.mjs';

const folder = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..', 'out', 'shots');

/** A theme's name in the settings, the class of a window that has it, and what pages in the window call its kind. */
export const themes = {
  light: ['Default Light Modern', 'vs', 'vscode-light'],
  dark: ['Default Dark Modern', 'vs-dark', 'vscode-dark'],
  contrast: ['Default High Contrast', 'hc-black', 'vscode-high-contrast'],
};

const clean = (texts) => texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter(Boolean);

/** Helpers bound to a page, the folder that it shows, and its palette. */
export function lookHelpers(page, workspace, palette) {
  /** [[line text, [[span text, opacity], ...]], ...] of the first visible editor, from top to bottom. */
  const opacities = () => page.locator('.editor-instance .view-lines:visible').first().evaluate(readLines);

  const statusText = async () => clean(await page.locator('.statusbar-item:visible').allInnerTexts());

  const toasts = page.locator('.notification-toast .notification-list-item-message:visible');
  const notifications = async () => clean(await toasts.allInnerTexts());

  /** Clicks a button of a notification or of a modal dialog. */
  async function button(text) {
    const places = ['.notification-toast', '.notifications-center', '.monaco-dialog-box'];
    const all = page.locator(places.map((place) => `${place} .monaco-button:visible`).join(', '));
    const wanted = all.filter({ hasText: text }).first();
    // Toasts hide themselves after some seconds: then the notification is in the list.
    await wanted.waitFor({ timeout: 5000 }).catch(() => palette('Notifications: Show Notifications'));
    await wanted.click();
  }

  /** Screenshot; returns its path. */
  async function shot(name) {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${name}.png`);
    await page.screenshot({ path });
    return path;
  }

  /** Until nothing in the page moves any more: two pictures, one after the other, are the same. */
  async function still() {
    let before = Buffer.alloc(0);
    await until(async () => {
      const now = await page.screenshot();
      const same = now.equals(before);
      before = now;
      return same;
    }, 'nothing in the page moves');
  }

  const isThere = (kind) => page.locator(`.monaco-workbench.${kind}`).count();

  /** Changes the workspace's theme; pages in the window have it too when this resolves. */
  async function inTheme([theme, kind, pageKind]) {
    if (await isThere(kind)) return;
    changeSettings(workspace, { 'workbench.colorTheme': theme });
    await page.locator(`.monaco-workbench.${kind}`).waitFor();
    await until(() => haveKind(page, pageKind), `pages in the window have the theme ${theme}`);
  }

  /** Does something in each theme, at most in so many, in that of now first. */
  async function eachTheme(act, chosen = themes, most = Infinity) {
    const all = Object.entries(chosen);
    const now = await Promise.all(all.map(([, [, kind]]) => isThere(kind)));
    const first = Math.max(now.indexOf(1), 0);
    for (const [name, theme] of [...all.slice(first), ...all.slice(0, first)].slice(0, most)) {
      await inTheme(theme);
      await act(name);
    }
  }

  /** The same moment in all themes, at each push in that of now; `ready` waits in each of them until it can be seen. */
  const shots = (name, ready = async () => {}) =>
    eachTheme(
      async (theme) => {
        await ready(theme);
        await shot(`${name}-${theme}`);
      },
      themes,
      process.env.WHITTLE_TESTS === 'all' ? Infinity : 1,
    );

  return { opacities, statusText, notifications, button, shot, shots, still, eachTheme };
}

function changeSettings(workspace, changed) {
  const file = join(workspace, '.vscode/settings.json');
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ ...before, ...changed }));
}

async function haveKind(page, kind) {
  const kinds = page.frames().map(
    (frame) =>
      frame
        .locator('body[data-vscode-theme-kind]:visible')
        .evaluateAll((all) => all.map((body) => body.dataset.vscodeThemeKind))
        .catch(() => []), // the frame has gone
  );
  return (await Promise.all(kinds)).flat().every((one) => one === kind);
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
