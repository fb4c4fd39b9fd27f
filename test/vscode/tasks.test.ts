import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ReductionResult } from './given';
import { api, fixture, messagesOf, open, panelIn, reduceFile, unfaded, within, withWindow, write } from './support';
import { ruleList } from './ruleList';
import { seldom } from '../support/seldom';

describe('Tasks as oracles', () => {
  seldom.it('takes a process task with arguments, variables and a directory', async () => {
    const result = await within(20, () => reduceFile(fixture('queue.js'), { task: 'still crashes (process)' }));
    assert.ok(result?.finished.confirmed);
    assert.ok(result.finished.tokens.after < result.finished.tokens.before);
  });

  it('takes a task of its own type, with the search it names', async () => {
    const queue = fixture('queue.js');
    const result = await within(20, () => reduceFile(queue, { task: 'whittle the queue' }));
    assert.ok(result?.finished.confirmed);
    assert.equal((await api()).job(queue)!.search, 'hdd:ddmin');
  });

  seldom.it('runs a whittle task by Run Task, on the file it names', async () => {
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
    assert.match(messages.join('\n'), /^seed.txt: 3 → 1 token · 67% in \d+ tests, result verified\.$/);
  });

  it('takes the failure of an ordinary task for the bug', async () => {
    const uri = await write('boom.txt', 'a\nkeep\nboom\nb\n');
    const command = 'if grep -q boom ${file}; then echo "Error: it went boom" >&2; exit 3; fi; test -s ${file}';
    const result = await reduceFile(uri, { command });
    assert.ok(result?.finished.confirmed);
    assert.equal(result.text, 'boom\n');
  });

  seldom.it('begins anew by the pattern that the user makes of what it has learned', async () => {
    const uri = await write('boom.txt', 'a\nkeep\nboom 1\nb\nboom 2\n');
    const command = 'grep boom ${file} | sed "s/^/Error: /" >&2; grep -q boom ${file} && exit 3; test -s ${file}';
    const changeRule = async () => vscode.commands.executeCommand<ReductionResult>('whittle.editRule', uri);
    const inputs: vscode.InputBoxOptions[] = [];
    const showInputBox = async (options: vscode.InputBoxOptions) => {
      inputs.push(options);
      return '^Error: boom 2$';
    };
    const whittle = await api();
    const first = await reduceFile(uri, { command });
    assert.equal(first?.text, 'boom 1\n');
    assert.match(panelIn(whittle).shown!.head[0], /^Looking for: "Error: boom.*" \(exit code 3\)$/);
    const createQuickPick = ruleList('Edit…', []);
    const second = await withWindow({ createQuickPick, showInputBox }, changeRule);
    assert.match(inputs[0].value!, /^\^Error: boom/);
    assert.match(inputs[0].validateInput!('(') as string, /is not a regular expression/);
    assert.ok(second?.finished.confirmed);
    assert.equal(second.text, 'boom 2\n');
  });

  seldom.it('asks for what a task asks for, each once, and gives up if that is not answered', async () => {
    const uri = await write('asked.txt', 'hay\nneedle\nthread\npin\n');
    const given = vscode.commands.registerCommand('whittleTest.word', () => 'pin');
    const asked: unknown[] = [];
    const showInputBox = async (options: vscode.InputBoxOptions) => {
      asked.push([options.prompt, options.value]);
      return 'needle';
    };
    const showQuickPick = async (items: readonly { value: string }[]) => {
      asked.push(items.map(({ value }) => value));
      return items[0];
    };
    try {
      const reduced = async () => reduceFile(uri, { task: 'asks something' });
      const result = await withWindow({ showInputBox, showQuickPick }, reduced);
      assert.equal(result?.text, 'needle\nthread\npin\n');
      assert.deepEqual(asked, [
        ['Which word?', 'hay'],
        ['thread', 'straw'],
      ]);
      const dismissed = { showInputBox: async () => undefined, showQuickPick };
      assert.equal(await withWindow(dismissed, reduced), undefined);
    } finally {
      given.dispose();
    }
  });

  seldom.it('asks nothing again that Run Task has asked', async () => {
    const uri = await write('asked.txt', 'hay\nneedle\nthread\n');
    let times = 0;
    const given = vscode.commands.registerCommand('whittleTest.word', () => (times++, 'thread'));
    const task = (await vscode.tasks.fetchTasks({ type: 'whittle' })).find(
      ({ name }) => name === 'whittle what is asked',
    );
    const ended = new Promise<void>((resolve) => vscode.tasks.onDidEndTask(() => resolve()));
    await messagesOf(async () => {
      await vscode.tasks.executeTask(task!);
      await ended;
    });
    given.dispose();
    assert.equal(unfaded(await vscode.workspace.openTextDocument(uri), (await api()).faded(uri)), 'thread\n');
    assert.equal(times, 1);
  });

  it('judges a whittle task by the rule that it has', async () => {
    const seed = await write('seed.txt', 'x\nneedle\ny\n');
    const result = await reduceFile(seed, { task: 'whittle by its output' });
    assert.ok(result?.finished.confirmed);
    assert.equal(result.text, 'needle\n');
  });

  seldom.it('takes several commands of a whittle task as one property', async () => {
    const both = await write('both.txt', 'x\nneedle\ny\nthread\nz\n');
    const result = await reduceFile(both, { task: 'whittle by both' });
    assert.ok(result?.finished.confirmed);
    assert.equal(result.text, 'needle\nthread\n');
  });

  seldom.it('quotes the path as its place in the line demands', async () => {
    const uri = await write("it's a $(touch oops) file.txt", 'x\nneedle\ny\n');
    for (const command of ['grep -q needle ${file}', 'grep -q needle "${file}"', "grep -q needle '${file}'"]) {
      const result = await reduceFile(uri, { command });
      assert.equal(result?.text, 'needle\n', command);
    }
    await assert.rejects(async () => vscode.workspace.fs.stat(fixture('oops')));
  });
});
