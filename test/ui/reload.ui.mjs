// A window that is reloaded while a run is under way: the run ends with it, and goes on where it was if the user wants that.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { commandsWith } from '../host/processes.mjs';
import { workspaceWith } from './workspaces.mjs';

/** Its words know it among all processes, those of another suite too. */
const needle = `needle of haystack ${process.pid}`;
/** Slow enough to be reloaded in the middle. */
const command = `sleep 0.4; grep -q "${needle}" \${file}`;

export default async function ({ open }) {
  const lines = Array.from({ length: 200 }, (_, line) => `straw number ${line} is here\n`);
  lines[77] = `the ${needle}\n`;
  const fixture = workspaceWith(
    { 'hay.txt': lines.join(''), '.git/HEAD': 'ref: refs/heads/main\n' },
    { 'the needle is there': command },
  );
  try {
    await isResumed(await open({ fixture }));
  } finally {
    rmSync(fixture, { recursive: true });
  }
}

async function isResumed({ page, palette, quickOpen, pick, notifications, button, shot, until }) {
  const figures = async () => {
    const items = page.locator('.statusbar-item [aria-label*=" tests"]');
    const text = (await items.count()) > 0 ? await items.first().getAttribute('aria-label') : '';
    const [, tests] = /([\d,]+)( of about [\d,]+)? tests?, [\d.]+\/s/.exec(text) ?? [];
    return Number(tests ?? 0);
  };
  await quickOpen('hay.txt');
  await palette('Whittle: Reduce File');
  await pick('the needle is there');
  const before = await until(
    async () => ((await figures()) >= 8 ? figures() : undefined),
    'some tests are done',
    60_000,
  );

  await page.reload();
  // Commands of extensions are there when their icons are; what is typed before is lost when the editor takes the focus.
  await page.locator('.activitybar [aria-label^="Whittle"]').first().waitFor();
  await page.locator('.editor-instance .view-line').first().waitFor();
  await until(() => commandsWith(needle).length === 0, 'nothing of the run is left');
  const told = /^The run on hay\.txt was interrupted after ([\d,]+) tests\./;
  const offer = await until(
    async () => (await notifications()).find((text) => told.test(text)),
    'it is offered',
    60_000,
  );
  const noted = Number(told.exec(offer)[1].replace(',', ''));
  assert.ok(noted >= before - 8, `${noted} tests are noted of ${before}`);
  await palette('Whittle: Show Panel');
  const rows = page.locator('.pane').filter({ hasText: 'History' }).last().locator('.monaco-list-row');
  await rows.filter({ hasText: 'interrupted' }).waitFor();
  assert.equal(await rows.count(), 1, 'it is listed once, not as a run that was stopped as well');
  await rows.first().hover();
  await page.locator('.monaco-hover:visible').first().waitFor();
  await shot('reload-1-offered');
  await button('Resume');
  const first = await until(figures, 'it goes on');
  assert.ok(first >= before - 1, `${first} tests after ${before}`);
  await until(
    async () => (await notifications()).some((text) => text.includes('verified')),
    'the end is told',
    120_000,
  );
  await rows.filter({ hasText: 'interrupted' }).waitFor({ state: 'detached' });
  await shot('reload-2-result');
}
