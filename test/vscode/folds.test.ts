/** *Fold Removed Lines*: what is hidden, and what is left as it was. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { api, messagesOf, open, reduceFile, until, write } from './support';

/** Eight functions of three lines, all in view; only the sixth and what the user has folded matter. */
const text = Array.from({ length: 8 }, (_, at) => `function f${at}() {\n  return ${at};\n}\n`).join('');
const command = (name: string) => vscode.commands.executeCommand(`whittle.${name}`);

const isHidden = ({ visibleRanges }: vscode.TextEditor, line: number) =>
  !visibleRanges.some(({ start, end }) => start.line <= line && line <= end.line);

describe('Fold Removed Lines', () => {
  it("hides what is removed behind the first line of it, and shows it again; the user's own folds stay", async () => {
    const whittle = await api();
    await vscode.commands.executeCommand('workbench.action.closePanel');
    const uri = await write('folded.txt', text);
    const editor = await open('folded.txt');
    assert.match((await messagesOf(async () => command('foldRemoved')))[0], /^Nothing to fold: /);
    await vscode.commands.executeCommand('editor.fold', { selectionLines: [9], levels: 1 });
    await until('the user has folded a part', () => isHidden(editor, 10) && !isHidden(editor, 13));
    editor.selections = [new vscode.Selection(16, 2, 16, 8), new vscode.Selection(20, 1, 20, 1)];
    const result = await reduceFile(uri, { command: 'grep -q "return 5;" ${file}' });
    assert.equal(result!.text.trim(), '{\n  return 5;\n}');
    // The result is the active editor's neighbour; the cursor is where it was.
    await vscode.window.showTextDocument(editor.document, vscode.ViewColumn.One);
    const now = vscode.window.activeTextEditor!;
    now.revealRange(new vscode.Range(9, 0, 9, 0), vscode.TextEditorRevealType.AtTop);
    await command('foldRemoved');
    await until('it is hidden', () => isHidden(now, 1) && isHidden(now, 14) && isHidden(now, 23));
    assert.ok(!isHidden(now, 0), 'the first line says what is hidden');
    assert.ok(!isHidden(now, 16), 'what is left is seen');
    assert.deepEqual(
      now.selections.map(({ start, end }) => [start.line, start.character, end.line, end.character]),
      [
        [16, 2, 16, 8],
        [18, 0, 18, 0],
      ],
      'the cursor goes out of what is hidden',
    );
    await command('unfoldRemoved');
    await until('it is shown', () => !isHidden(now, 1) && !isHidden(now, 14));
    assert.ok(isHidden(now, 10), 'what the user has folded stays so');
    await command('foldRemoved');
    await until('it is hidden again', () => isHidden(now, 1));
    await vscode.commands.executeCommand('whittle.discardResult', uri);
    await until('what is no more removed is shown', () => !isHidden(now, 1) && whittle.faded(uri).length === 0);
  });
});
