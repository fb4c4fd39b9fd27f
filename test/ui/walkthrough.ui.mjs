// What a user sees first: the walkthrough, its steps and their pictures, and the run that one of them begins.
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { discard, end, faded, inOneTheme, middle } from './steps.mjs';

const fixture = join(dirname(fileURLToPath(import.meta.url)), '../vscode/fixture');

export default async function ({ open }) {
  const workbench = await open({ fixture, settings: { 'whittle.targetSize': 120 } });
  const { page, palette, pick, until, eachTheme } = workbench;
  await page.keyboard.press('ControlOrMeta+B');
  await palette('Welcome: Open Walkthrough');
  await pick('Get Started with Whittle');
  const steps = page.locator('.getting-started-step');
  await until(async () => (await steps.count()) === 5, 'five steps are there');
  await eachTheme((theme) => showsSteps(workbench, steps, theme));
  await triesAnExample(inOneTheme(workbench), steps.first());
  await leadsToARun(inOneTheme(workbench));
}

/** One click: the file opens, and turns grey. Its tab takes everything with it. */
async function triesAnExample(workbench, step) {
  const { page, palette, opacities, until } = workbench;
  await step.click();
  await page.getByRole('button', { name: 'Try It on an Example' }).click();
  await until(async () => faded(await opacities()) > 0, 'something is grey');
  const { result } = await end(workbench, 'walkthrough-6-example');
  assert.match(result, /"items"[^]*"one-free"/);
  assert.equal(await page.locator('.quick-input-widget:visible').count(), 0, 'nothing is asked');
  await discard(workbench);
  await page.locator('.tab').filter({ hasText: 'orders.json' }).first().click();
  await palette('View: Close Editor');
  await page.locator('.tab').filter({ hasText: 'orders.json' }).waitFor({ state: 'detached' });
}

/** Each with the picture of the theme. */
async function showsSteps({ page, shot, until }, steps, theme) {
  const wanted = new RegExp(`-${theme === 'light' ? 'light' : 'dark'}\\.png`);
  for (let at = 0; at < 5; at++) {
    await steps.nth(at).click();
    const isShown = async () => {
      const pictures = page.locator('.getting-started-media img');
      const loaded = (all) => all.map((one) => one.complete && one.naturalWidth > 200 && one.srcset);
      const [srcset, ...others] = await pictures.evaluateAll(loaded);
      return others.length === 0 && srcset && wanted.test(srcset);
    };
    await until(isShown, `the picture of step ${at + 1} is there`);
    await shot(`walkthrough-${at + 1}-${theme}`);
  }
}

/** Links run their commands, and steps that were done are ticked: without an editor the file is asked for. */
async function leadsToARun(workbench) {
  const { page, quickOpen, pick, shots, until } = workbench;
  const ticked = (step) => async () => (await step.locator('.codicon.complete').count()) > 0;
  const walkthrough = page.locator('.tab').filter({ hasText: 'Walkthrough' });
  for (const name of ['notes.txt', 'queue.js']) await quickOpen(name);
  await walkthrough.click();
  const [, oracle, watch] = await page.locator('.getting-started-step').all();
  await watch.click();
  await page.getByRole('button', { name: 'Show Panel' }).click();
  await page.locator('.pane-header').filter({ hasText: 'History' }).waitFor();
  await until(ticked(watch), 'the step is ticked');
  await walkthrough.click();
  await oracle.click();
  await page.getByRole('button', { name: 'Reduce File' }).first().click();
  await page.locator('.quick-input-list .monaco-list-row').filter({ hasText: 'Another File' }).waitFor();
  await shots('walkthrough-6-which-file');
  await pick('queue.js');
  await pick('still crashes');
  await middle(workbench, 'walkthrough-7');
  const { result } = await end(workbench, 'walkthrough-7');
  assert.match(result, /drain/);
}
