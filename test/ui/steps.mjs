// What the ways into Whittle have in common: a run in its middle, paused for its pictures, its end, and the way back.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The same workbench, whose pictures are taken in the theme of now only: where the look is known in all themes from another run. */
export const inOneTheme = (workbench) => ({
  ...workbench,
  shots: async (name, ready = async () => {}) => {
    const ofContrast = await workbench.page.locator('.monaco-workbench.hc-black').count();
    await ready(ofContrast ? 'contrast' : 'light');
    await workbench.shot(name);
  },
});

/** Stops the run of the active editor once it has begun, and forgets it: where only the way to it matters. */
export async function begins(workbench) {
  const { page, statusText, notifications, until } = workbench;
  await until(
    async () => (await statusText()).some((text) => / tokens · |% smaller/.test(text)),
    'the status bar counts',
  );
  const isOver = async () => (await notifications()).some((text) => /, stopped\.|, result verified\./.test(text));
  const ended = until(isOver, 'its end is told');
  // It may end by itself first.
  const stopped = titleButton(page, 'Stop')
    .click()
    .catch(() => {});
  await Promise.race([stopped, ended]);
  await ended;
  await discard(workbench);
}

/** Pauses the run of the active editor once something is grey, keeps its looks, and lets it go on. */
export async function middle(workbench, name) {
  const { page, opacities, statusText, shots, until } = workbench;
  await until(async () => faded(await opacities()) > 0, 'something is grey');
  await titleButton(page, 'Pause').click();
  await titleButton(page, 'Resume').waitFor();
  const figures = await until(
    async () => (await statusText()).find((text) => text.includes('paused')),
    'the status bar says that it is paused',
  );
  assert.match(figures, /^[\d,]+ → [\d,]+ tokens · [\d.]+% · \d+ tests? · paused$/);
  assert.doesNotMatch(figures, /· 0% ·/, 'something has gone');
  await shots(`${name}-2-middle`, (theme) => isLegible(workbench, theme));
  await titleButton(page, 'Resume').click();
}

/** Waits for the end; gives what is told of it, all messages that are there then, and the text of the result. */
export async function end(workbench, name) {
  const { page, opacities, notifications, shots, until } = workbench;
  const ofTheEnd = (text) => text.includes('verified');
  const messages = await until(async () => {
    const all = await notifications();
    return all.some(ofTheEnd) && all;
  }, 'the end is told');
  const told = messages.find(ofTheEnd);
  await lensSays(page, 'Apply');
  await shots(`${name}-3-end`, (theme) => isLegible(workbench, theme));
  assert.match(
    told,
    /^\S+: [\d,]+ → [\d,]+ tokens · [\d.]+% in \d+ tests, result verified\.( (Another failure was|\d+ other failures were) met\.)?$/,
  );
  assert.ok(faded(await opacities()) > 0, 'the original is grey');
  return { told, messages, result: await resultText(page) };
}

/** Forgets the result, and what was told. */
export async function discard({ page, palette, opacities, until }) {
  await titleButton(page, 'Discard Result').click();
  await until(async () => faded(await opacities()) === 0, 'nothing is grey any more');
  await page.locator('.codelens-decoration a').first().waitFor({ state: 'detached' });
  await palette('Notifications: Clear All Notifications');
  await page.locator('.notification-toast').waitFor({ state: 'detached' });
}

/** How many words of the first editor are grey. */
export const faded = (shown) => grey(shown).length;

const grey = (shown) => shown.flatMap(([, spans]) => spans).filter(([text, opacity]) => opacity < 1 && /\w/.test(text));

/** Grey text is less faint where contrast is high. */
const isLegible = ({ opacities, until }, theme) =>
  until(
    async () => grey(await opacities()).every(([, opacity]) => opacity === (theme === 'contrast' ? 0.6 : 0.4)),
    `grey text has the opacity of the theme ${theme}`,
  );

const titleButton = (page, label) => page.locator(`.editor-actions .action-label[aria-label^="${label}"]`).first();

/** The line above the file, unless that is out of sight. */
async function lensSays(page, title) {
  const first = page
    .locator('.editor-instance')
    .first()
    .locator('.line-numbers:visible')
    .getByText('1', { exact: true });
  if ((await first.count()) > 0)
    await page.locator('.codelens-decoration:visible a').getByText(title).first().waitFor();
}

/** The lines of the editor beside the original. */
export async function resultText(page) {
  const tab = page.locator('.editor-group-container').filter({ has: page.locator('.tab', { hasText: '.reduced' }) });
  return (await tab.locator('.view-line').allInnerTexts()).join('\n').replaceAll('\u00a0', ' ');
}

/** Puts the cursor on a line of the active editor. */
export async function goToLine(page, line) {
  await page.keyboard.press('Control+G');
  const input = page.locator('.quick-input-widget input').first();
  await input.fill(`:${line}`);
  // Enter does nothing before the box has understood the number.
  await page.locator(`.quick-input-widget input[aria-label*="Go to line ${line}"]`).waitFor();
  await input.press('Enter');
  await input.waitFor({ state: 'hidden' });
}

/** Asks for this entry of a folder's context menu in the explorer, until the question of the run is there. */
export async function startsOn({ page, contextMenu, shot, shots }, folder, entry, name) {
  const found = await contextMenu(row(page, folder), entry);
  await shot(`${name}-menu`);
  await found.click();
  await page.locator('.quick-input-title').filter({ hasText: 'reproduce the bug' }).waitFor();
  await shots(`${name}-question`);
}

/** Of a file or folder in the explorer. */
export const row = (page, name) =>
  page
    .locator('.explorer-folders-view .monaco-list-row')
    .filter({ has: page.getByText(name, { exact: true }) })
    .first();

/** Paths relative to the directory. */
export const filesIn = (directory) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .sort();
