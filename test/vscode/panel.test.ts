/** What shows a run: the views of the panel, the line above the file, the marks of candidates, the buttons. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { api, fixture, open, panelIn, reduceFile, settled, until, write } from './support';
import { seldom } from '../support/seldom';

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
    const facts = Object.fromEntries(panelIn(await api()).shown!.facts);
    assert.match(facts['Also changes'], /^alsoWritten\.txt \((thrown away|the changes stay)\)$/);
  });

  it('says what runs, how it went and what can be done', async () => {
    const whittle = await api();
    const { document } = await open('queue.js');
    await command('discardResult', document.uri);
    await command('showPanel');
    const running = reduceFile(document.uri, slow);
    await until('something is grey', () => whittle.faded(document.uri).length > 0);
    const { shown } = panelIn(whittle);
    assert.ok(shown);
    assert.deepEqual([shown.name, shown.state], ['queue.js', 'running']);
    assert.match(shown.extent, /^[\d,]+ → [\d,]+ tokens · \d+%$/);
    assert.deepEqual(
      shown.actions.map(({ command: name }) => name),
      ['whittle.pause', 'whittle.skipPhase', 'whittle.stop', 'whittle.showOutput'],
    );
    const facts = Object.fromEntries(shown.facts);
    assert.equal(facts.Search, 'hddr:cdd');
    assert.match(facts['Per test'], /^\d+ ms$|^[\d.]+ s$/);
    assert.match(facts['Bug kept'], /^\d+%$/);
    assert.equal(facts['Limit'], undefined, 'nobody knows when it ends');
    assert.ok(shown.chart && shown.chart.lines[0].points.length >= 3);
    assert.match(shown.chart.alternative, /^Size from \d+ to \d+ tokens over \d+ tests?\.$/);

    await command('pause');
    await until('it says so', () => panelIn(whittle).shown?.state === 'paused');
    assert.equal(panelIn(whittle).shown!.actions[0].command, 'whittle.resume');
    await command('stop');
    await running;
    await until('it says so', () => panelIn(whittle).shown?.doing === 'Stopped');
    assert.deepEqual(
      panelIn(whittle).shown!.actions.map(({ command: name }) => name),
      ['applyResult', 'showDiff', 'copyResult', 'discardResult', 'resultActions'].map((name) => `whittle.${name}`),
    );
    await command('copyResult', document.uri);
    const copied = await vscode.env.clipboard.readText();
    assert.ok(copied.length > 0 && copied.length < document.getText().length);
    await command('discardResult', document.uri);
  });

  seldom.it('tells when a budget ends the run', async () => {
    const whittle = await api();
    await setting('maxTests', 40);
    const { document } = await open('queue.js');
    const running = reduceFile(document.uri, slow);
    const ofThis = () => {
      const { shown } = panelIn(whittle);
      return shown?.name === 'queue.js' && shown.state === 'running' && shown.chart !== undefined;
    };
    await until('it runs', ofThis);
    assert.deepEqual(
      panelIn(whittle).shown?.facts.find(([label]) => label === 'Limit'),
      ['Limit', 'after 40 tests'],
    );
    await setting('maxTests');
    await command('stop');
    await running;
    await command('discardResult', document.uri);
  });

  seldom.it('shows the run of the active editor', async () => {
    const whittle = await api();
    const one = await write('one.txt', 'a\nneedle\nb\n');
    const two = await write('two.txt', 'c\nneedle\nd\n');
    await reduceFile(one, { command: 'grep -q needle {}' });
    await reduceFile(two, { command: 'grep -q needle {}' });
    assert.ok(panelIn(whittle).runs >= 2);
    for (const name of ['one.txt', 'two.txt', 'one.txt']) {
      await open(name);
      assert.equal(panelIn(whittle).shown?.name, name);
    }
    assert.equal(panelIn(whittle).shown?.state, 'ended');
    for (const uri of [one, two]) await command('discardResult', uri);
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
