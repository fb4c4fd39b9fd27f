import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { FolderResult } from './given';
import { api, fixture, messagesOf, open, reduceFile, settled, unfaded, until, within, write } from './support';
import { seldom } from '../support/seldom';

/** A program of three files, of which one breaks; two others are needed by nothing. */
async function project(name: string): Promise<vscode.Uri> {
  const lines = Array.from({ length: 20 }, (_, at) => `const v${at} = ${at};\n`).join('');
  await write(`${name}/main.js`, `${lines}const { part } = require('./lib/part');\nconsole.log(part(v1));\n`);
  await write(`${name}/lib/part.js`, `${lines}exports.part = (x) => {\n  throw new Error('no part');\n};\n`);
  await write(`${name}/lib/other.js`, lines);
  await write(`${name}/docs/guide.md`, '# A guide\n\nNobody reads it.\n');
  return fixture(name);
}

const execute = async <T = unknown>(name: string, ...given: unknown[]) =>
  vscode.commands.executeCommand<T>(`whittle.${name}`, ...given);

const reduceFolder = (uri: vscode.Uri, request: object) =>
  execute<FolderResult | undefined>('reduceFolder', uri, request);

const command = 'node {}/main.js';

const filesIn = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

describe('Reduce Folder', () => {
  seldom.it(
    'greys out what goes in every open file, names what is gone, writes the result beside, and applies it as one edit',
    async () => {
      const whittle = await api();
      const uri = await project('parts');
      const at = (path: string) => vscode.Uri.joinPath(uri, path);
      const { document: part } = await open('parts/lib/part.js');
      const guide = await vscode.workspace.openTextDocument(at('docs/guide.md'));
      const original = part.getText();
      const result = await reduceFolder(uri, { command });
      assert.ok(result?.finished.confirmed, 'a verified result');
      assert.deepEqual(whittle.faded(guide.uri).length, 1);
      assert.equal(unfaded(guide, whittle.faded(guide.uri)), '');
      assert.ok(whittle.faded(part.uri).length > 0, 'a part of an open file is grey');
      const later = await vscode.workspace.openTextDocument(at('lib/other.js'));
      assert.equal(unfaded(later, whittle.faded(later.uri)), '', 'what is opened later is grey, too');
      assert.match(whittle.statusText(), /\d of 4 files · [\d,]+ → \d+ tokens/);
      await until('the explorer knows', () => whittle.decoration(at('docs/guide.md')) !== undefined);
      for (const gone of ['docs/guide.md', 'docs', 'lib/other.js'])
        assert.equal(whittle.decoration(at(gone))?.badge, '×');
      assert.equal(whittle.decoration(at('main.js'))?.badge, '✂');
      assert.equal(whittle.decoration(uri), undefined);

      const directory = result.path!;
      assert.equal(directory, `${uri.fsPath}.reduced`);
      assert.ok(!existsSync(join(directory, 'docs')));
      assert.equal(filesIn(directory).length, result.finished.files!.after);
      const texts = new Map(
        filesIn(directory).map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8')]),
      );
      assert.equal(part.getText(), original, 'nothing of the folder has changed');

      assert.equal(await execute('applyResult', uri), true);
      assert.ok(!existsSync(at('docs/guide.md').fsPath));
      assert.deepEqual(whittle.faded(part.uri), []);
      const now = (path: string) => vscode.workspace.openTextDocument(at(path)).then((one) => one.getText());
      assert.equal(await now('main.js'), texts.get('main.js'));
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(at('main.js')));
      await vscode.commands.executeCommand('undo');
      await until('the guide is back', () => existsSync(at('docs/guide.md').fsPath));
      assert.match(await now('main.js'), /const v19 = 19/);
    },
  );

  seldom.it(
    'runs once on a folder at a time, keeps the best result of a run that is stopped, and the history opens it',
    async () => {
      const whittle = await api();
      const uri = await project('twice');
      const main = vscode.Uri.joinPath(uri, 'main.js');
      await open('twice/main.js');
      const running = reduceFolder(uri, { command: `sleep 0.3; ${command}` });
      await until('something is gone', () => whittle.faded(main).length > 0);
      for (const again of [() => reduceFolder(uri, { command }), () => reduceFile(main, { command: 'false' })]) {
        assert.deepEqual(await messagesOf(again), ['twice already has a run under way: stop that run first.']);
      }
      await execute('stop', main);
      const result = await running;
      assert.equal(result?.finished.ending, 'interrupted');
      assert.ok(existsSync(result.path!));
      await settled();
      const [run] = (await whittle.history.getChildren()) as object[];
      const item = await whittle.history.getTreeItem(run);
      assert.match(String(item.description), /\d of 4 files · /);
      assert.equal(item.contextValue, 'run result again');
      await execute('historyOpen', run);
      const active = () => vscode.window.activeTextEditor?.document.uri.fsPath ?? '';
      await until('a file of the result is shown', () => active().startsWith(result.path!));
      await execute('discardResult', uri);
      assert.equal(whittle.faded(main).length, 0);
    },
  );

  seldom.it('takes several files and unsaved edits, and compares all of them in one editor', async () => {
    const uri = await project('some');
    const files = ['main.js', 'lib/part.js'].map((path) => vscode.Uri.joinPath(uri, path));
    const { document } = await open('some/lib/part.js');
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(21, 0, 22, 0), "  throw new Error('no edited part');\n");
    await vscode.workspace.applyEdit(edit);
    await within(20, () =>
      execute('reduceFolder', files[0], {
        paths: files.map(({ fsPath }) => fsPath),
        command,
      }),
    );
    const result = join(uri.fsPath, 'some.reduced');
    // The one file may have gone into the other.
    const texts = filesIn(result).map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    assert.match(texts.join('\n'), /no edited part/);
    await execute('showDiff', uri);
    await until(
      'a diff is shown',
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.label.startsWith('some ↔ reduced') === true,
    );
    await document.save();
    await execute('discardResult', uri);
  });

  seldom.it('does not apply a result to files that have changed since', async () => {
    const uri = await project('changed');
    await within(20, () => reduceFolder(uri, { command }));
    await write('changed/docs/guide.md', 'Somebody has written here.\n');
    const told = await messagesOf(() => execute('applyResult', uri));
    assert.match(told[0], /^docs\/guide\.md has changed since the reduction began/);
    assert.ok(existsSync(vscode.Uri.joinPath(uri, 'docs/guide.md').fsPath));
    await execute('discardResult', uri);
  });

  seldom.it('exports a reproduction of a folder, and of a failing test without a question', async () => {
    const uri = await project('repro');
    await within(30, () => execute('makeReproduction', uri, { command }));
    const readme = readFileSync(`${uri.fsPath}.repro/README.md`, 'utf8');
    assert.match(readme, /node \.\/main\.js/);
    await execute('discardResult', uri);

    await project('tested');
    await write('tested/package.json', JSON.stringify({ name: 'tested', scripts: { test: 'node --test' } }));
    const test = "require('node:test').test('a part', () => require('../lib/part').part(1));\n";
    const file = await write('tested/test/part.test.js', test);
    const told = await messagesOf(() => within(30, () => execute('makeReproduction', file)));
    assert.match(told.join(), /^tested: /);
    const exported = `${fixture('tested').fsPath}.repro`;
    assert.match(readFileSync(`${exported}/README.md`, 'utf8'), /part\.test\.js/);
    assert.ok(existsSync(`${exported}/lib/part.js`));
    assert.ok(!existsSync(`${exported}/docs`));
    await execute('discardResult', fixture('tested'));
  });
});
