// Failures that a reduction meets on its way: told at its end, listed, opened, and one of them reduced.
import { rmSync } from 'node:fs';
import { workspaceWith } from './workspaces.mjs';

const tool = `const text = require('fs').readFileSync(process.argv[2], 'utf8');
if (/open/.test(text) && !/close/.test(text)) throw new RangeError('handle 17 was never freed');
if (/begin/.test(text) && !/end/.test(text)) process.kill(process.pid, 'SIGSEGV');
if (/boom/.test(text)) throw new TypeError('cannot print node 12');
`;
const words = ['begin', 'hay', 'open', 'boom', 'more', 'close', 'end', 'last'];

export default async function ({ open }) {
  const fixture = workspaceWith({ 'tool.cjs': tool, 'in.js': words.map((word) => `${word}(1);\n`).join('') });
  try {
    const workbench = await open({ fixture, settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
    await meets(workbench);
  } finally {
    rmSync(fixture, { recursive: true });
  }
}

async function meets({ page, palette, quickOpen, type, button, notifications, shot, still, until }) {
  const quick = page.locator('.quick-input-widget');
  await quickOpen('in.js');
  await palette('Whittle: Reduce File');
  await type('node tool.cjs ${file}');
  const told = (text) => async () => (await notifications()).some((one) => text.test(one));
  await until(told(/result verified\. 2 other failures were met\./), 'the end tells of both');
  await still();
  await shot('others-1-end');
  await button('Other Failures');
  await quick.getByText('RangeError: handle').waitFor();
  await still();
  await shot('others-2-list');
  await quick.getByText('RangeError: handle').click();
  await page
    .locator('.tab')
    .filter({ hasText: 'in.other 2.js' })
    .or(page.locator('.tab').filter({ hasText: 'in.other 1.js' }))
    .first()
    .waitFor();
  await still();
  await shot('others-3-open');
  await quickOpen('in.js');
  await palette('Whittle: Other Failures');
  const row = quick.locator('.monaco-list-row').filter({ hasText: 'RangeError' });
  await row.hover();
  await row.locator('.codicon-play').click();
  await until(told(/^Untitled.*result verified/), 'the other one is reduced');
  await still();
  await shot('others-4-reduced');
}
