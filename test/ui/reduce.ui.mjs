// What a user sees: a real crash of esbuild, reduced from the palette by a typed command, from the question to Apply and undo; then a selection.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { panicCommand } from '../demo/input.mjs';
import { hasLogger } from '../host/setup.mjs';
import { end, faded, goToLine, inOneTheme, middle, resultText } from './steps.mjs';
import { crashWorkspace } from './workspaces.mjs';

const command = `sleep 0.1; ${panicCommand('${file}')}`;

export default async function ({ open }) {
  const fixture = crashWorkspace();
  try {
    const workbench = await open({ fixture });
    await reducesTheFile(workbench);
    await showsAndApplies(workbench);
    await reducesTheSelection(inOneTheme(workbench));
  } finally {
    rmSync(fixture, { recursive: true });
  }
}

async function reducesTheFile(workbench) {
  const { page, palette, quickOpen, type, opacities, statusText, shots, until } = workbench;
  await quickOpen('crash.js');
  await until(async () => (await opacities()).length > 5, 'the file is shown');
  assert.equal(faded(await opacities()), 0);
  await palette('Whittle: Reduce File');
  await page.locator('.quick-input-list').filter({ hasText: 'esbuild panics' }).waitFor();
  await shots('file-1-question');
  await type(command);
  const running = await until(
    async () => (await statusText()).find((text) => text.includes('tokens')),
    'the status bar counts',
  );
  assert.match(running, /^[\d,]+ → [\d,]+ tokens · [\d.]+% · (\d+ tests?|about \d+ (s|min) left)$/);
  await middle(workbench, 'file');
  const { told, messages, result } = await end(workbench, 'file');
  assert.equal(messages.length, 1, messages.join('\n'));
  assert.match(told, /^crash\.js: 11,\d+ → \d+ tokens · 99\.\d+% in \d+ tests, result verified\.$/);
  assert.match(result, /^class a ?\{/);
}

async function showsAndApplies({ page, palette, quickOpen, opacities, button, shot, until }) {
  assert.equal(await fadedEditors(page), 1);
  await palette('View: Split Editor Down');
  await until(async () => (await fadedEditors(page)) === 2, 'an editor opened later is grey too');
  await palette('View: Close Editor');
  await until(async () => (await fadedEditors(page)) === 1, 'the second editor is closed');

  await button('Show Diff');
  await page.locator('.monaco-diff-editor .view-line').filter({ hasText: 'class ZeroArray' }).first().waitFor();
  await shot('file-4-diff');
  await palette('View: Close Editor');
  await quickOpen('crash.js');
  await palette('Whittle: Apply Result');
  await until(async () => (await opacities()).length < 12, 'the result is in the editor');
  await shot('file-5-applied');
  assert.equal(faded(await opacities()), 0);
  await page.keyboard.press('ControlOrMeta+Z');
  await until(async () => (await opacities()).length > 12, 'the original is back');

  await palette('Whittle: Show Log');
  if (hasLogger()) await page.locator('.view-line').filter({ hasText: 'finished (done)' }).waitFor();
  else console.log('    the log is not looked at: this host has no logger');
  await shot('file-6-log');
  await palette('View: Toggle Panel Visibility');
}

/** By the command that was typed before; the rest of the file stays as it is. */
async function reducesTheSelection(workbench) {
  const { page, palette, pick, opacities, shots, statusText, until } = workbench;
  await goToLine(page, 91);
  for (let line = 91; line < 100; line++) await page.keyboard.press('Shift+ArrowDown');
  await palette('Whittle: Reduce Selection');
  await page.locator('.quick-input-list').filter({ hasText: 'last used' }).waitFor();
  await shots('selection-1-question');
  await pick(command);
  // After the undo the file is grey as its own result says, until something of the selection has gone.
  const isOfTheSelection = (text) => /^\d\d → \d+ tokens · (?!0%)/.test(text);
  await until(async () => (await statusText()).some(isOfTheSelection), 'the status bar counts the selection');
  await middle(workbench, 'selection');
  const greyLines = await until(() => linesWithGrey(opacities), 'something is grey');
  assert.ok(
    greyLines.every((text) => /^(class Zero| |})/.test(text)),
    greyLines.join('\n'),
  );
  await end(workbench, 'selection');
  // The tab of the result before is used again.
  const result = await until(
    async () => [await resultText(page)].find((text) => /class ZeroArray[^]*class Stack/.test(text)),
    'what has changed is in view, and what was not selected stays',
  );
  assert.doesNotMatch(result, /super\(size\)/);
}

const linesWithGrey = async (opacities) =>
  (await opacities()).filter((line) => faded([line]) > 0).map(([text]) => text);

/** How many of the visible editors have grey text. */
const fadedEditors = (page) =>
  page.locator('.editor-instance .view-lines:visible').evaluateAll((editors) => {
    const faded = (span) => Number(getComputedStyle(span).opacity) < 1;
    return editors.filter((editor) => [...editor.querySelectorAll('.view-line span')].some(faded)).length;
  });
