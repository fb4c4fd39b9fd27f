/** Runs that did not come to their end: listed in the history, offered once, resumed or forgotten. */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { thisProcess } from '../../src/reduction/journal/identity';
import type { FolderResult, IsolationResult, ReductionResult } from './given';
import type { KeptRun, RunRecord } from '../../src/vscode/history/record';
import { answering, api, messagesOf, open, reduceFile, settled, testsOf, until, withWindow, write } from './support';
import { seldom } from '../support/seldom';

const lines = `${Array.from({ length: 60 }, (_, line) => `line ${line}`).join('\n')}\nneedle of the journal\n`;
const slow = { command: 'sleep 0.1; grep -q "needle of the journal" ${file}' };
const command = (name: string, ...args: unknown[]) => vscode.commands.executeCommand(`whittle.${name}`, ...args);

async function listed(): Promise<KeptRun[]> {
  const entries = ((await (await api()).history.getChildren()) ?? []) as KeptRun[];
  return entries.filter(({ end }) => !end);
}

async function itemOf(run: KeptRun): Promise<vscode.TreeItem> {
  return (await api()).history.getTreeItem(run);
}

/** The files of this run: its note, then its journal. */
async function filesOf(uri: vscode.Uri): Promise<string[]> {
  const directory = (await api()).historyFolder;
  if (!existsSync(directory)) return [];
  const notes = readdirSync(directory).filter((name) => /^run-.*\.json$/.test(name));
  const isOf = (name: string) => readFileSync(join(directory, name), 'utf8').includes(JSON.stringify(uri.toString()));
  const files = notes.filter(isOf).flatMap((name) => [name, name.replace(/json$/, 'jsonl')]);
  return files.map((name) => join(directory, name));
}

const noteIn = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as RunRecord;

/** What a run leaves if this process, which has ended or has not, broke off in it. `of`: the folder of the run. */
async function brokenOff(
  name: string,
  pid = deadProcess(),
  begin?: (uri: vscode.Uri) => Thenable<unknown>,
  of?: vscode.Uri,
): Promise<{ uri: vscode.Uri; tests: number }> {
  const file = await write(name, lines);
  const uri = of ?? file;
  await open(name);
  const running = begin ? begin(uri) : reduceFile(uri, slow);
  let files: string[] = [];
  const look = async () => void (files = await filesOf(uri));
  await until('it is noted', async () => {
    await look();
    return files.length > 0 && noteIn(files[0]).tests >= 3 && noteIn(files[0]).course.at(-1)!.size < 130;
  });
  const texts = files.map((file) => readFileSync(file));
  const note = noteIn(files[0]);
  assert.deepEqual(note.writer, thisProcess());
  await command('stop', uri);
  await running;
  await command('discardResult', uri);
  // The journal of an isolation stays for the next one.
  const gone = begin === undefined || of ? files : files.slice(0, 1);
  await until('it is gone', async () => !gone.some((file) => existsSync(file)));
  writeFileSync(files[1], texts[1]);
  writeFileSync(files[0], JSON.stringify({ ...note, writer: { pid } }));
  return { uri, tests: note.tests };
}

function deadProcess(): number {
  return spawnSync('true').pid;
}

async function forgetAll(): Promise<void> {
  for (const run of await listed()) await command('historyRemove', run);
  assert.deepEqual(await listed(), []);
}

describe('An interrupted run', () => {
  const others: ChildProcess[] = [];
  const otherProcess = () => {
    const child = spawn('sleep', ['600']);
    others.push(child);
    return child;
  };
  before(forgetAll);
  afterEach(async () => {
    for (const child of others.splice(0)) child.kill('SIGKILL');
    await settled();
    await forgetAll();
  });

  seldom.it('on a folder is listed and resumed, too', async () => {
    const folder = vscode.Uri.joinPath(await write('folded/b.txt', lines), '..');
    const begin = async () =>
      command('reduceFolder', folder, { command: 'sleep 0.1; grep -q "needle of the journal" a.txt' });
    const { tests } = await brokenOff('folded/a.txt', deadProcess(), begin, folder);
    const [run] = await listed();
    assert.equal((await itemOf(run)).label, 'folded');
    const result = (await command('historyResume', run)) as FolderResult;
    assert.ok(result.finished.confirmed);
    assert.ok(result.finished.search.tests > tests, 'earlier tests count');
    assert.equal(readFileSync(join(result.path!, 'a.txt'), 'utf8'), 'needle of the journal\n');
    assert.deepEqual(await listed(), []);
    await command('discardResult', folder);
  });

  it('is listed on top of the history, is offered once, and goes on with what it knew', async () => {
    const { uri, tests } = await brokenOff('brokenOff.txt');
    const [run] = await listed();
    const item = await itemOf(run);
    assert.equal(item.label, 'brokenOff.txt');
    assert.match(String(item.description), /^interrupted now · 124 → \d+ tokens · \d+%$/);
    assert.match(
      String(item.tooltip),
      new RegExp(`\\n${tests} tests, .*\\nInterrupted\\. Resume continues where it stopped\\.\\n`),
    );
    assert.equal(item.contextValue, 'run ready');
    assert.ok(!((await (await api()).history.getChildren()) as KeptRun[])[0].end, 'it comes first');

    const whittle = await api();
    let before = 0;
    const end = /^brokenOff\.txt: 124 → 4 tokens · 97% in \d+ tests, result verified/;
    const offered = await answering('Resume', async (shown) => {
      const looking = whittle.findInterrupted();
      await until('it runs', () => whittle.statusText().includes('sync~spin'));
      assert.deepEqual(await listed(), [], 'it is not listed while it runs');
      await until('it goes on', () => (before = testsOf(whittle)) > 0);
      await looking;
      await until('its end is told', () => shown.some((message) => end.test(message)));
    });
    assert.equal(offered[0], `The run on brokenOff.txt was interrupted after ${tests} tests.`);
    assert.ok(before >= tests - 1, `${before} after ${tests}`);
    assert.deepEqual(await filesOf(uri), [], 'a run that has ended leaves no note');
    await command('discardResult', uri);
  });

  seldom.it('goes on if it is an isolation', async () => {
    const isolate = (uri: vscode.Uri) => command('isolateDifference', uri, { ...slow, passing: '' });
    const { tests } = await brokenOff('brokenOff.isolated.txt', deadProcess(), isolate);
    const [run] = await listed();
    assert.match(String((await itemOf(run)).description), /^interrupted now · [\d,]+ words? differs?$/);
    const result = (await command('historyResume', run)) as IsolationResult;
    assert.equal(result.finished.ending, 'done');
    assert.ok(result.finished.search.tests >= tests);
    assert.match(result.failing, /needle of the journal/);
    await settled();
    assert.deepEqual(await listed(), []);
  });

  seldom.it('is not offered again after Later, and is resumed from the history', async () => {
    const { uri, tests } = await brokenOff('later.txt');
    const whittle = await api();
    assert.equal((await answering('Later', async () => whittle.findInterrupted())).length, 1);
    const asked: string[] = [];
    await withWindow({ showInformationMessage: async (message: string) => void asked.push(message) }, async () => {
      await whittle.findInterrupted();
    });
    assert.deepEqual(asked, []);
    const [run] = await listed();
    const result = (await command('historyResume', run)) as ReductionResult;
    assert.equal(result.text, 'needle of the journal\n');
    assert.ok(result.finished.search.tests >= tests);
    await command('discardResult', uri);
  });

  seldom.it('is no interrupted run as long as another process works on it', async () => {
    const child = otherProcess();
    const { uri } = await brokenOff('elsewhere.txt', child.pid);
    assert.deepEqual(await listed(), []);
    const refused = await messagesOf(async () => reduceFile(uri, slow));
    assert.deepEqual(refused, ['elsewhere.txt is in use by a run in another window: stop that run first.']);
    const whittle = await api();
    const messages = await answering('Forget', async () => {
      await whittle.findInterrupted();
      child.kill('SIGKILL');
      await until('it is offered and forgotten', async () => (await filesOf(uri)).length === 0);
    });
    assert.equal(messages.length, 1, messages.join('\n'));
    assert.match(messages[0], /^The run on elsewhere\.txt was interrupted after \d+ tests\.$/);
  });

  it('says so if its file was edited or is gone', async () => {
    const { uri } = await brokenOff('changed.txt');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await write('changed.txt', `more\n${lines}`);
    const [run] = await listed();
    const refused = () => messagesOf(async () => command('historyResume', run));
    assert.deepEqual(await refused(), ['changed.txt has changed since the run was interrupted: start it again.']);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.delete(uri);
    // VS Code may know the text of a file that is gone.
    assert.match((await refused())[0], /does not exist|has changed since/);
    const files = await filesOf(uri);
    await command('historyRemove', run);
    assert.deepEqual(
      files.filter((file) => existsSync(file)),
      [],
    );
  });

  it('of which its command is gone says so, and stays', async () => {
    const { uri } = await brokenOff('taskGone.txt');
    const [file] = await filesOf(uri);
    writeFileSync(
      file,
      JSON.stringify({ ...noteIn(file), again: { recipe: { label: 'x', command: 'grep -q n {}' } } }),
    );
    const [run] = await listed();
    const messages = await messagesOf(async () => command('historyResume', run));
    assert.deepEqual(messages, ['The test of taskGone.txt, or Whittle itself, has changed: start the run again.']);
    assert.equal((await listed()).length, 1);
  });

  seldom.it('is none if it was stopped, or could not begin', async () => {
    const uri = await write('stopped.txt', lines);
    const whittle = await api();
    const running = reduceFile(uri, slow);
    await until('something is grey', () => whittle.faded(uri).length > 0);
    await until('it is noted', async () => (await filesOf(uri)).length > 0);
    await command('stop', uri);
    await running;
    await until('the note is gone', async () => (await filesOf(uri)).length === 0);
    await command('discardResult', uri);
    await messagesOf(async () => reduceFile(uri, { command: 'false ${file}; exit 0' }));
    await until('the note is gone', async () => (await filesOf(uri)).length === 0);
  });
});
