import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ReductionResult } from './given';
import { api, messagesOf, open, reduceFile, settled, unfaded, write } from './support';

describe('Reduce Selection', () => {
  it('reduces the selection and nothing else', async () => {
    const editor = await open('queue.js');
    const { document } = editor;
    const text = document.getText();
    const start = text.indexOf('  add(job');
    const end = text.indexOf('  drain()');
    editor.selection = new vscode.Selection(document.positionAt(start), document.positionAt(end));
    const result = await vscode.commands.executeCommand<ReductionResult>('whittle.reduceSelection', undefined, {
      task: 'still crashes',
    });
    assert.ok(result.finished.confirmed);
    const { before, after } = result.finished.tokens;
    const count = (all: string) => all.match(/\w+|\S/g)?.length ?? 0;
    const fixed = count(text) - count(text.slice(start, end));
    assert.deepEqual([before, after], [count(text) - fixed, count(result.text) - fixed], 'the selection is counted');
    assert.ok(result.text.startsWith(text.slice(0, start)));
    assert.ok(result.text.endsWith(text.slice(end)));
    assert.ok(!result.text.includes('retry('));
    const rest = unfaded(document, (await api()).faded(document.uri));
    assert.equal(rest.replace(/\s/g, ''), result.text.replace(/\s/g, ''));
    await settled();
    await vscode.commands.executeCommand('whittle.discardResult', document.uri);
  });

  it('says so if nothing is selected', async () => {
    const editor = await open('queue.js');
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    const messages = await messagesOf(async () => vscode.commands.executeCommand('whittle.reduceSelection'));
    assert.deepEqual(messages, ['Nothing is selected: select the part to reduce.']);
  });
});

describe('Never Remove This', () => {
  it('keeps what is selected, also after edits before it, until it may be removed again', async () => {
    const uri = await write('protected.js', 'const one = 1;\nconst stays = 2;\nneedle();\nconst three = 3;\n');
    const editor = await open('protected.js');
    const { document } = editor;
    const protect = (command: string) => vscode.commands.executeCommand(command);
    const select = (text: string) => {
      const start = document.getText().indexOf(text);
      editor.selection = new vscode.Selection(document.positionAt(start), document.positionAt(start + text.length));
    };
    select('stays = 2');
    await protect('whittle.neverRemove');
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// first\n'));
    const request = { command: 'grep -q needle {}' };
    const kept = await reduceFile(uri, request);
    assert.match(kept!.text, /^const stays = 2;?\s+needle(\(\))?;?\s*$/);
    select('stays');
    await protect('whittle.mayRemove');
    const gone = await reduceFile(uri, request);
    assert.match(gone!.text, /^needle;?\s*$/);
    await settled();
    await protect('whittle.discardResult');
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await vscode.workspace.fs.delete(uri);
  });

  it('says so if nothing is selected', async () => {
    const editor = await open('queue.js');
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    const messages = await messagesOf(async () => vscode.commands.executeCommand('whittle.neverRemove'));
    assert.deepEqual(messages, ['Nothing is selected: select the text to keep.']);
  });
});
