import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Measured } from '../../src/reduction/events/events';
import {
  answering,
  api,
  comparisonIn,
  fixture,
  leftovers,
  messagesOf,
  open,
  settled,
  unfaded,
  unprotected,
  until,
  withWindow,
  write,
} from './support';
import { seldom } from '../support/seldom';

const statements = Array.from({ length: 30 }, (_, index) => `let v${index} = ${index};\n`).join('');
const text = `${statements}function f() {\n  needle();\n}\n${statements}`;
const command = "grep -q 'needle()' ${file}";

async function compare(uri: vscode.Uri, request: object): Promise<readonly Measured[] | undefined> {
  return vscode.commands.executeCommand('whittle.benchmarkSearches', uri, request);
}

const tabLabels = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
const closeAll = () => vscode.commands.executeCommand('workbench.action.closeAllEditors');

describe('Benchmark Searches', () => {
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
    const snapshot = comparisonIn(await api())!;
    assert.equal(snapshot.running, false);
    assert.match(snapshot.summary, /^Best: hddr:(cdd|ddmin), \d+ → \d+ tokens in \d+ tests$/);
    assert.deepEqual(
      snapshot.rows.map(({ name, state, cells }) => [name, state, cells[1], cells.at(-1)]),
      rows!.map(({ name, tests }) => [name, 'ended', String(tests), 'Done (result verified)']),
    );
    assert.equal(snapshot.rows.filter(({ badge }) => badge === 'best').length, 1);
    for (const [index, { points }] of snapshot.lines!.entries()) {
      assert.deepEqual(points.at(-1), [rows![index].tests, rows![index].after!.tokens]);
    }
    assert.ok(tabLabels().includes('Benchmark: compared.js'), tabLabels().join());
    assert.equal(document.getText(), text);
    assert.deepEqual(leftovers('needle()'), []);
  });

  seldom.it(
    'makes the best result that of the file, and then the one that is used; the search is that of the settings',
    async () => {
      // Whole lines cannot reach the best result.
      const oneLine = `${statements}function f() { other(); needle(); }\n`;
      await write('compared.js', oneLine);
      const { document } = await open('compared.js');
      const whittle = await api();
      await compare(document.uri, { command, searches: ['hddr:cdd', 'lines:cdd'] });
      const kept = () => unfaded(document, whittle.faded(document.uri)).length;
      assert.equal(whittle.job(document.uri)?.search, 'hddr:cdd');
      const best = kept();
      const { rows } = comparisonIn(whittle)!;
      assert.deepEqual(
        rows.map(({ actions }) => actions.map(({ label }) => label)),
        [0, 1].map(() => ['Use This Search', 'Use This Result']),
      );
      const messages = await messagesOf(async () => whittle.actOnComparison('useResult', 1));
      assert.ok(kept() > best);
      assert.match(messages[0], /^compared\.js: /);
      assert.ok(await vscode.commands.executeCommand('whittle.applyResult', document.uri));
      assert.match(document.getText(), /other\(\); needle\(\)/);
      const told = await messagesOf(async () => whittle.actOnComparison('useSearch', 1));
      assert.deepEqual(told, ['New reductions in this workspace use lines:cdd.']);
      const settings = vscode.workspace.getConfiguration('whittle');
      assert.equal(settings.get('search'), 'lines:cdd');
      await settings.update('search', 'hddr', vscode.ConfigurationTarget.Workspace);
    },
  );

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

  seldom.it('keeps the rows that are there when it is stopped; meanwhile the file is busy', async () => {
    const { document } = await open('compared.js');
    const slow = `sleep 0.1; ${command}`;
    const whittle = await api();
    const running = compare(document.uri, { command: slow, searches: ['treewide', 'hddr:ddmin', 'hdd:ddmin'] });
    const states = () =>
      comparisonIn(whittle)
        ?.rows.map(({ state }) => state)
        .join() ?? '';
    await until('the second one runs', () => states() === 'ended,running,waiting');
    const refused = await messagesOf(async () =>
      vscode.commands.executeCommand('whittle.reduceFile', document.uri, { command }),
    );
    assert.deepEqual(refused, ['compared.js already has a run under way: stop that run first.']);
    const counts = /^hddr:ddmin, 2 of 3 · [\d,]+ → [\d,]+ tokens/;
    await until('the second one counts', () => counts.test(comparisonIn(whittle)!.summary));
    await vscode.commands.executeCommand('whittle.stop', document.uri);
    const rows = await running;
    assert.deepEqual(
      rows!.map(({ ending }) => ending),
      ['done', 'interrupted'],
    );
    assert.equal(comparisonIn(whittle)!.rows[2].cells.at(-1), 'not started');
    assert.deepEqual(leftovers('needle()'), []);
  });

  seldom.it('goes on when its page is closed, and shows it again at the end', async () => {
    const { document } = await open('compared.js');
    const whittle = await api();
    const messages = await answering('Show', async () => {
      const running = compare(document.uri, { command: `sleep 0.1; ${command}`, searches: ['hddr:cdd', 'hddr:ddmin'] });
      await until('the page is there', () => tabLabels().includes('Benchmark: compared.js'));
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      assert.ok(!tabLabels().includes('Benchmark: compared.js'), tabLabels().join());
      assert.equal((await running)?.length, 2);
    });
    assert.deepEqual(messages, [`compared.js: ${comparisonIn(whittle)!.summary}`]);
    await until('the page is there again', () => tabLabels().includes('Benchmark: compared.js'));
  });

  it('says that the property does not hold, and leaves no page', async () => {
    const { document } = await open('compared.js');
    const messages = await messagesOf(async () =>
      compare(document.uri, { command: 'true ${file}; exit 0', searches: ['hddr:cdd', 'hddr:ddmin'] }),
    );
    assert.equal(messages.length, 1, messages.join('\n'));
    assert.match(messages[0], /empty/);
    assert.ok(!tabLabels().includes('Benchmark: compared.js'), tabLabels().join());
  });

  seldom.it('says once, on its page, that the test is not reliable', async () => {
    const { document } = await open('compared.js');
    const calls = join(tmpdir(), `whittle-calls-${process.pid}`);
    const flaky = `echo >> ${calls}; [ $(wc -l < ${calls}) -ne 2 ] && ${command}`;
    try {
      const searches = ['hddr:cdd', 'hddr:ddmin'];
      await unprotected(async () => compare(document.uri, { command: flaky, searches }));
      const { note } = comparisonIn(await api())!;
      assert.match(note, /^The bug shows in \d+ of \d+ runs\. .* Tests: different candidates/);
      assert.equal(note.split('The bug shows in').length, 2);
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
