/** *Go to Next Kept Part*: from one part that is left to the next. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { api, messagesOf, open, reduceFile, write } from './support';

const command = (name: string, ...args: unknown[]) => vscode.commands.executeCommand(`whittle.${name}`, ...args);

describe('What is left of a file', () => {
  it('is marked, and found by Next and Previous', async () => {
    const { kept } = await api();
    const straw = 'straw\nstraw\n';
    const uri = await write('parts.txt', `${straw}needle one\n${straw}needle two\n${straw}`);
    const { document } = await open('parts.txt');
    const [message] = await messagesOf(async () => command('nextKept'));
    assert.equal(message, 'Nothing has been removed here yet: reduce a file first.');
    await reduceFile(uri, { command: 'grep -q "needle one" {} && grep -q "needle two" {}' });
    assert.deepEqual(
      kept(uri).map((range) => document.getText(range)),
      ['needle one', 'needle two'],
    );
    await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    const editor = vscode.window.activeTextEditor!;
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    const went: string[] = [];
    for (const name of ['nextKept', 'nextKept', 'nextKept', 'previousKept', 'previousKept']) {
      await command(name);
      went.push(document.getText(editor.selection));
    }
    assert.deepEqual(went, ['needle one', 'needle two', 'needle one', 'needle two', 'needle one']);
    await command('discardResult', uri);
    assert.deepEqual(kept(uri), []);
  });
});
