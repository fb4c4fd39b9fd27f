/** The view History: what is kept of runs, and what can be done with it later. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { Finished } from '../../src/reduction/events/events';
import type { KeptRun } from '../../src/vscode/history/record';
import type { ReductionResult } from './given';
import { resultScheme } from '../../src/vscode/results/results';
import { api, fixture, messagesOf, reduceFile, settled, until, withWindow, write } from './support';
import { seldom } from '../support/seldom';

const needle = { command: 'grep needle {}' };
const command = (name: string, ...args: unknown[]) => vscode.commands.executeCommand(`whittle.${name}`, ...args);

async function view(): Promise<vscode.TreeDataProvider<KeptRun>> {
  return (await api()).history as vscode.TreeDataProvider<KeptRun>;
}

const runs = async () => (await (await view()).getChildren())!;

async function itemOf(run: KeptRun): Promise<vscode.TreeItem> {
  return (await view()).getTreeItem(run);
}

async function reducedNeedle(name: string, text = 'one\nneedle\ntwo\n'): Promise<KeptRun> {
  const uri = await write(name, text);
  assert.ok(await reduceFile(uri, needle));
  await command('discardResult', uri);
  let found: KeptRun | undefined;
  const look = async () => (found = (await runs()).find((run) => run.uri === uri.toString())) !== undefined;
  await until('the run is kept', look);
  return found!;
}

async function forget(): Promise<void> {
  await settled();
  for (const run of await runs()) await command('historyRemove', run);
  assert.deepEqual(await runs(), []);
}

describe('The history', () => {
  beforeEach(forget);
  after(forget);

  it('applies a result to the file that it was made from, and to no other', async () => {
    const run = await reducedNeedle('appliedLater.txt');
    const document = await vscode.workspace.openTextDocument(fixture('appliedLater.txt'));
    const { faded } = await api();
    await command('historyOpen', run);
    assert.ok(faded(document.uri).length > 0, 'it is grey again');
    assert.ok(await command('applyResult', document.uri));
    assert.equal(document.getText(), 'needle\n');
    await command('historyOpen', run);
    assert.deepEqual(faded(document.uri), []);
    const [message] = await messagesOf(async () => command('applyResult', document.uri));
    assert.match(message, /^appliedLater\.txt has changed since the reduction began: undo the edit/);
    await command('discardResult', document.uri);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), 'one\nneedle\ntwo\n');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('keeps a run, which is told with its figures and read by whoever comes later', async () => {
    const run = await reducedNeedle('kept.txt');
    const item = await itemOf(run);
    assert.equal(item.label, 'kept.txt');
    assert.match(String(item.description), /^now · 3 → 1 token · 67%$/);
    assert.match(String(item.tooltip), /^kept\.txt, [^]*\n\d+ tests, [\d.]+ m?s, hddr:cdd\nDone \(result verified\)\n/);
    assert.match(
      String(item.tooltip),
      /\nLooking for: the command succeeds \(exit code 0\)\ngrep needle \{\}\nThe bug showed in 3 of 3 runs$/,
    );
    assert.equal(item.contextValue, 'run result again');
    const file = join((await api()).historyFolder, `${run.id}.json`);
    const { format: _, ...later } = JSON.parse(readFileSync(file, 'utf8')) as KeptRun & { format: number };
    assert.deepEqual({ ...later, id: run.id }, run);
    assert.equal(run.outcome, 'needle\n');
  });

  it('opens a result: as at the end of its run, or by itself when its file is gone', async () => {
    const run = await reducedNeedle('compared.txt');
    const uri = fixture('compared.txt');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const { command: opening } = await itemOf(run);
    const [told] = await messagesOf(() =>
      Promise.resolve(vscode.commands.executeCommand(opening!.command, ...opening!.arguments!)),
    );
    assert.match(told, /^compared\.txt: 3 → 1 token · 67% in \d+ tests, result verified\.$/);
    // The log may be shown, too, and the window may be slow to tell what it shows.
    const shown = () =>
      vscode.window.visibleTextEditors
        .filter(({ document }) => document.uri.scheme !== 'output')
        .map(({ document }) => [basename(document.fileName), document.getText()])
        .sort();
    const both = [
      ['compared.reduced.txt', 'needle\n'],
      ['compared.txt', 'one\nneedle\ntwo\n'],
    ];
    await until('both are shown', () => isDeepStrictEqual(shown(), both), 10_000).catch(() =>
      assert.deepEqual(shown(), both),
    );
    await command('showDiff', uri);
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, 'compared.txt ↔ reduced');
    await command('discardResult', uri);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.delete(uri);
    await command('historyOpen', run);
    const { document } = vscode.window.activeTextEditor!;
    assert.deepEqual([document.uri.scheme, document.languageId], [resultScheme, 'plaintext']);
    assert.equal(document.getText(), 'needle\n');
    assert.match(document.uri.path, /\/compared\.reduced \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.txt$/);
  });

  it('makes a bug report, and a file, of a run', async () => {
    const run = await reducedNeedle('told.txt');
    await command('historyOpen', run);
    await command('copyBugReport', fixture('told.txt'));
    assert.match(await vscode.env.clipboard.readText(), /^# told\.txt: [^]*```text\nneedle\n```/);
    const target = fixture('of the history.txt');
    await withWindow({ showSaveDialog: async () => target }, async () => command('saveResultAs', fixture('told.txt')));
    assert.equal(Buffer.from(await vscode.workspace.fs.readFile(target)).toString(), 'needle\n');
    await vscode.workspace.fs.delete(target);
    await command('discardResult', fixture('told.txt'));
  });

  it('reduces again in the same way: by a typed command with its rule, or by a task', async () => {
    const run = await reducedNeedle('again.txt');
    const uri = await write('again.txt', 'one\nneedle\nthree\nfour\n');
    await until('it is read again', () => /four/.test(textOf('again.txt')));
    await command('historyAgain', run);
    await settled();
    const [last, first] = await runs();
    assert.deepEqual([tokensOf(last), tokensOf(first)], [{ before: 4, after: 1 }, tokensOf(run)]);
    assert.deepEqual(
      last.rules,
      run.rules.map((rule) => ({ ...rule, learned: false })),
    );
    await command('discardResult', uri);

    const seed = await write('seed.txt', 'x\nneedle\ny\n');
    await reduceFile(seed, { task: 'whittle the seed' });
    await settled();
    const [ofTask] = await runs();
    assert.deepEqual(ofTask.again, { task: 'whittle the seed' });
    await command('discardResult', seed);
    const messages = await messagesOf(async () => command('historyAgain', { ...ofTask, again: { task: 'gone' } }));
    assert.deepEqual(messages, ['No task "gone" runs a command: check tasks.json.']);
  });

  seldom.it('reduces a failing test again, and reports it without a path of ours', async () => {
    const text = "const it = require('node:test');\nit('fails', () => {\n  const a = 1;\n  throw Error('boom');\n});\n";
    const uri = await write('test/kept.test.js', text);
    const result = await vscode.commands.executeCommand<ReductionResult>('whittle.reduceFailingTest', uri);
    assert.equal(result.text, text.replace('  const a = 1;\n', ''));
    await command('copyBugReport', uri);
    await command('discardResult', uri);
    await settled();
    const [run] = await runs();
    const report = await vscode.env.clipboard.readText();
    assert.match(report, /^# kept\.test\.js: `.*boom.*`\n/);
    assert.match(report, /The test `fails` fails at `throw Error\('boom'\);`:/);
    assert.match(report, /- node v\d+/);
    const ours = [fixture('').fsPath, 'whittle-run', homedir()].filter((path) => report.includes(path));
    assert.deepEqual(ours, [], report);
    await command('historyAgain', run);
    await settled();
    const [again] = await runs();
    assert.notEqual(again.id, run.id);
    assert.deepEqual([again.again, tokensOf(again)], [run.again, tokensOf(run)]);
    await command('discardResult', uri);
  });

  seldom.it('keeps an isolation: its figures, its difference, and how to isolate again', async () => {
    const passing = await write('kept.works.txt', 'one\ntwo\n');
    const uri = await write('kept.fails.txt', 'one\nneedle here\n');
    const isolate = (given: object) => command('isolateDifference', uri, given);
    await isolate({ ...needle, passing: 'kept.works.txt' });
    await settled();
    const [run] = await runs();
    const item = await (await view()).getTreeItem(run);
    assert.equal(item.label, 'kept.fails.txt');
    assert.match(String(item.description), /^now · \d words? differs?$/);
    assert.match(String(item.tooltip), /\n\d+ tests, [\d.]+ m?s, against kept\.works\.txt\nDone \(result verified/);
    assert.equal(item.contextValue, 'run result again');
    assert.equal(run.passing, passing.toString());
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand(item.command!.command, ...item.command!.arguments!);
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab!;
    assert.match(tab.label, /^kept\.fails\.txt: passing ↔ failing, \d{4}-/);
    assert.ok(tab.input instanceof vscode.TabInputTextDiff);
    const right = await vscode.workspace.openTextDocument(tab.input.modified);
    const left = await vscode.workspace.openTextDocument(tab.input.original);
    assert.ok(right.getText().includes('needle') && !left.getText().includes('needle'));

    await write('kept.works.txt', 'one\nthree here\n');
    await until('it is read again', () => /three|^$/.test(textOf('kept.works.txt')));
    await command('historyAgain', run);
    await settled();
    const [again] = await runs();
    assert.notEqual(again.id, run.id);
    assert.deepEqual([again.passing, again.again, again.course.at(-1)!.size], [run.passing, run.again, 1]);
    await isolate({ ...needle, passing: '' });
    await settled();
    const [ofEmpty] = await runs();
    assert.match(String((await (await view()).getTreeItem(ofEmpty)).tooltip), /, against the empty file\n/);
    await command('historyRemove', run);
    assert.ok((await runs()).every(({ id }) => id !== run.id));
  });

  it('forgets one run', async () => {
    const one = await reducedNeedle('one.txt');
    await reducedNeedle('two.txt');
    await command('historyRemove', one);
    assert.deepEqual(
      (await runs()).map(({ uri }) => uri),
      [fixture('two.txt').toString()],
    );
    const messages = await messagesOf(async () => command('historyOpen', { ...one, outcome: undefined }));
    assert.deepEqual(messages, ['The result of this run was too long to keep: run it again.']);
  });

  it('does not disturb a run when it cannot be written', async () => {
    const { historyFolder } = await api();
    rmSync(historyFolder, { recursive: true });
    writeFileSync(historyFolder, '');
    try {
      const uri = await write('undisturbed.txt', 'one\nneedle\n');
      const result = await reduceFile(uri, needle);
      assert.ok(result?.finished.confirmed);
      await settled();
      assert.deepEqual(await runs(), []);
      await command('discardResult', uri);
    } finally {
      rmSync(historyFolder);
    }
    await reducedNeedle('once more.txt');
    assert.equal(readdirSync(historyFolder).length, 1);
  });
});

const tokensOf = ({ end }: KeptRun) => (end as Finished).tokens;

function textOf(name: string): string {
  const uri = fixture(name).toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri)?.getText() ?? '';
}
