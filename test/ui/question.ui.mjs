// What a user sees of the questions: a typed command, what to look for, with the lines of a real crash, and an error with its remedy.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { esbuild } from '../demo/input.mjs';
import { discard, inOneTheme } from './steps.mjs';
import { crashWorkspace } from './workspaces.mjs';

const command = `sleep 0.1; '${esbuild()}' --bundle --minify-syntax --log-limit=1 --loader=js < \${file}`;

export default async function ({ open }) {
  const fixture = crashWorkspace();
  try {
    const workbench = inOneTheme(await open({ fixture, settings: { 'whittle.maxTests': 30 } }));
    await offersToEdit(workbench);
    await asksWhatToLookFor(workbench);
    await offersItAgain(workbench);
  } finally {
    rmSync(fixture, { recursive: true });
  }
}

/** A command that is not found; its remedy is the box with the command. */
async function offersToEdit({ page, palette, quickOpen, type, button, notifications, shot, until }) {
  await quickOpen('crash.js');
  await palette('Whittle: Reduce File');
  await type('esbuid ${file}');
  await until(async () => (await notifications()).some((text) => /was not found/.test(text)), 'the error is told');
  await shot('question-1-error');
  await button('Edit Command…');
  const input = page.locator('.quick-input-box input');
  await until(async () => (await input.inputValue()) === 'esbuid ${file}', 'the command can be edited');
  await type(command);
}

async function asksWhatToLookFor(workbench) {
  const { page, shots, until, statusText } = workbench;
  const list = page.locator('.quick-input-list .monaco-list-row');
  await list.filter({ hasText: 'Same Message' }).waitFor();
  await until(async () => (await statusText()).some((text) => text.includes('tokens')), 'the run goes on meanwhile');
  await shots('question-2-rule');
  const title = await page.locator('.quick-input-title').innerText();
  assert.match(title, /^Looking for: ".*panic.*" \(exit code \d+\)$/);
  const labels = await list.locator('.label-name').allInnerTexts();
  assert.equal(labels[0].replaceAll('\u00a0', ' '), 'Same Message');
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  await isOver(workbench);
}

/** The last answer is the first one: Enter takes it, and nothing more is asked. */
async function offersItAgain(workbench) {
  const { page, palette, shot } = workbench;
  await palette('Whittle: Reduce File');
  await page.locator('.quick-input-list .monaco-list-row.focused').filter({ hasText: 'last used' }).waitFor();
  await shot('question-3-last');
  await page.keyboard.press('Enter');
  await isOver(workbench);
  assert.equal(await page.locator('.quick-input-widget:visible').count(), 0);
}

async function isOver(workbench) {
  const { notifications, until } = workbench;
  await until(async () => (await notifications()).some((text) => text.includes('result verified')), 'the end is told');
  await discard(workbench);
}
