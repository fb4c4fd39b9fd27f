/** Where candidates go: in a copy of the workspace folder, or in the place of the file. */
import assert from 'node:assert/strict';
import { lstatSync, readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { open, reduceFile, until, within, write } from './support';

const settings = () => vscode.workspace.getConfiguration('whittle');

describe('Placements', () => {
  afterEach(() => settings().update('place', undefined, vscode.ConfigurationTarget.Workspace));

  it('by themselves are a copy of the workspace folder if the test runs there without naming the file', async () => {
    const { document } = await open('queue.js');
    const before = document.getText();
    const command = 'cmp check.js "${workspaceFolder}/check.js" && test -d .vscode && node check.js queue.js';
    const result = await within(20, () => reduceFile(document.uri, { command }));
    assert.ok(result?.finished.confirmed);
    assert.ok(result.finished.tokens.after < result.finished.tokens.before);
    assert.equal(readFileSync(document.uri.fsPath, 'utf8'), before);
    await vscode.commands.executeCommand('whittle.discardResult', document.uri);
  });

  it('in place leave file and document as they were, and the result can be applied', async () => {
    await settings().update('place', 'in-place', vscode.ConfigurationTarget.Workspace);
    const lines = Array.from({ length: 60 }, (_, at) => (at === 30 ? 'needle' : `hay ${at}`));
    const uri = await write('inPlace.txt', `${lines.join('\n')}\n`);
    const { document } = await open('inPlace.txt');
    const [before, time] = [document.getText(), lstatSync(uri.fsPath).mtimeMs];
    const result = await reduceFile(uri, { command: 'sleep 0.05; grep -q needle inPlace.txt' });
    assert.equal(result?.text.trim(), 'needle');
    assert.equal(readFileSync(uri.fsPath, 'utf8'), before);
    assert.equal(lstatSync(uri.fsPath).mtimeMs, time);
    await until('the document is as it was', () => document.getText() === before);
    await vscode.commands.executeCommand('whittle.discardResult', uri);
  });
});
