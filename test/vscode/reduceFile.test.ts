import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { resultUri } from '../../src/vscode/results/results';
import { api, leftovers, open, reduceFile, settled, unfaded, until, write, panelIn } from './support';
import { seldom } from '../support/seldom';

const statements = Array.from({ length: 30 }, (_, index) => `let v${index} = ${index};\n`).join('');
const text = `${statements}function f() {\n  needle();\n}\n${statements}`;

describe('Reduce File', () => {
  it('greys out what goes, leaves the document alone, and applies the result as one edit that one undo takes back', async () => {
    const whittle = await api();
    await write('grey.js', text);
    const { document } = await open('grey.js');
    const original = document.getText();
    const running = reduceFile(document.uri, { command: "sleep 0.05; grep -q 'needle()' ${file}" });
    await until('something is grey', () => whittle.faded(document.uri).length > 0);
    assert.match(whittle.statusText(), /→ .* tokens · .*% · (about .* left|.* tests?)/);
    const result = await running;
    assert.ok(result?.finished.confirmed);
    assert.ok(result.finished.tokens.after <= 10, `${result.finished.tokens.after} tokens`);
    assert.equal(document.getText(), original);
    assert.equal(document.isDirty, false);
    assert.equal(unfaded(document, whittle.faded(document.uri)).replace(/\s/g, ''), result.text.replace(/\s/g, ''));

    assert.equal(await vscode.commands.executeCommand('whittle.applyResult', document.uri), true);
    assert.equal(document.getText(), result.text);
    assert.deepEqual(whittle.faded(document.uri), []);
    await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), original);
    await until('the result is shown again', () => whittle.faded(document.uri).length > 0);
    assert.equal(panelIn(whittle).shown?.actions[0].command, 'whittle.applyResult');
    await vscode.commands.executeCommand('whittle.discardResult', document.uri);
  });

  seldom.it('shows text that is put in as what it is', async () => {
    const whittle = await api();
    const settings = vscode.workspace.getConfiguration('whittle');
    const change = (search: string) => settings.update('search', search, vscode.ConfigurationTarget.Workspace);
    await change('default');
    try {
      const uri = await write('sum.js', 'let a = "one" + "two";\nlet b = 2;\n');
      const result = await reduceFile(uri, { command: `grep -Eq '^let a = (0|"one" . "two")' {}` });
      assert.match(result!.text, /^let a = 0;?\n$/);
      assert.deepEqual(whittle.inserted(uri), ['0']);
      await vscode.commands.executeCommand('whittle.discardResult', uri);
      assert.deepEqual(whittle.inserted(uri), []);
    } finally {
      await change('hddr');
    }
  });

  it('shows the result beside the original, in its language', async () => {
    const { document } = await open('notes.txt');
    const result = await reduceFile(document.uri, { command: 'grep -q needle {}' });
    assert.equal(result?.text, 'needle\n');
    const beside = () =>
      vscode.window.visibleTextEditors.find(
        (editor) => editor.document.uri.toString() === resultUri(document.uri).toString(),
      );
    await until('the result is visible', () => beside() !== undefined);
    assert.equal(beside()!.document.getText(), result.text);
    assert.equal(beside()!.document.languageId, document.languageId);
    assert.notEqual(beside()!.viewColumn, vscode.ViewColumn.One);
    await vscode.commands.executeCommand('whittle.discardResult', document.uri);
    assert.deepEqual((await api()).faded(document.uri), []);
  });

  it('opens a diff of the original and the result', async () => {
    const { document } = await open('notes.txt');
    await reduceFile(document.uri, { command: 'grep -q needle notes.txt' });
    await settled();
    await vscode.commands.executeCommand('whittle.showDiff', document.uri);
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    assert.ok(tab?.input instanceof vscode.TabInputTextDiff, 'a diff is open');
    assert.equal(tab.input.original.toString(), document.uri.toString());
    assert.equal(tab.input.modified.toString(), resultUri(document.uri).toString());
    await vscode.commands.executeCommand('whittle.discardResult', document.uri);
  });

  it('keeps a byte order mark and CRLF, in the file and for the oracle', async () => {
    const uri = await write('marked.txt', '\ufeffone\r\ntwo\r\nthree\r\n');
    const document = await vscode.workspace.openTextDocument(uri);
    const command = `head -c 3 {} | od -An -tx1 | grep -q 'ef bb bf' && grep -q "$(printf 'two\\r')" {}`;
    const result = await reduceFile(uri, { command });
    assert.equal(result?.text, 'two\r\n');
    assert.equal(unfaded(document, (await api()).faded(uri)), 'two\r\n');
    await vscode.commands.executeCommand('whittle.applyResult', uri);
    await document.save();
    assert.equal(Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('utf8'), '\ufefftwo\r\n');
  });

  it('stops at once, keeps the best result and leaves nothing behind', async () => {
    const whittle = await api();
    const { document } = await open('queue.js');
    const running = reduceFile(document.uri, { task: 'still crashes (slow)' });
    await until('something is grey', () => whittle.faded(document.uri).length > 0);
    await vscode.commands.executeCommand('whittle.stop');
    const result = await running;
    assert.equal(result?.finished.ending, 'interrupted');
    assert.ok(result.finished.tokens.after < result.finished.tokens.before);
    assert.deepEqual(leftovers('sleep 0.2'), []);
    await vscode.commands.executeCommand('whittle.discardResult', document.uri);
  });

  it('reduces two files at once', async () => {
    const one = await write('one.txt', 'a\nneedle\nb\n');
    const two = await write('two.txt', 'c\nneedle\nd\n');
    const command = 'grep -q needle {}';
    const results = await Promise.all([one, two].map((uri) => reduceFile(uri, { command })));
    assert.deepEqual(
      results.map((result) => result?.text),
      ['needle\n', 'needle\n'],
    );
  });
});
