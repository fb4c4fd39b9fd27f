import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { derivedUri } from '../../src/vscode/results/results';
import type { IsolationResult } from './given';
import { api, fixture, leftovers, messagesOf, open, settled, until, withWindow, write, typing } from './support';

const works = 'let a = 1;\nlet b = 2;\nlet c = a + b;\nprint(c);\n';
const crashes = 'let a = 10;\nlet b = 20;\nlet c = a * b;\nprint(c, b);\n';
const command = `grep -q '[*]' {}`;

async function isolate(uri: vscode.Uri, given: unknown): Promise<IsolationResult | undefined> {
  return vscode.commands.executeCommand<IsolationResult | undefined>('whittle.isolateDifference', uri, given);
}

const textOf = async (uri: vscode.Uri) => Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('utf8');

/** A quick pick in which this label is chosen; what it offers goes to `offered`. */
function choosing(wanted: string, offered: string[] = []) {
  return async (given: PromiseLike<vscode.QuickPickItem[]>) => {
    const items = await given;
    offered.push(...items.map(({ label }) => label));
    return items.find(({ label }) => label === wanted);
  };
}

describe('Isolate Difference', () => {
  it('opens a diff of two documents that are one word apart, in the language of the original', async () => {
    await write('works.js', works);
    const uri = await write('crashes.js', crashes);
    let result: IsolationResult | undefined;
    const messages = await messagesOf(async () => (result = await isolate(uri, { command, passing: 'works.js' })));
    assert.ok(result?.finished.confirmed);
    assert.equal(result.finished.changes, 1);
    assert.equal(result.finished.unit, 'words');
    assert.deepEqual(messages, [`crashes.js: 1 word differs in ${result.finished.tests} tests, result verified.`]);

    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    assert.ok(tab?.input instanceof vscode.TabInputTextDiff, 'a diff is open');
    assert.equal(tab.label, 'crashes.js: passing ↔ failing');
    const sides = [tab.input.original, tab.input.modified];
    assert.deepEqual(sides.map(String), [derivedUri(uri, 'passing'), derivedUri(uri, 'failing')].map(String));
    const [passing, failing] = await Promise.all(sides.map((side) => vscode.workspace.openTextDocument(side)));
    assert.equal(passing.getText().replace('a + b', 'a * b'), failing.getText());
    assert.deepEqual([passing.getText(), failing.getText()], [result.passing, result.failing]);
    assert.deepEqual([passing.languageId, failing.languageId], ['javascript', 'javascript']);
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 2);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await vscode.commands.executeCommand('whittle.showDifference', uri);
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, tab.label, 'it is shown again');
    assert.match((await api()).statusText(), /^\$\(check\) .*1 word differs · \d+ tests$/);
    assert.deepEqual(leftovers(command), []);
  });

  it('saves both beside the failing file; an older one gets another name', async () => {
    const uri = fixture('crashes.js');
    const [passing, failing] = [fixture('crashes.passing.js'), fixture('crashes.failing.js')];
    await write('crashes.failing.js', 'mine');
    const messages = await messagesOf(async () => vscode.commands.executeCommand('whittle.saveDifference', uri));
    assert.match(messages.join(), /^Saved crashes\.passing\.js and crashes\.failing\.js\. Older files/);
    assert.equal((await textOf(passing)).replace('a + b', 'a * b'), await textOf(failing));
    assert.equal(await textOf(fixture('crashes.failing.1.js')), 'mine');
    await vscode.workspace.fs.delete(fixture('crashes.failing.1.js'));
  });

  it('takes two files that are selected in the explorer, the clicked one as failing, and the unit of the setting', async () => {
    const [passing, failing] = [await write('works.txt', 'a\nb\nc\n'), await write('crashes.txt', 'a\nX Y\nc\nd\n')];
    const unit = (value?: string) =>
      vscode.workspace.getConfiguration('whittle').update('unit', value, vscode.ConfigurationTarget.Workspace);
    await unit('lines');
    const result = await withWindow({ showQuickPick: choosing(typing), showInputBox: async () => 'grep -q X {}' }, () =>
      isolate(failing, [passing, failing]),
    );
    await unit();
    assert.equal(result?.finished.unit, 'lines');
    assert.ok(result.failing.includes('X Y') && !result.passing.includes('X Y'));
    await settled();
  });

  it('asks which file passes: open ones, those of the folder, the empty file or any other', async () => {
    await open('notes.txt');
    const offered: string[] = [];
    const result = await withWindow({ showQuickPick: choosing('$(file) works.js', offered) }, () =>
      isolate(fixture('crashes.js'), { command }),
    );
    assert.ok(result?.finished.confirmed);
    assert.ok(offered.indexOf('$(file) notes.txt') < offered.indexOf('$(file) works.js'), offered.join('\n'));
    assert.ok(!offered.includes('$(file) crashes.js'));
    assert.deepEqual(offered.slice(-2), ['$(new-file) Empty File', '$(folder-opened) Browse…']);
    await settled();
  });

  it('counts edits that are not saved, and starts from the empty file', async () => {
    const { document } = await open('notes.txt');
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(1, 0), 'a second needle\n');
    await vscode.workspace.applyEdit(edit);
    const result = await isolate(document.uri, { command: 'grep -q "second needle" {}', passing: '' });
    assert.equal(result?.finished.changes, 1);
    assert.match(result.failing, /second needle/);
    await settled();
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('keeps a byte order mark and CRLF', async () => {
    await write('marked.works.txt', '\ufeffone\r\ntwo\r\n');
    const uri = await write('marked.crashes.txt', '\ufeffone\r\nX\r\n');
    const result = await isolate(uri, { command: 'grep -q X {}', passing: 'marked.works.txt' });
    assert.deepEqual([result?.passing, result?.failing], ['\ufeffone\r\ntwo\r\n', '\ufeffone\r\nX\r\n']);
    await settled();
    const shown = await vscode.workspace.openTextDocument(derivedUri(uri, 'failing'));
    assert.equal(shown.getText(), 'one\r\nX\r\n');
  });

  it('stops at once, says how far it came and leaves nothing behind', async () => {
    const { statusText } = await api();
    const uri = await write('long.txt', Array.from({ length: 400 }, (_, index) => `${index}\n`).join(''));
    const running = isolate(uri, { command: `sleep 0.2; grep -q '^42$' {}`, passing: '' });
    const differing = () => Number(/([\d,]+) words? differs?/.exec(statusText())?.[1].replaceAll(',', ''));
    await until('the difference is counted', () => differing() >= 400);
    const whole = differing();
    await until('the texts have come closer', () => differing() < whole);
    await vscode.commands.executeCommand('whittle.stop', uri);
    const result = await running;
    assert.equal(result?.finished.ending, 'interrupted');
    assert.ok(result.finished.changes < whole);
    assert.deepEqual(leftovers('sleep 0.2'), []);
    await settled();
  });
});

describe('Trouble with an isolation is told in one sentence', () => {
  const cases: [string, object | (() => unknown), RegExp][] = [
    ['the same file', { command, passing: 'crashes.js' }, /^The two files are the same: choose one that fails/],
    [
      'a property of both',
      { command: 'true {}', passing: 'works.js' },
      /shows the bug on the passing input too: choose/,
    ],
    [
      'a property of neither',
      { command: 'false {}', passing: 'works.js' },
      /^The test fails on the passing input in the same way/,
    ],
    [
      'no verdict',
      { command: `${command} || exit 125`, passing: 'works.js' },
      /no verdict for the passing input: choose/,
    ],
    ['a file that is not there', { command, passing: 'nowhere.js' }, /nowhere\.js does not exist: choose another file/],
    ['a folder', { command, passing: '.' }, /cannot be opened as text: reduce it with whittle in a terminal\.$/],
    [
      'bytes that are not UTF-8',
      { command, passing: 'binary.js' },
      /^binary\.js is not UTF-8 text: reduce it with whittle in/,
    ],
    ['three files', () => ['crashes.js', 'works.js', 'binary.js'].map(fixture), /^Too many files are selected: select/],
  ];
  before(async () => {
    await write('works.js', works);
    await write('crashes.js', crashes);
    await vscode.workspace.fs.writeFile(fixture('binary.js'), Buffer.from([0x61, 0xff, 0x0a]));
  });
  for (const [what, given, expected] of cases) {
    it(what, async () => {
      let result: unknown = 'not run';
      const messages = await messagesOf(async () => {
        result = await isolate(fixture('crashes.js'), typeof given === 'function' ? given() : given);
      });
      assert.equal(result, undefined);
      assert.equal(messages.length, 1, messages.join('\n'));
      assert.match(messages[0], expected);
    });
  }

  it('refuses a second run on the same file', async () => {
    const uri = fixture('crashes.js');
    const running = isolate(uri, { command: `sleep 0.5; ${command}`, passing: 'works.js' });
    const { statusText } = await api();
    await until('the first run has begun', () => statusText().includes('sync~spin'));
    for (const again of ['whittle.isolateDifference', 'whittle.reduceFile']) {
      const messages = await messagesOf(async () => vscode.commands.executeCommand(again, uri, { command }));
      assert.deepEqual(messages, ['crashes.js already has a run under way: stop that run first.']);
    }
    await vscode.commands.executeCommand('whittle.stop', uri);
    assert.equal((await running)?.finished.ending, 'interrupted');
  });
});
