import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { api, fixture, messagesOf, open, reduceFile, unfaded, until, withWindow, write } from './support';
import { seldom } from '../support/seldom';

describe('Trouble is told in one sentence', () => {
  const cases: [string, string, object, RegExp][] = [
    [
      'the property does not hold',
      'queue.js',
      { task: 'passes on the input' },
      /^The command fails the same way on an empty file/,
    ],
    ['a missing command', 'queue.js', { command: 'nosuchprogram ${file}' }, /was not found.*nosuchprogram/],
    ['a task that is not there', 'queue.js', { task: 'no such task' }, /^No task "no such task" runs a command/],
    [
      'a variable nobody can answer',
      'queue.js',
      { task: 'needs what only VS Code has' },
      /^Whittle cannot resolve \$\{execPath\} in the task/,
    ],
    [
      'an input that is not there',
      'queue.js',
      { task: 'asks for what is not there' },
      /^tasks\.json has no input "nothing": add it to its "inputs"\.$/,
    ],
    [
      'a task with a command and a cluster',
      'queue.js',
      { task: 'whittle far away, by a command of ours' },
      /^The workers choose the command of a task with a "cluster": remove "command" or the "cluster"\.$/,
    ],
    [
      'workers that nobody knows where to find',
      'queue.js',
      { oracle: 'crash' },
      /^"redis" is not set: add it to the setting whittle\.cluster\.$/,
    ],
    [
      'a test that holds for everything',
      'queue.js',
      { command: 'true {}' },
      /succeeds on this file and on an empty one/,
    ],
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

  describe('with a button that helps', () => {
    const cases: [string, string, RegExp, RegExp][] = [
      ['the wrong sense', 'needle, wrong sense', /swap the verdict with `!`/, /^Swap Rule$/],
      ['neighbours that are missing', 'needle, beside its neighbour', /needs the files beside it/, /^Copy Workspace$/],
    ];
    const begin = {
      reduction: async (file: vscode.Uri, task: string) => {
        const { document } = await open(file.path.split('/').at(-1)!);
        const whittle = await api();
        void reduceFile(file, { task });
        return (told: string) =>
          unfaded(document, whittle.faded(file)).trim() === 'needle' && /, (result|the bug showed) /.test(told);
      },
      isolation: async (file: vscode.Uri, task: string) => {
        void vscode.commands.executeCommand('whittle.isolateDifference', file, { task, passing: '' });
        return (told: string) => /: 1 (line|word) differs in .*, (result|the bug showed) /.test(told);
      },
    };
    for (const [at, [what, task, message, button]] of cases.entries()) {
      for (const [kind, beginning] of Object.entries(begin)) {
        const usual = kind === 'reduction' ? it : seldom.it;
        usual(`${what}: ${kind}`, async () => {
          await write('neighbour.txt', 'x');
          await write('tick.txt', '');
          const file = await write(`helped.${kind}.${at}.txt`, 'a\nneedle\nb\n');
          let pressed = '';
          let told = '';
          const press = async (text: string, ...buttons: string[]) => {
            told = text;
            if (pressed || !message.test(text)) return undefined;
            return (pressed = buttons[0]);
          };
          const messages = { showErrorMessage: press, showWarningMessage: press, showInformationMessage: press };
          await withWindow(messages, async () => {
            const isHelped = await beginning(file, task);
            await until('the button was pressed', () => pressed !== '');
            await until('it has begun anew, and told its end', () => isHelped(told));
          });
          assert.match(pressed, button);
          await vscode.commands.executeCommand('whittle.discardResult', file);
        });
      }
    }
  });

  it('refuses a second run on the same file', async () => {
    const { document } = await open('queue.js');
    const running = reduceFile(document.uri, { task: 'still crashes (slow)' });
    const { statusText } = await api();
    await until('the first run has begun', () => statusText().includes('sync~spin'));
    const messages = await messagesOf(() => reduceFile(document.uri, { task: 'still crashes' }));
    assert.deepEqual(messages, ['queue.js already has a run under way: stop that run first.']);
    await vscode.commands.executeCommand('whittle.stop', document.uri);
    assert.equal((await running)?.finished.ending, 'interrupted');
    await vscode.commands.executeCommand('whittle.discardResult', document.uri);
  });

  seldom.it(
    'does not apply a result to a document that was edited meanwhile, and takes the grey away until that is undone',
    async () => {
      const whittle = await api();
      const uri = await write('edited.txt', 'hay hay hay\nneedle\nhay hay hay\n');
      const document = await vscode.workspace.openTextDocument(uri);
      const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
      await reduceFile(uri, { command: 'grep -q needle {}' });
      const grey = whittle.faded(uri);
      assert.ok(grey.length > 0);
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'new line\n'));
      assert.deepEqual(whittle.faded(uri), []);
      const messages = await messagesOf(async () => vscode.commands.executeCommand('whittle.applyResult', uri));
      assert.match(messages[0], /^edited\.txt has changed since the reduction began/);
      assert.ok(document.getText().startsWith('new line\n'));
      assert.deepEqual(whittle.kept(uri), []);
      await vscode.commands.executeCommand('undo');
      assert.deepEqual(whittle.faded(uri), grey, 'it is back when the edit is undone');
      assert.equal(whittle.kept(uri).length, 1);
      assert.equal(await vscode.commands.executeCommand('whittle.applyResult', uri), true);
      assert.equal(document.getText(), 'needle\n');
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    },
  );
});
