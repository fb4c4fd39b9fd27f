// What a user sees of Isolate Difference: two files, two questions, a diff of one word, and both sides saved.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failingInput, panicCommand } from '../demo/input.mjs';

export default async function ({ open }) {
  const fixture = twoFiles();
  try {
    await isolatesAndSaves(await open({ fixture }));
  } finally {
    rmSync(fixture, { recursive: true });
  }
}

async function isolatesAndSaves(workbench) {
  const { page, workspace, palette, quickOpen, pick, type, notifications, statusText, button, shot, until } = workbench;
  await quickOpen('crash.js');
  await palette('Whittle: Isolate Difference…');
  await page.locator('.quick-input-list').filter({ hasText: 'Empty File' }).waitFor();
  await shot('isolate-1-which-passes');
  await pick('works.js');
  await type(`sleep 0.3; ${panicCommand('${file}')}`);
  const isDiffering = (texts) => texts.some((text) => /^(crash\.js: )?\d+ \w+ differs? · \d+ tests?/.test(text));
  await until(async () => isDiffering(await statusText()), 'the progress is told');
  assert.deepEqual(await notifications(), [], 'and no message pops up');
  await shot('isolate-2-running');

  await until(async () => (await notifications()).some((text) => text.includes('verified')), 'the end is told');
  await page.locator('.monaco-diff-editor .view-line').filter({ hasText: 'static' }).first().waitFor();
  await shot('isolate-3-difference');
  const told = await notifications();
  assert.equal(told.length, 1, told.join('\n'));
  assert.match(told[0], /^crash\.js: \d+ words? differs? in \d+ tests, result verified\.$/);
  assert.ok((await statusText()).some((text) => /^\d+ words? differs? · \d+ tests$/.test(text)));

  await button('Save Both');
  await until(() => existsSync(join(workspace, 'crash.failing.js')), 'the failing side is saved');
  assert.ok(existsSync(join(workspace, 'crash.passing.js')));
  await shot('isolate-4-saved');
}

/** A file that crashes esbuild, and its state before a day's work brought the crash in. */
function twoFiles() {
  const directory = mkdtempSync(join(tmpdir(), 'whittle-ui-'));
  const crash = failingInput();
  const works = crash
    .replace(/ {4}static \{[^}]*\}\n/, '')
    .replaceAll('maxSize', 'limit')
    .replaceAll('undefined', 'null');
  writeFileSync(join(directory, 'crash.js'), crash);
  writeFileSync(join(directory, 'works.js'), works);
  return directory;
}
