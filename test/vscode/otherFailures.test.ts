/** Failures that a reduction meets on its way: told at its end, opened, and reduced. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { api, messagesOf, panelIn, reduceFile, settled, withWindow, write } from './support';

const command = (name: string, ...args: unknown[]) => vscode.commands.executeCommand(`whittle.${name}`, ...args);

describe('Other failures', () => {
  it('are told at the end of a run, each to be opened or reduced', async () => {
    const tool =
      "const text = require('fs').readFileSync(process.argv[2], 'utf8'); if (text.includes('open') && !text.includes('close')) throw new RangeError('handle 17 was never freed'); if (text.includes('needle')) throw new TypeError('cannot print node 12');";
    const program = await write('others.cjs', tool);
    const uri = await write('others.txt', 'hay\nopen\nneedle\nmore\nclose\nlast\n');
    const [end] = await messagesOf(async () => void (await reduceFile(uri, { command: `node ${program.fsPath} {}` })));
    assert.match(end, /^others\.txt: .* result verified\. Another failure was met\.$/);
    const pressed = async (press: 'accept' | 'reduce') => {
      const createQuickPick = () => {
        let acts: Record<string, (event?: unknown) => void> = {};
        const pick = {
          activeItems: [] as vscode.QuickPickItem[],
          set items(items: vscode.QuickPickItem[]) {
            pick.activeItems = items;
          },
          onDidAccept: (act: () => void) => void (acts.accept = act),
          onDidTriggerItemButton: (act: (event: unknown) => void) =>
            void (acts.reduce = () => act({ item: pick.activeItems[0] })),
          show: () => setTimeout(() => acts[press]()),
          ...{ onDidChangeActive() {}, onDidHide() {}, dispose: () => (acts = {}) },
        };
        return pick;
      };
      await withWindow({ createQuickPick }, async () => command('otherFailures', uri));
    };
    await pressed('accept');
    const { document } = vscode.window.activeTextEditor!;
    assert.equal(document.uri.scheme, 'whittle-result');
    assert.ok(/open/.test(document.getText()) && !/close/.test(document.getText()), document.getText());
    await pressed('reduce');
    await settled();
    const other = vscode.workspace.textDocuments.find(({ isUntitled }) => isUntitled)!;
    assert.match(panelIn(await api()).shown!.doing!, /result verified/);
    await command('copyResult', other.uri);
    assert.equal((await vscode.env.clipboard.readText()).trim(), 'open');
    await command('discardResult', other.uri);
    await command('discardResult', uri);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});
