/** What can be done with a result: a file, a bug report, and the list of it all. */
import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import {
  answering,
  api,
  fixture,
  messagesOf,
  open,
  panelIn,
  reduceFile,
  settled,
  until,
  withWindow,
  write,
} from './support';
import { seldom } from '../support/seldom';

const command = (name: string, ...args: unknown[]) => vscode.commands.executeCommand(`whittle.${name}`, ...args);
const markedText = '\ufeffone\r\nneedle 1\r\nthree';

/** Output channels are documents; what is in them needs a logger that is not everywhere. */
const isLog = ({ document }: vscode.TextEditor) =>
  document.uri.scheme === 'output' && /[Ww]hittle/.test(document.uri.path);

async function reducedNeedle(name: string): Promise<vscode.Uri> {
  const uri = await write(name, markedText);
  const result = await reduceFile(uri, { command: 'grep needle {} && grep -q "$(printf "needle 1\\r")" {}' });
  assert.equal(result?.text, 'needle 1\r\n');
  return uri;
}

describe('A result', () => {
  it('is saved with the very bytes that were tested, beside the original unless told otherwise, and opened', async () => {
    const uri = await reducedNeedle('saved.txt');
    const asked: vscode.SaveDialogOptions[] = [];
    const showSaveDialog = async (options: vscode.SaveDialogOptions) => {
      asked.push(options);
      return options.defaultUri;
    };
    await withWindow({ showSaveDialog }, async () => command('saveResultAs', uri));
    const target = fixture('saved.reduced.txt');
    assert.equal(asked[0].defaultUri?.toString(), target.toString());
    const bytes = Buffer.from(await vscode.workspace.fs.readFile(target));
    assert.equal(bytes.toString('utf8'), '\ufeffneedle 1\r\n');
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), target.toString());
    await vscode.workspace.fs.delete(target);
    await withWindow({ showSaveDialog: async () => undefined }, async () => command('saveResultAs', uri));
    await assert.rejects(async () => vscode.workspace.fs.stat(target));
    const elsewhere = async () => fixture('saved.txt/no/folder.txt');
    const messages = await messagesOf(() =>
      withWindow({ showSaveDialog: elsewhere }, async () => command('saveResultAs', uri)),
    );
    assert.match(messages.join(), /folder\.txt cannot be written: choose another folder, or copy the result\./);
    await command('discardResult', uri);
  });

  it('goes back to a step, which is the result then', async () => {
    const straw = Array.from({ length: 30 }, (_, line) => `straw ${line}\n`).join('');
    const uri = await write('steps.txt', `${straw}needle\n${straw}`);
    const last = await reduceFile(uri, { command: 'sleep 0.1; grep -q needle {}' });
    assert.equal(last?.text, 'needle\n');
    const labels: string[] = [];
    const createQuickPick = () => {
      let accept = () => {};
      const pick = {
        activeItems: [] as vscode.QuickPickItem[],
        set items(items: vscode.QuickPickItem[]) {
          labels.push(...items.map(({ label }) => label));
          setTimeout(() => accept());
        },
        onDidAccept: (act: () => void) => void (accept = act),
        ...{ onDidChangeActive() {}, onDidTriggerItemButton() {}, onDidHide() {}, show() {}, dispose() {} },
      };
      return pick;
    };
    // As a press near the left end of the chart.
    await withWindow({ createQuickPick }, async () => command('steps', uri, 1));
    assert.ok(labels.length > 2 && labels[0] === '1 token', labels.join(', '));
    await command('copyResult', uri);
    const copied = await vscode.env.clipboard.readText();
    assert.ok(
      copied.includes('needle\n') && copied.length > last.text.length && copied.length < straw.length * 2,
      copied,
    );
    assert.match(panelIn(await api()).shown!.extent, new RegExp(`→ ${labels.at(-1)}`));
    assert.match(panelIn(await api()).shown!.doing!, /^Stopped \(result verified\)$/);
    await command('discardResult', uri);
  });

  it('says why a part of it is still there, with the text without it and its output', async () => {
    const uri = await write('why.txt', 'hay\nneedle\nhay\nthread\n');
    const check = 'grep -q needle {} || { echo "no needle left"; exit 3; }; grep -q thread {}';
    await reduceFile(uri, { command: check });
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    const needle = document.lineAt(1).range;
    editor.selection = new vscode.Selection(needle.start, needle.end);
    const told = await answering('Show Output', async () => command('whyKept', uri));
    assert.match(
      told[0],
      /^Without the selection the bug is gone\. Expected: exit code 0\. Seen: .*\(?exit code 3\)?\.$/,
    );
    const texts = () =>
      vscode.workspace.textDocuments.filter(({ uri: { path } }) => /why\.(without|output)\.txt$/.test(path));
    await until('the text and the output are shown', () => texts().length === 2);
    assert.deepEqual(
      texts()
        .map((one) => one.getText().trim())
        .sort(),
      ['no needle left', 'thread'],
    );
    await command('discardResult', uri);
  });

  seldom.it('has a tab of its own, which that of another file does not replace', async () => {
    const uris = [await reducedNeedle('first.txt'), await reducedNeedle('second.txt')];
    const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));
    const names = ['first.reduced.txt', 'second.reduced.txt'];
    await until('both results have a tab', () => names.every((name) => tabs().includes(name)));
    for (const uri of uris) await command('showDiff', uri);
    const diffs = ['first.txt ↔ reduced', 'second.txt ↔ reduced'];
    await until('both diffs have a tab', () => diffs.every((name) => tabs().includes(name)));
    for (const uri of uris) await command('discardResult', uri);
  });

  seldom.it('does not take the place of a file that is worked in, but is shown when it is asked for', async () => {
    const other = await write('other.txt', 'other\n');
    const uri = await write('away.txt', 'one\nneedle\ntwo\n');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One, preview: false });
    const running = reduceFile(uri, { command: 'sleep 0.2; grep -q needle {}' });
    await vscode.window.showTextDocument(other, { viewColumn: vscode.ViewColumn.One, preview: false });
    await running;
    await settled();
    const tabs = () => vscode.window.tabGroups.all.map((group) => group.tabs.map(({ label }) => label));
    assert.deepEqual(tabs(), [['away.txt', 'other.txt']]);
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), other.toString());
    await command('showResult', uri);
    assert.deepEqual(tabs(), [['away.txt', 'other.txt'], ['away.reduced.txt']]);
    await command('discardResult', uri);
  });

  seldom.it('is shown before the end when it is good enough, and gets smaller there', async () => {
    const whittle = await api();
    const { statusText } = whittle;
    const gone = Array.from({ length: 400 }, (_, line) => `straw number ${line}\n`).join('');
    const rest = Array.from({ length: 9 }, (_, at) => `needle ${at} a b c\n`).join('');
    const uri = await write('polished.txt', gone + rest);
    await open('polished.txt');
    const asks = Array.from({ length: 9 }, (_, at) => `grep -q "needle ${at}" {}`).join(' && ');
    const running = reduceFile(uri, { command: `sleep 0.1; ${asks}` });
    const label = () => panelIn(whittle).shown?.actions.map((action) => action.label) ?? [];
    await until('the run says so', () => label().includes('Use It Now'));
    assert.match(statusText(), /sync~spin.* \d+% smaller · still polishing/);
    const shown = () =>
      vscode.workspace.textDocuments.find(({ uri: { path } }) => path.endsWith('polished.reduced.txt'));
    await until('the result is shown', () => shown() !== undefined);
    const early = shown()!.getText();
    assert.ok(early.includes('needle 8') && early.length < gone.length / 2, early);
    await command('finish', uri);
    const result = await running;
    assert.deepEqual([result?.finished.ending, result?.finished.confirmed], ['enough', true]);
    await until('the result is there', () => shown()!.getText() === result!.text);
    await command('discardResult', uri);
  });

  it('is shown again beside the original, and the log in its channel', async () => {
    const uri = await reducedNeedle('shown.txt');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await command('showResult', uri);
    const shown = vscode.window.visibleTextEditors.filter(({ document }) => document.uri.scheme === 'whittle-result');
    assert.deepEqual(
      shown.map(({ document }) => document.getText()),
      ['needle 1\r\n'],
    );
    await command('showLog');
    await until('the log is shown', () => vscode.window.visibleTextEditors.some(isLog));
    await command('discardResult', uri);
  });

  it('is a bug report on the clipboard', async () => {
    const uri = await reducedNeedle('reported.txt');
    await command('copyBugReport', uri);
    const report = await vscode.env.clipboard.readText();
    assert.match(report, /^# reported\.txt: `grep needle reported\.txt && .*` ends with `exit code 0`\n/);
    assert.match(report, /```text\nneedle 1\r\n```/);
    assert.match(report, /with a byte order mark, with CR LF line ends\)/);
    assert.match(report, /## Output\n\n```text\n.*needle 1\n```/);
    assert.ok(report.includes(`Whittle ${vscode.extensions.getExtension('whittle.whittle')!.packageJSON.version}`));
    assert.ok(report.includes(vscode.version));
    assert.match(report, /: 4 → 2 tokens · 50%, .* verified\n/);
    assert.ok(!report.includes(homedir()) && !report.includes('whittle-run'), report);
    await command('discardResult', uri);
  });

  it('has a list of all that can be done with it, which the message at the end leads to', async () => {
    const uri = await write('listed.txt', 'one\nneedle\n');
    const offered: string[] = [];
    const showQuickPick = async (items: vscode.QuickPickItem[]) => {
      offered.push(...items.map(({ label }) => label.replace(/^\$\(.*?\) /, '')));
      return items.find(({ label }) => label.endsWith('Copy as Bug Report'));
    };
    await vscode.env.clipboard.writeText('');
    await withWindow({ showQuickPick }, async () => {
      await answering('More…', async () => reduceFile(uri, { command: 'grep -q needle {}' }));
    });
    assert.deepEqual(offered, []);
    await withWindow({ showQuickPick }, async () => command('resultActions', uri));
    assert.deepEqual(offered, [
      'Apply',
      'Show Diff',
      'Show Result Beside',
      'Go to a Step…',
      'Copy',
      'Save Result As…',
      'Copy as Bug Report',
      'Save as Task',
      'Discard',
    ]);
    assert.match(await vscode.env.clipboard.readText(), /^# listed\.txt/);
    await command('discardResult', uri);
  });

  it('must be there', async () => {
    const uri = await write('never.txt', 'one\n');
    for (const name of ['saveResultAs', 'copyBugReport', 'resultActions']) {
      const messages = await messagesOf(async () => command(name, uri));
      assert.deepEqual(messages, ['There is no result for this file: reduce it first.']);
    }
  });
});
