// What a user sees of the questions: an error with its remedy, a typed command, and what to look for, with the lines of a real crash.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { esbuild } from '../demo/input.mjs';
import { discard, inOneTheme } from './steps.mjs';
import { crashWorkspace } from './workspaces.mjs';

const options = '--bundle --minify-syntax --log-limit=1 --loader=js';
const command = `sleep 0.1; '${esbuild()}' ${options} < \${file}`;

/** Ends with an error that has a kind: then there is more than one way to look for it. */
const build = `const { spawnSync } = require('node:child_process');
const input = require('node:fs').readFileSync(process.argv[2]);
const { stderr } = spawnSync('${esbuild()}', '${options}'.split(' '), { input, encoding: 'utf8' });
const [panic] = /panic: .*/.exec(stderr) ?? [];
if (panic) throw new EvalError(panic);
`;

export default async function ({ open }) {
  const fixture = crashWorkspace(0.1, { 'build.js': build });
  try {
    const workbench = inOneTheme(await open({ fixture, settings: { 'whittle.maxTests': 30 } }));
    await offersToEdit(workbench);
    await asksNothingMore(workbench);
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

/** The crash has one message, without a number, and names no kind: there is nothing to choose from. */
async function asksNothingMore(workbench) {
  const { page, palette } = workbench;
  const widget = page.locator('.quick-input-widget');
  await isTold(workbench);
  await widget.waitFor({ state: 'hidden' });
  await palette('Whittle: Edit What the Bug Looks Like…');
  await widget.locator('.monaco-list-row').filter({ hasText: 'Edit…' }).waitFor();
  assert.match(await titleOf(page), /^Looking for: ".*panic.*" \(exit code 1\)$/);
  assert.deepEqual(await labelsOf(page), ['Same Message', 'Edit…']);
  await page.keyboard.press('Escape');
  await discard(workbench);
}

async function asksWhatToLookFor(workbench) {
  const { page, palette, shots, type, until, statusText } = workbench;
  await palette('Whittle: Reduce File');
  await page.locator('.quick-input-list .monaco-list-row').first().waitFor();
  await type('node build.js ${file}');
  await page.locator('.quick-input-list .monaco-list-row').filter({ hasText: 'Same Message' }).waitFor();
  await until(async () => (await statusText()).some((text) => text.includes('tokens')), 'the run goes on meanwhile');
  await shots('question-2-rule');
  assert.match(await titleOf(page), /^Looking for: "EvalError: panic.*" \(exit code 1\)$/);
  assert.deepEqual(await labelsOf(page), ['Same Message', 'Same Kind of Error', 'Edit…']);
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  await isTold(workbench);
  await discard(workbench);
}

const titleOf = (page) => page.locator('.quick-input-title').innerText();

async function labelsOf(page) {
  const labels = await page.locator('.quick-input-list-row:first-child .label-name').allInnerTexts();
  return labels.map((label) => label.replaceAll('\u00a0', ' '));
}

/** The last answer is the first one: Enter takes it, and nothing more is asked. */
async function offersItAgain(workbench) {
  const { page, palette, shot } = workbench;
  await palette('Whittle: Reduce File');
  await page.locator('.quick-input-list .monaco-list-row.focused').filter({ hasText: 'last used' }).waitFor();
  await shot('question-3-last');
  await page.keyboard.press('Enter');
  await isTold(workbench);
  assert.equal(await page.locator('.quick-input-widget:visible').count(), 0);
  await discard(workbench);
}

const isTold = ({ notifications, until }) =>
  until(async () => (await notifications()).some((text) => text.includes('result verified')), 'the end is told');
