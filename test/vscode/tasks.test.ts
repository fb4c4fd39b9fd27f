import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { api, fixture, messagesOf, open, reduceFile, unfaded, write } from './support';

describe('Tasks as oracles', () => {
  it('takes a process task with arguments, variables and a directory', async () => {
    const result = await reduceFile(fixture('queue.js'), { task: 'still crashes (process)' });
    assert.ok(result?.finished.confirmed);
  });

  it('takes a task of its own type, with the reducer and strategy it names', async () => {
    const result = await reduceFile(fixture('queue.js'), { task: 'whittle the queue' });
    assert.ok(result?.finished.confirmed);
  });

  it('runs a whittle task by Run Task, on the file it names', async () => {
    await open('notes.txt');
    const seed = await write('seed.txt', 'x\nneedle\ny\n');
    const tasks = await vscode.tasks.fetchTasks({ type: 'whittle' });
    const task = tasks.find(({ name }) => name === 'whittle the seed');
    assert.ok(task);
    const ended = new Promise<void>((resolve) => vscode.tasks.onDidEndTask(() => resolve()));
    const messages = await messagesOf(async () => {
      await vscode.tasks.executeTask(task);
      await ended;
    });
    const { faded } = await api();
    assert.equal(unfaded(await vscode.workspace.openTextDocument(seed), faded(seed)), 'needle\n');
    assert.match(messages.join('\n'), /^seed.txt: 3 → 1 tokens · 67 % in \d+ tests, confirmed\.$/);
  });

  it('quotes the path as its place in the line demands', async () => {
    const uri = await write("it's a $(touch oops) file.txt", 'x\nneedle\ny\n');
    for (const command of ['grep -q needle ${file}', 'grep -q needle "${file}"', "grep -q needle '${file}'"]) {
      const result = await reduceFile(uri, { command });
      assert.equal(result?.text, 'needle\n', command);
    }
    await assert.rejects(async () => vscode.workspace.fs.stat(fixture('oops')));
  });
});
