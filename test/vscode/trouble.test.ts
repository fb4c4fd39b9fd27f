import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { api, fixture, messagesOf, open, reduceFile, until, write } from './support';

describe('Trouble is told in one sentence', () => {
  const cases: [string, string, object, RegExp][] = [
    [
      'the property does not hold',
      'queue.js',
      { task: 'passes on the input' },
      /^The property does not hold on the unchanged input: the test ended with exit code 3/,
    ],
    ['a missing command', 'queue.js', { command: 'nosuchprogram ${file}' }, /was not found.*nosuchprogram/],
    ['a task that is not there', 'queue.js', { task: 'no such task' }, /^There is no task "no such task"/],
    [
      'a variable nobody can answer',
      'queue.js',
      { task: 'asks something' },
      /uses \$\{input:which\}, which Whittle cannot resolve/,
    ],
    ['a test that holds for everything', 'queue.js', { command: 'true {}' }, /also holds for an empty file/],
    ['an empty file', 'empty.js', { command: 'true {}' }, /^empty.js is empty/],
  ];
  for (const [what, name, request, expected] of cases) {
    it(what, async () => {
      if (name === 'empty.js') await write(name, '');
      let result: unknown = 'not run';
      const messages = await messagesOf(async () => (result = await reduceFile(fixture(name), request)));
      assert.equal(result, undefined);
      assert.equal(messages.length, 1, messages.join('\n'));
      assert.match(messages[0], expected);
      assert.deepEqual((await api()).faded(fixture(name)), []);
    });
  }

  it('refuses a second run on the same file', async () => {
    const { document } = await open('queue.js');
    const running = reduceFile(document.uri, { task: 'still crashes (slow)' });
    const { statusText } = await api();
    await until('the first run has begun', () => statusText().includes('sync~spin'));
    const messages = await messagesOf(() => reduceFile(document.uri, { task: 'still crashes' }));
    assert.deepEqual(messages, ['queue.js is being reduced already: stop that run first.']);
    await vscode.commands.executeCommand('whittle.stop', document.uri);
    assert.equal((await running)?.finished.ending, 'interrupted');
    await vscode.commands.executeCommand('whittle.discardResult', document.uri);
  });

  it('does not apply a result to a document that was edited meanwhile, and takes the grey away', async () => {
    const whittle = await api();
    const uri = await write('edited.txt', 'a\nneedle\nb\n');
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    await reduceFile(uri, { command: 'grep -q needle {}' });
    assert.ok(whittle.faded(uri).length > 0);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'new line\n'));
    assert.deepEqual(whittle.faded(uri), []);
    const messages = await messagesOf(async () => vscode.commands.executeCommand('whittle.applyResult', uri));
    assert.match(messages[0], /was edited since the reduction began/);
    assert.ok(document.getText().startsWith('new line\n'));
    await vscode.commands.executeCommand('undo');
    assert.equal(await vscode.commands.executeCommand('whittle.applyResult', uri), true);
    assert.equal(document.getText(), 'needle\n');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});
