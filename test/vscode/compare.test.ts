import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { Row } from '../../src/reduction/comparison/comparison';
import { answering, api, fixture, leftovers, messagesOf, open, settled, until, withWindow, write } from './support';

const statements = Array.from({ length: 30 }, (_, index) => `let v${index} = ${index};\n`).join('');
const text = `${statements}function f() {\n  needle();\n}\n${statements}`;
const command = "grep -q 'needle()' ${file}";

async function compare(uri: vscode.Uri, request: object): Promise<readonly Row[] | undefined> {
  return vscode.commands.executeCommand('whittle.compareReducers', uri, request);
}

const tabLabels = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
const closeAll = () => vscode.commands.executeCommand('workbench.action.closeAllEditors');

describe('Compare Reducers', () => {
  beforeEach(async () => void (await write('compared.js', text)));
  afterEach(async () => {
    await vscode.commands.executeCommand('whittle.stop', fixture('compared.js'));
    await settled();
    await closeAll();
  });

  it('shows a row and a line for each, and the best', async () => {
    const { document } = await open('compared.js');
    const rows = await compare(document.uri, { command, searches: ['hddr:cdd', 'hddr:ddmin'] });
    assert.deepEqual(
      rows?.map(({ name, ending, confirmed }) => [name, ending, confirmed]),
      [
        ['hddr:cdd', 'done', true],
        ['hddr:ddmin', 'done', true],
      ],
    );
    const snapshot = (await api()).comparison()!;
    assert.equal(snapshot.running, false);
    assert.match(snapshot.summary, /^Best: hddr:(cdd|ddmin), \d+ → \d+ tokens in \d+ tests$/);
    assert.deepEqual(
      snapshot.rows.map(({ name, state, cells }) => [name, state, cells[2], cells.at(-1)]),
      rows!.map(({ name, tests }) => [name, 'ended', String(tests), 'done, verified']),
    );
    assert.equal(snapshot.rows.filter(({ badge }) => badge === 'best').length, 1);
    assert.deepEqual(snapshot.chart?.names, ['hddr:cdd', 'hddr:ddmin']);
    for (const [index, { points }] of snapshot.chart!.lines.entries()) {
      assert.deepEqual(points.at(-1), [rows![index].tests, rows![index].after!.tokens]);
    }
    assert.ok(tabLabels().includes('Compare: compared.js'), tabLabels().join());
    assert.equal(document.getText(), text);
    assert.ok(
      (await api()).snapshot().runs.every(({ name }) => !name.startsWith('compared.js')),
      'it has gone from the panel',
    );
    assert.deepEqual(leftovers('needle()'), []);
  });

  it('shows tests by kind of all, and what sweeps found if lists were swept', async () => {
    const { document } = await open('compared.js');
    const whittle = await api();
    const tables = () => whittle.comparison()!.tables.map(({ id, rows }) => [id, rows.map(([name]) => name)]);
    const running = compare(document.uri, {
      command: `sleep 0.1; ${command}`,
      searches: ['hddr:ddmin+order=subsets-first', 'hddr:probdd+sweep=on'],
    });
    const one = [['kinds', ['hddr:ddmin+order=subsets-first']]];
    await until('the first one is counted while the other runs', () => {
      const snapshot = whittle.comparison();
      return snapshot?.rows.map(({ state }) => state).join() === 'ended,running' && isDeepStrictEqual(tables(), one);
    });
    const [row] = (await running)!;
    assert.deepEqual(tables(), [
      ['kinds', ['hddr:ddmin+order=subsets-first', 'hddr:probdd+sweep=on']],
      ['sweeps', ['hddr:probdd+sweep=on']],
    ]);
    const { complement } = row.queries;
    assert.ok(complement.tests > 0);
    const share = (part: number, all: number) => `${((100 * part) / all).toFixed(1)}%`;
    assert.deepEqual(whittle.comparison()!.tables[0].rows[0].slice(1, 4), [
      String(row.tests),
      share(complement.tests, row.tests),
      share(complement.held, complement.tests),
    ]);
  });

  it('asks for the searches, some of them chosen beforehand', async () => {
    const { document } = await open('compared.js');
    const offered: vscode.QuickPickItem[] = [];
    const showQuickPick = async (items: vscode.QuickPickItem[]) => {
      offered.push(...items);
      return items.filter(({ label }) => label === 'treewide');
    };
    const rows = await withWindow({ showQuickPick }, () => compare(document.uri, { command }));
    assert.deepEqual(
      rows?.map(({ name }) => name),
      ['treewide'],
    );
    const picked = offered.filter((item) => item.picked).map(({ label }) => label);
    assert.ok(picked.length >= 2 && picked.includes('default'), picked.join());
    assert.ok(offered.some(({ label }) => label === 'lines:wddmin'));
    const nothing = await withWindow({ showQuickPick: async () => undefined }, () =>
      compare(document.uri, { command }),
    );
    assert.equal(nothing, undefined);
  });

  it('keeps the rows that are there when it is stopped; meanwhile the file is busy', async () => {
    const { document } = await open('compared.js');
    const slow = `sleep 0.1; ${command}`;
    const whittle = await api();
    const running = compare(document.uri, { command: slow, searches: ['treewide', 'hddr:ddmin', 'hdd:ddmin'] });
    const states = () =>
      whittle
        .comparison()
        ?.rows.map(({ state }) => state)
        .join() ?? '';
    await until('the second one runs', () => states() === 'ended,running,waiting', 60_000);
    const refused = await messagesOf(async () =>
      vscode.commands.executeCommand('whittle.reduceFile', document.uri, { command }),
    );
    assert.deepEqual(refused, ['compared.js is already being compared: stop that run first.']);
    assert.match(whittle.statusText(), /hddr:ddmin, 2 of 3 · [\d,]+ → [\d,]+ tokens/);
    await vscode.commands.executeCommand('whittle.stop', document.uri);
    const rows = await running;
    assert.ok(rows!.length >= 1 && rows!.length <= 2);
    assert.equal(rows![0].ending, 'done');
    assert.equal(whittle.comparison()!.rows[2].cells.at(-1), 'not started');
    assert.deepEqual(leftovers('needle()'), []);
  }).timeout(180_000);

  it('goes on when its page is closed, and shows it again at the end', async () => {
    const { document } = await open('compared.js');
    const whittle = await api();
    const messages = await answering('Show', async () => {
      const running = compare(document.uri, { command: `sleep 0.1; ${command}`, searches: ['hddr:cdd', 'hddr:ddmin'] });
      await until('the page is there', () => tabLabels().includes('Compare: compared.js'));
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      assert.ok(!tabLabels().includes('Compare: compared.js'), tabLabels().join());
      assert.equal((await running)?.length, 2);
    });
    assert.deepEqual(messages, [`compared.js: ${whittle.comparison()!.summary}`]);
    await until('the page is there again', () => tabLabels().includes('Compare: compared.js'));
  });

  it('says that the property does not hold, and leaves no page', async () => {
    const { document } = await open('compared.js');
    const messages = await messagesOf(async () =>
      compare(document.uri, { command: 'true ${file}; exit 0', searches: ['hddr:cdd', 'hddr:ddmin'] }),
    );
    assert.equal(messages.length, 1, messages.join('\n'));
    assert.match(messages[0], /empty/);
    assert.ok(!tabLabels().includes('Compare: compared.js'), tabLabels().join());
  });

  it('says once that the test is not reliable', async () => {
    const { document } = await open('compared.js');
    const calls = join(tmpdir(), `whittle-calls-${process.pid}`);
    const flaky = `echo >> ${calls}; [ $(wc -l < ${calls}) -ne 2 ] && ${command}`;
    try {
      const searches = ['hddr:cdd', 'hddr:ddmin'];
      const messages = await messagesOf(async () => compare(document.uri, { command: flaky, searches }));
      assert.equal(messages.length, 1, messages.join('\n'));
      assert.match(messages[0], /^compared\.js: .*2 of 3/);
    } finally {
      rmSync(calls, { force: true });
    }
  });

  it('refuses a search that is none', async () => {
    const { document } = await open('compared.js');
    const messages = await messagesOf(async () => compare(document.uri, { command, searches: ['hddr:best'] }));
    assert.match(messages.join('\n'), /^There is no list reducer "best": choose one of /);
  });
});
