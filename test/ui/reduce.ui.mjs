// What a user sees: a real crash of esbuild, reduced from the palette, from the first question to Apply and undo.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasLogger } from '../host/setup.mjs';
import { failingInput, panicCommand } from '../demo/input.mjs';

export default async function ({ open }) {
  const fixture = crashWorkspace();
  try {
    const workbench = await open({ fixture });
    await reducesAndApplies(workbench);
  } finally {
    rmSync(fixture, { recursive: true });
  }
}

async function reducesAndApplies({
  page,
  palette,
  quickOpen,
  pick,
  opacities,
  statusText,
  notifications,
  button,
  shot,
  until,
}) {
  await quickOpen('crash.js');
  const before = await until(() => lines(opacities), 'the file is shown');
  assert.ok(spans(before).every(([, opacity]) => opacity === 1));
  await shot('1-before');

  await palette('Whittle: Reduce File');
  await page.locator('.quick-input-list').filter({ hasText: 'esbuild panics' }).waitFor();
  await shot('2-which-oracle');
  await pick('esbuild panics');
  await until(async () => spans(await opacities()).some(([, opacity]) => opacity < 1), 'something is grey');
  const running = (await statusText()).find((text) => text.includes('tokens'));
  await shot('3-running');
  assert.match(running, /^[\d,]+ → [\d,]+ tokens · [\d.]+ % · \d+ tests? · [\d.]+\/s$/);

  await until(
    async () => (await notifications()).some((text) => text.includes('confirmed')),
    'the end is told',
    60_000,
  );
  await shot('4-result');
  const told = await notifications();
  assert.equal(told.length, 1, told.join('\n'));
  assert.match(told[0], /^crash\.js: 11,\d+ → \d+ tokens · 99\.\d+ % in \d+ tests, confirmed\.$/);
  assert.ok(spans(await opacities()).every(([text, opacity]) => opacity < 1 || !text.includes('PROCESS')));

  assert.equal(await fadedEditors(page), 1);
  await palette('View: Split Editor Down');
  await until(async () => (await fadedEditors(page)) === 2, 'an editor opened later is grey too');
  await shot('4-split');
  await palette('View: Close Editor');
  await until(async () => (await fadedEditors(page)) === 1, 'the second editor is closed');

  await button('Show Diff');
  await page.locator('.monaco-diff-editor .view-line').filter({ hasText: 'class ZeroArray' }).first().waitFor();
  await shot('5-diff');
  await palette('View: Close Editor');
  await quickOpen('crash.js');
  await palette('Whittle: Apply Result');
  await until(async () => (await opacities()).length < 12, 'the result is in the editor');
  await shot('6-applied');
  assert.ok(spans(await opacities()).every(([, opacity]) => opacity === 1));
  await page.keyboard.press('ControlOrMeta+Z');
  await until(async () => (await opacities()).length > 12, 'the original is back');

  await palette('Whittle: Show Log');
  if (hasLogger()) await page.locator('.view-line').filter({ hasText: 'finished (done)' }).waitFor();
  else console.log('    the log is not looked at: this host has no logger');
  await shot('7-log');
}

/** How many of the visible editors have grey text. */
const fadedEditors = (page) =>
  page.locator('.editor-instance .view-lines:visible').evaluateAll((editors) => {
    const faded = (span) => Number(getComputedStyle(span).opacity) < 1;
    return editors.filter((editor) => [...editor.querySelectorAll('.view-line span')].some(faded)).length;
  });

const lines = async (opacities) => (await opacities()).length > 5 && opacities();
const spans = (shown) => shown.flatMap(([, all]) => all).filter(([text]) => text.trim() !== '');

function crashWorkspace() {
  const directory = mkdtempSync(join(tmpdir(), 'whittle-ui-'));
  mkdirSync(join(directory, '.vscode'));
  writeFileSync(join(directory, 'crash.js'), failingInput());
  const command = `sleep 0.1; ${panicCommand('${file}')}`;
  const tasks = [{ label: 'esbuild panics', type: 'shell', command, problemMatcher: [] }];
  writeFileSync(join(directory, '.vscode/tasks.json'), JSON.stringify({ version: '2.0.0', tasks }));
  return directory;
}
