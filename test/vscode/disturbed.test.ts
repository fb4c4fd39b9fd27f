/** What may happen around a run while it is under way. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answering, api, fixture, leftovers, messagesOf, open, reduceFile, until, write } from './support';
import { seldom } from '../support/seldom';

const lines = `${Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n')}\nneedle\n`;
const slow = 'sleep 0.1; grep -q needle ${file}';
const isRunning = async () => (await api()).statusText().includes('sync~spin');

/** Starts a run on a file of its own, and goes on once something is grey. */
async function begun(name: string, request: object) {
  const uri = await write(name, lines);
  const whittle = await api();
  const running = reduceFile(uri, request);
  await until('something is grey', () => whittle.faded(uri).length > 0);
  return { uri, running, whittle };
}

describe('A run that is disturbed', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  seldom.it('goes on if its file is deleted, and says why its result cannot be applied', async () => {
    const { uri, running } = await begun('deleted.txt', { command: slow });
    await vscode.workspace.fs.delete(uri);
    const result = await running;
    assert.equal(result?.text, 'needle\n');
    assert.ok(result.finished.confirmed);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const messages = await messagesOf(async () => vscode.commands.executeCommand('whittle.applyResult', uri));
    assert.match(messages[0], /^deleted\.txt no longer exists: /);
    await vscode.commands.executeCommand('whittle.discardResult', uri);
  });

  seldom.it('goes on if its task is removed', async () => {
    const tasks = fixture('.vscode/tasks.json');
    const before = await vscode.workspace.fs.readFile(tasks);
    const { running } = await begun('taskless.txt', { task: 'needle (slow)' });
    try {
      await vscode.workspace.fs.writeFile(tasks, Buffer.from('{ "version": "2.0.0", "tasks": [] }'));
      assert.equal((await running)?.text, 'needle\n');
    } finally {
      await vscode.workspace.fs.writeFile(tasks, before);
    }
  });

  it('asks what to do if its file is edited, and stops if that is wanted', async () => {
    const uri = await write('edited.txt', lines);
    const { document } = await open('edited.txt');
    const whittle = await api();
    let result: unknown;
    const messages = await answering('Stop Reduction', async () => {
      const running = reduceFile(document.uri, { command: slow });
      await until('something is grey', () => whittle.faded(uri).length > 0);
      const edit = new vscode.WorkspaceEdit();
      edit.insert(uri, new vscode.Position(0, 0), 'more\n');
      await vscode.workspace.applyEdit(edit);
      result = await running;
    });
    assert.match(messages[0], /^You edited edited\.txt during the reduction\. It continues/);
    assert.deepEqual(whittle.faded(uri), []);
    assert.equal((result as { finished: { ending: string } }).finished.ending, 'interrupted');
    await vscode.commands.executeCommand('whittle.discardResult', uri);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  seldom.it('bears a test that prints a hundred megabytes', async () => {
    const uri = await write('loud.txt', 'a\nneedle\nb\n');
    const before = process.memoryUsage().rss;
    const result = await reduceFile(uri, { command: 'head -c 100000000 /dev/zero; grep -q needle ${file}' });
    assert.equal(result?.text, 'needle\n');
    const grown = (process.memoryUsage().rss - before) / 1e6;
    assert.ok(grown < 300, `${Math.round(grown)} MB more`);
  });

  it('leaves nothing behind', async () => {
    await until('nothing runs', () => leftovers('grep -q needle').length === 0);
    assert.equal(await isRunning(), false);
  });
});
