/** What shows a run: the views of the panel, the line above the file, the marks of candidates, the buttons. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { api, fixture, open, reduceFile, settled, until, write } from './support';

const slow = { task: 'still crashes (slow)' };
const command = (name: string, ...args: unknown[]) => vscode.commands.executeCommand(`whittle.${name}`, ...args);
const settings = () => vscode.workspace.getConfiguration('whittle');
const setting = (name: string, value?: unknown) => settings().update(name, value, vscode.ConfigurationTarget.Workspace);

async function lens(uri: vscode.Uri): Promise<vscode.Command[]> {
  const all = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 10);
  return all.map((one) => one.command!).filter((one) => one.command.startsWith('whittle.'));
}

const titles = async (uri: vscode.Uri) => (await lens(uri)).map(({ title }) => title);

/** What a test that failed has left must not fail the next one. */
async function clean(): Promise<void> {
  await command('stop', fixture('queue.js'));
  await settled();
  await command('discardResult', fixture('queue.js'));
  await settled();
}

describe('The panel', () => {
  afterEach(clean);

  it('tells short what the test changes besides, and whether that stays', async () => {
    const { document } = await open('queue.js');
    const writing = 'echo seen > "${workspaceFolder}/alsoWritten.txt"; grep -q queue ${file}';
    await reduceFile(document.uri, { command: writing });
    const facts = Object.fromEntries((await api()).snapshot().shown!.facts);
    assert.match(facts['Also changes'], /^alsoWritten\.txt \((thrown away|the changes stay)\)$/);
  });

  it('says what to do while nothing runs, and what runs, how it went and what can be done', async () => {
    const whittle = await api();
    const { document } = await open('queue.js');
    await command('discardResult', document.uri);
    await command('showPanel');
    const running = reduceFile(document.uri, slow);
    await until('something is grey', () => whittle.faded(document.uri).length > 0);
    const { shown, words } = whittle.snapshot();
    assert.ok(words.welcome.length > 0 && words.start.some(({ command: name }) => name === 'whittle.reduceFile'));
    assert.ok(shown);
    assert.deepEqual([shown.name, shown.state], ['queue.js', 'running']);
    assert.match(shown.extent, /^[\d,]+ → [\d,]+ tokens · \d+%$/);
    assert.deepEqual(
      shown.actions.map(({ command: name }) => name),
      ['whittle.pause', 'whittle.skipPhase', 'whittle.stop'],
    );
    const facts = Object.fromEntries(shown.facts);
    assert.equal(facts.Search, 'hddr:cdd');
    assert.match(facts['Per test'], /^\d+ ms$|^[\d.]+ s$/);
    assert.match(facts.Successful, /^\d+%$/);
    assert.equal(facts['Ends at the latest'], undefined, 'nobody knows when it ends');
    assert.ok(shown.chart && shown.chart.points.length >= 3);
    assert.match(shown.chart.alternative, /^Size from \d+ to \d+ tokens over \d+ tests?\.$/);

    await command('pause');
    await until('it says so', () => whittle.snapshot().shown?.state === 'paused');
    assert.equal(whittle.snapshot().shown!.actions[0].command, 'whittle.resume');
    await command('stop');
    await running;
    await until('it says so', () => whittle.snapshot().shown?.doing === 'Stopped');
    assert.deepEqual(
      whittle.snapshot().shown!.actions.map(({ command: name }) => name),
      ['applyResult', 'showDiff', 'copyResult', 'discardResult', 'resultActions'].map((name) => `whittle.${name}`),
    );
    await command('copyResult', document.uri);
    const copied = await vscode.env.clipboard.readText();
    assert.ok(copied.length > 0 && copied.length < document.getText().length);
    await command('discardResult', document.uri);
  });

  it('says in a workspace that is not trusted only that, with a button for the trust editor', async () => {
    const whittle = await api();
    const before = Object.getOwnPropertyDescriptor(vscode.workspace, 'isTrusted')!;
    assert.equal(vscode.workspace.isTrusted, true);
    Object.defineProperty(vscode.workspace, 'isTrusted', { configurable: true, get: () => false });
    try {
      const { welcome, start } = whittle.snapshot().words;
      assert.equal(welcome.length, 1);
      assert.match(welcome[0], /^This workspace is not trusted\. .* you must trust/);
      assert.deepEqual(
        start.map(({ command: name }) => name),
        ['workbench.trust.manage'],
      );
    } finally {
      Object.defineProperty(vscode.workspace, 'isTrusted', before);
    }
    assert.ok(whittle.snapshot().words.start.some(({ command: name }) => name === 'whittle.reduceFile'));
  });

  it('tells when a budget ends the run', async () => {
    const whittle = await api();
    await setting('maxTests', 40);
    const { document } = await open('queue.js');
    const running = reduceFile(document.uri, slow);
    const ofThis = () => {
      const { shown } = whittle.snapshot();
      return shown?.name === 'queue.js' && shown.state === 'running' && shown.chart !== undefined;
    };
    await until('it runs', ofThis);
    assert.deepEqual(
      whittle.snapshot().shown?.facts.find(([label]) => label === 'Ends at the latest'),
      ['Ends at the latest', 'after 40 tests'],
    );
    await setting('maxTests');
    await command('stop');
    await running;
    await command('discardResult', document.uri);
  });

  it('shows the run of the active editor', async () => {
    const whittle = await api();
    const one = await write('one.txt', 'a\nneedle\nb\n');
    const two = await write('two.txt', 'c\nneedle\nd\n');
    await reduceFile(one, { command: 'grep -q needle {}' });
    await reduceFile(two, { command: 'grep -q needle {}' });
    assert.ok(whittle.snapshot().runs.length >= 2);
    for (const name of ['one.txt', 'two.txt', 'one.txt']) {
      await open(name);
      assert.equal(whittle.snapshot().shown?.name, name);
    }
    assert.equal(whittle.snapshot().shown?.state, 'ended');
    for (const uri of [one, two]) await command('discardResult', uri);
  });
});

describe('The elements', () => {
  it('are marked as unknown, removed or kept', async () => {
    const whittle = await api();
    const provider = whittle.elements;
    const statements = Array.from({ length: 20 }, (_, index) => `let e${index} = ${index};\n`);
    await write('elements.js', [...statements, 'function f() {\n  needle();\n}\n', ...statements].join(''));
    const { document } = await open('elements.js');
    const running = reduceFile(document.uri, { command: "sleep 0.2; grep -q 'needle()' {}" });
    await command('showPanel');
    await vscode.commands.executeCommand('whittle.elementsView.focus');
    const children = async (node?: unknown) => (await provider.getChildren(node)) ?? [];
    let top: unknown[] = [];
    const look = async () => (top = await children()).length > 0;
    const items = async () => Promise.all(top.map((node) => provider.getTreeItem(node)));
    const spoken = async () => (await items()).map((item) => item.accessibilityInformation!.label);
    // Until the first test has ended, those of an earlier run may be shown.
    const areUndecided = async () =>
      (await look()) && (await spoken()).some((label) => /^let e.*, Undecided/.test(label));
    await until('there are undecided elements', areUndecided);
    const [first] = await items();
    assert.equal(first.command?.command, 'vscode.open');
    const result = await running;
    assert.ok(result?.finished.confirmed);
    await until('all of them are decided', async () => !(await spoken()).some((label) => /Undecided/.test(label)));
    const labels = await spoken();
    assert.ok(labels.some((label) => /, Removed$/.test(label)) && labels.some((label) => /, Kept$/.test(label)));
    await command('showLeftOnly');
    assert.equal((await children()).length, labels.filter((label) => /, Kept$/.test(label)).length);
    await command('showAllElements');
    // Another run is looked at meanwhile.
    const other = await write('one.txt', 'a\nneedle\nb\n');
    await open('one.txt');
    await reduceFile(other, { command: 'grep -q needle {}' });
    await command('discardResult', other);
    await open('elements.js');
    await until('they are shown again', async () => (await children()).length === labels.length);
    await vscode.commands.executeCommand(first.command!.command, ...first.command!.arguments!);
    await until('it is selected', () => !vscode.window.activeTextEditor!.selection.isEmpty);
    await command('discardResult', document.uri);
    // The last run of another file may be shown now.
    await until('they are not shown any more', async () => {
      await look();
      return !(await spoken()).some((label) => label.startsWith('let e0'));
    });
  });
});

describe('The line above a file', () => {
  afterEach(clean);

  it('is there when the run has ended, and says what can be done with the result', async () => {
    const whittle = await api();
    const { document } = await open('queue.js');
    assert.deepEqual(await titles(document.uri), []);
    const running = reduceFile(document.uri, slow);
    await until('something is grey', () => whittle.faded(document.uri).length > 0);
    assert.deepEqual(await titles(document.uri), [], 'it would move the text');
    await command('stop', document.uri);
    await running;
    const [figures, ...buttons] = await lens(document.uri);
    assert.match(figures.title, /^[\d,]+ → [\d,]+ tokens · \d+% · \d+ tests?$/);
    assert.equal(figures.command, 'whittle.showPanel');
    assert.deepEqual(
      buttons.map(({ title }) => title),
      ['Apply', 'Show Diff', 'Copy', 'Discard', 'More…'],
    );
    await command('discardResult', document.uri);
    assert.deepEqual(await titles(document.uri), []);
  });
});

describe('The candidate', () => {
  it('is marked while it is tested, and only if the setting says so', async () => {
    const whittle = await api();
    const { document } = await open('queue.js');
    const running = reduceFile(document.uri, slow);
    await until('something is marked', () => whittle.tried(document.uri).length > 0);
    await setting('showCandidate', false);
    await until('nothing is marked', () => whittle.tried(document.uri).length === 0);
    const before = whittle.statusText();
    await until('it goes on', () => whittle.statusText() !== before);
    assert.deepEqual(whittle.tried(document.uri), []);
    await setting('showCandidate');
    await until('something is marked again', () => whittle.tried(document.uri).length > 0);
    await command('stop');
    await running;
    await until('nothing is marked in the end', () => whittle.tried(document.uri).length === 0);
    await command('discardResult', document.uri);
  });
});
