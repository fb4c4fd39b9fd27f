/** *Try It on an Example*: without a question, without an installed program, in a file that goes with its tab. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import type { ReductionResult } from './given';
import { api, settled, until, withWindow } from './support';
import { seldom } from '../support/seldom';

describe('Try It on an Example', () => {
  const shown = () =>
    vscode.window.visibleTextEditors.find(({ document }) => document.fileName.endsWith('orders.json'));
  const asks = () => assert.fail('nothing is asked');
  const run = () =>
    withWindow({ showQuickPick: asks, createQuickPick: asks, showInputBox: asks }, async () => {
      const result = await vscode.commands.executeCommand<ReductionResult>('whittle.tryExample');
      await settled();
      return result;
    });
  const home = process.env.PATH;
  after(() => void (process.env.PATH = home));

  seldom.it('leaves the order on which the program crashes, with no program on the PATH', async () => {
    process.env.PATH = '/bin';
    const { text, finished } = await run();
    process.env.PATH = home;
    assert.ok(finished.confirmed);
    assert.deepEqual(JSON.parse(text), { orders: [{ items: [], discount: 'one-free' }] });
    const { faded } = await api();
    assert.ok(faded(shown()!.document.uri).length > 0);
  });

  seldom.it('starts again with the file as it was, though its result was applied', async () => {
    const { uri } = shown()!.document;
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One });
    await vscode.commands.executeCommand('whittle.applyResult', uri);
    assert.ok(shown()!.document.getText().length < 200);
    const { finished } = await run();
    assert.ok(finished.tokens.before > 500, `${finished.tokens.before} tokens`);
    assert.ok(shown()!.document.getText().includes('Leaf & Cup'));
  });

  seldom.it('deletes the file when its tab is closed', async () => {
    const { uri } = shown()!.document;
    assert.ok(existsSync(uri.fsPath));
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One });
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await until('it is gone', () => !existsSync(uri.fsPath), 20_000);
    assert.equal((await api()).job(uri), undefined);
  });
});
