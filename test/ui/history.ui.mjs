// The view History: empty, after two runs, after the window was reloaded; and the list of what can be done with a result.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default async function ({ open }) {
  const fixture = needleWorkspace();
  try {
    const workbench = await open({ fixture, settings: { 'workbench.colorTheme': 'Default Dark Modern' } });
    await keepsRuns(workbench);
  } finally {
    rmSync(fixture, { recursive: true });
  }
}

async function keepsRuns({
  page,
  workspace,
  palette,
  quickOpen,
  pick,
  type,
  button,
  notifications,
  shot,
  still,
  until,
}) {
  const history = page.locator('.pane').filter({ hasText: 'History' }).last();
  const quick = page.locator('.quick-input-widget');
  const rows = history.locator('.monaco-list-row');
  await palette('Whittle: Show Panel');
  await history.getByText('This lists the last runs').waitFor();
  await shot('history-1-empty');

  for (const file of ['one.js', 'two.js']) {
    await quickOpen(file);
    await palette('Whittle: Reduce File');
    await type('grep needle ${file}');
    const told = async () => (await notifications()).some((text) => text.startsWith(`${file}:`));
    await until(told, 'the end is told');
  }
  await shot('history-2-end');
  await button('More…');
  await quick.getByText('Copy as Bug Report').waitFor();
  await shot('history-3-more');
  await pick('Save Result As…');
  await until(
    async () => (await quick.locator('input').first().inputValue()).endsWith('two.reduced.js'),
    'a name is offered',
  );
  await shot('history-4-save');
  await page.keyboard.press('Enter');
  const target = join(workspace, 'two.reduced.js');
  await until(() => existsSync(target) && readFileSync(target, 'utf8') === 'needle\n', 'the result is saved');

  await until(async () => (await rows.count()) === 2, 'both runs are listed');
  await page.reload();
  await until(async () => (await rows.count()) === 2, 'both runs are listed after a reload');
  // The list may be made anew under the mouse after a reload: then it has to move again.
  const hover = page.locator('.monaco-hover:visible').first();
  const tellsMore = async () => {
    await page.mouse.move(700, 400);
    await rows.first().hover();
    return hover.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    );
  };
  await until(tellsMore, 'the row tells more');
  await still();
  await shot('history-5-reloaded');
  await rows.last().click();
  await page.locator('.tab').filter({ hasText: 'one.reduced.js' }).waitFor();
  await rows.first().click({ button: 'right' });
  await page.locator('.context-view').getByText('Run Again').waitFor();
  await still();
  await shot('history-6-menu');
}

function needleWorkspace() {
  const directory = mkdtempSync(join(tmpdir(), 'whittle-ui-'));
  mkdirSync(join(directory, '.vscode'));
  for (const [at, name] of ['one.js', 'two.js'].entries()) {
    const lines = Array.from({ length: 40 }, (_, line) => `let ${line === 17 ? 'needle' : `hay${line}`} = ${at + 1};`);
    writeFileSync(join(directory, name), `${lines.join('\n')}\n`);
  }
  return directory;
}
