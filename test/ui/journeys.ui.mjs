// Twelve journeys of a newcomer (test/journeys): what they cost, what the head of the panel says, and how all looks.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { asked, counting, told } from '../journeys/counting.mjs';
import { files, journeys, tasks } from '../journeys/journeys.mjs';
import { frameWith, workspaceWith } from './workspaces.mjs';

/** Sizes of the window beside that of the tests: a narrow one, and what is left of 1280 × 800 at a zoom of 150%. */
const sizes = { narrow: { width: 700, height: 800 }, zoomed: { width: 853, height: 533 } };

export default async function ({ open }) {
  const fixture = workspaceWith(files, tasks);
  try {
    const workbench = await open({ fixture, settings: { 'whittle.targetSize': 2 } });
    const counter = await counting(workbench.page);
    const part = new RegExp(process.env.JOURNEY ?? '');
    for (const journey of journeys.filter(({ name }) => part.test(name))) await goes(workbench, counter, journey);
  } finally {
    rmSync(fixture, { recursive: true });
  }
}

async function goes(workbench, counter, { name, most, bug, begin, go, after }) {
  const { page, palette, until } = workbench;
  await palette('View: Close All Editors');
  await begin(workbench);
  await counter.begin();
  await go(workbench);
  const cost = await counter.cost();
  console.log(`    ${name}: ${told(cost)}`);
  assert.ok(cost.clicks <= most.clicks, `${name}: ${told(cost)}`);
  assert.ok(asked(cost) <= most.questions, `${name}: ${cost.questions.join(' | ')}`);
  assert.ok(cost.toasts.length <= most.toasts, `${name}: ${cost.toasts.join(' | ')}`);
  for (const button of cost.buttons)
    assert.ok(button.split(/\s+/).length <= 2, `${name}: the button "${button}" is long`);
  if (bug) {
    await palette('Whittle: Show Panel');
    const panel = await until(() => frameWith(page, '.run'), 'the panel shows the run');
    await until(async () => bug.test(await panel.locator('.bug').first().innerText()), `the head names the bug ${bug}`);
    assert.ok(await panel.locator('header code').isVisible(), `${name}: the command is shown`);
  }
  await pictures(workbench, `journey-${name.replaceAll(/\W+/g, '-')}`);
  await after?.(workbench);
  await page.keyboard.press('Escape');
  await palette('Notifications: Clear All Notifications');
  await page.locator('.notification-toast').waitFor({ state: 'detached' });
}

async function pictures({ page, shots, shot }, name) {
  await shots(name);
  const usual = page.viewportSize();
  for (const [size, view] of Object.entries(sizes)) {
    await page.setViewportSize(view);
    await shot(`${name}-${size}`);
  }
  await page.setViewportSize(usual);
}
