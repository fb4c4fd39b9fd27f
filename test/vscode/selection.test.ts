import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ReductionResult } from '../../src/vscode/reduction';
import { api, messagesOf, open, settled, unfaded } from './support';

describe('Reduce Selection', () => {
  it('reduces the selection and nothing else', async () => {
    const editor = await open('queue.js');
    const { document } = editor;
    const text = document.getText();
    const start = text.indexOf('  on(event');
    const end = text.indexOf('  drain()');
    editor.selection = new vscode.Selection(document.positionAt(start), document.positionAt(end));
    const result = await vscode.commands.executeCommand<ReductionResult>('whittle.reduceSelection', undefined, {
      task: 'still crashes',
    });
    assert.ok(result.finished.confirmed);
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
