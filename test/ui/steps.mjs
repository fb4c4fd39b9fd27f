// What the ways into Whittle have in common: a run in its middle, paused for its pictures, its end, and the way back.
import assert from 'node:assert/strict';

/** Pauses the run of the active editor once something is grey, keeps its looks, and lets it go on. */
export async function middle(workbench, name) {
  const { page, opacities, statusText, shots, until } = workbench;
  await until(async () => faded(await opacities()) > 0, 'something is grey', 60_000);
  await titleButton(page, 'Pause').click();
  await titleButton(page, 'Resume').waitFor();
  const figures = await until(
    async () => (await statusText()).find((text) => text.includes('paused')),
    'the status bar says that it is paused',
  );
  assert.match(figures, /^[\d,]+ → [\d,]+ tokens · [\d.]+% · \d+ tests? · paused$/);
  assert.doesNotMatch(figures, /· 0% ·/, 'something has gone');
  await lensSays(page, 'Resume');
  await shots(`${name}-2-middle`, (theme) => isLegible(workbench, theme));
  await titleButton(page, 'Resume').click();
}

/** Waits for the end; gives what is told, and the text of the result. */
export async function end(workbench, name) {
  const { page, opacities, notifications, shots, until } = workbench;
  const told = await until(
    async () => (await notifications()).find((text) => text.includes('verified')),
    'the end is told',
    120_000,
  );
  await lensSays(page, 'Apply');
  await shots(`${name}-3-end`, (theme) => isLegible(workbench, theme));
  assert.match(told, /^\S+: [\d,]+ → [\d,]+ tokens · [\d.]+% in \d+ tests, result verified\.$/);
  assert.ok(faded(await opacities()) > 0, 'the original is grey');
  return { told, result: await resultText(page) };
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
async function resultText(page) {
  const tab = page.locator('.editor-group-container').filter({ has: page.locator('.tab', { hasText: '.reduced' }) });
  return (await tab.locator('.view-line').allInnerTexts()).join('\n').replaceAll('\u00a0', ' ');
}

/** Puts the cursor on a line of the active editor. */
export async function goToLine(page, line) {
  await page.keyboard.press('Control+G');
  const input = page.locator('.quick-input-widget input').first();
  await input.fill(`:${line}`);
  await input.press('Enter');
  await input.waitFor({ state: 'hidden' });
}
