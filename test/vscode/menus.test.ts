/** Which commands the menus offer in which state: the clauses of package.json, judged by the context keys that we set. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import manifest from '../../package.json';
import type { IsolationResult } from './given';
import { derivedUri, resultUri } from '../../src/vscode/results/results';
import { api, fixture, open, reduceFile, until, write } from './support';
import { heardContexts, shows, type Context } from './when';

const { menus, commands } = manifest.contributes;
const heard = heardContexts();
const command = (name: string, ...args: unknown[]) => vscode.commands.executeCommand(`whittle.${name}`, ...args);
const slow = { task: 'still crashes (slow)' };

type Entry = { readonly command: string; readonly group?: string; readonly when?: string };
const short = (name: string) => name.slice('whittle.'.length);

/** A file in the editor, by itself: nothing selected. */
const inEditor = ({ path, scheme }: vscode.Uri, more: Context = {}): Context => ({
  isWorkspaceTrusted: true,
  resourcePath: path,
  resourceScheme: scheme,
  ...more,
  ...heard,
});

function entries(menu: keyof typeof menus, context: Context): string[] {
  const all: readonly Entry[] = menus[menu];
  // As VS Code sorts them: first those that are shown as icons.
  const order = ({ group = '' }: Entry) => group.replace('navigation', '');
  const shown = all.filter(({ when }) => shows(when, context));
  return shown.sort((one, other) => order(one).localeCompare(order(other))).map((entry) => short(entry.command));
}

/** The palette offers every command unless an entry says when. */
function palette(context: Context): string[] {
  const limits = new Map(menus.commandPalette.map(({ command, when }) => [command, when]));
  return commands
    .map((one) => one.command)
    .filter((name) => shows(limits.get(name), context))
    .map(short);
}

const always = palette({ isWorkspaceTrusted: true });
const besides = (context: Context) =>
  palette(context)
    .filter((name) => !always.includes(name))
    .sort();
const withResult = (...more: string[]) =>
  [
    ...['applyResult', 'copyBugReport', 'copyResult', 'discardResult', 'foldRemoved', 'resultActions', 'saveResultAs'],
    ...['nextKept', 'otherFailures', 'previousKept', 'showDiff', 'showResult', 'steps', 'whyKept'],
    ...more,
  ].sort();
/** At what is left of the original. */
const looking = ['foldRemoved', 'nextKept', 'previousKept'];
const titled = ['applyResult', 'showDiff', 'discardResult', 'copyResult', 'saveResultAs', 'copyBugReport', 'steps'];

describe('Menus', () => {
  it('offer what begins a run, by what is in the editor', () => {
    for (const name of ['reduceFile', 'isolateDifference', 'benchmarkSearches', 'showPanel', 'showLog']) {
      assert.ok(always.includes(name), name);
    }
    const [plain, test] = [fixture('menus.txt'), fixture('menus.test.js')];
    assert.deepEqual(besides(inEditor(plain)), []);
    assert.deepEqual(besides(inEditor(test)), ['reduceFailingTest', 'whyRed']);
    assert.deepEqual(besides(inEditor(plain, { editorHasSelection: true })), ['neverRemove', 'reduceSelection']);
    assert.deepEqual(entries('editor/context', inEditor(plain)), ['reduceFile', 'isolateDifference']);
    assert.deepEqual(entries('editor/context', inEditor(test)), [
      'reduceFailingTest',
      'reduceFile',
      'whyRed',
      'isolateDifference',
      'makeReproduction',
    ]);
    const selection = inEditor(test, { editorHasSelection: true });
    assert.deepEqual(entries('editor/context', selection), ['reduceSelection']);
    for (const other of [inEditor(resultUri(test)), inEditor(test, { isInDiffEditor: true })]) {
      assert.deepEqual(entries('editor/context', other), []);
    }
    assert.deepEqual(entries('explorer/context', inEditor(plain)), ['reduceFile', 'isolateDifference']);
    assert.deepEqual(entries('explorer/context', inEditor(test))[0], 'reduceFailingTest');
    assert.deepEqual(entries('explorer/context', inEditor(test)).at(-1), 'makeReproduction');
    const ofSeveral = ['reduceFolder', 'makeReproduction'];
    assert.deepEqual(entries('explorer/context', inEditor(test, { explorerResourceIsFolder: true })), ofSeveral);
    const several = entries('explorer/context', inEditor(plain, { listMultiSelection: true }));
    assert.deepEqual(several, ['reduceFile', 'isolateDifference', ...ofSeveral]);
    assert.deepEqual(entries('editor/title/context', inEditor(test)), ['reduceFailingTest']);
    assert.deepEqual(entries('editor/title/context', inEditor(plain)), []);
    assert.deepEqual(entries('editor/title', inEditor(plain)), []);
    assert.deepEqual(entries('testing/item/context', inEditor(test)), []);
    for (const menu of ['testing/item/context', 'testing/message/context'] as const) {
      const shown = entries(menu, inEditor(test, { 'testing.testItemHasUri': true }));
      assert.deepEqual(shown, ['reduceThisTest', 'whyRed', 'findOrder', 'makeReproduction']);
    }
    assert.deepEqual(entries('testing/item/gutter', { 'testing.testItemHasUri': true }), ['reduceThisTest', 'whyRed']);
  });

  it('offer what can be done with a run, and then with its result, for its own file', async () => {
    const whittle = await api();
    const { document } = await open('queue.js');
    const [own, other] = [document.uri, fixture('menus.txt')];
    const running = reduceFile(own, slow);
    const underWay = ['finish', 'showOutput', 'skipPhase', 'steps', 'stop'];
    await until('something is grey', () => whittle.faded(own).length > 0);
    assert.deepEqual(besides(inEditor(own)), [...underWay, 'pause', ...looking].sort());
    assert.deepEqual(entries('editor/title', inEditor(own)), ['pause', 'skipPhase', 'stop', 'steps', ...looking]);
    assert.deepEqual(entries('editor/title', inEditor(other)), []);
    await command('pause');
    await until('it is paused', () => shows('whittle.canResume', heard));
    assert.deepEqual(besides(inEditor(own)), [...underWay, 'resume', ...looking].sort());
    assert.deepEqual(entries('editor/title', inEditor(own)), ['resume', 'skipPhase', 'stop', 'steps', ...looking]);
    await command('stop');
    await running;
    assert.deepEqual(besides(inEditor(own)), withResult());
    assert.deepEqual(new Set(entries('editor/title', inEditor(own))), new Set([...titled, ...looking]));
    assert.deepEqual(entries('editor/title', inEditor(resultUri(own))), titled);
    assert.deepEqual(entries('editor/title', inEditor(other)), []);
    await command('discardResult', own);
    assert.deepEqual(besides(inEditor(own)), []);
  });

  it('offer to save a test that no task holds yet, and to change a rule that was learned', async () => {
    const uri = await write('menusLearned.txt', 'a\nboom\nb\n');
    await reduceFile(uri, { command: 'if grep -q boom {}; then echo "Error: it went boom" >&2; exit 3; fi' });
    assert.deepEqual(besides(inEditor(uri)), withResult('editRule', 'saveTask'));
    await command('discardResult', uri);
  });

  it('offer the two sides of a difference, and to let go of a protected part', async () => {
    await write('menusWorks.txt', 'one two\n');
    const uri = await write('menusFails.txt', 'one boom\n');
    const given = { command: 'grep -q boom {}', passing: 'menusWorks.txt' };
    assert.ok(await vscode.commands.executeCommand<IsolationResult>('whittle.isolateDifference', uri, given));
    assert.deepEqual(besides(inEditor(uri)), ['saveDifference', 'showDifference']);
    assert.deepEqual(entries('editor/title', inEditor(derivedUri(uri, 'passing'))), ['saveDifference']);

    const editor = await open('menusWorks.txt');
    editor.selection = new vscode.Selection(0, 0, 0, 3);
    await command('neverRemove');
    assert.deepEqual(besides(inEditor(editor.document.uri)), ['mayRemove']);
    assert.ok(entries('editor/context', inEditor(editor.document.uri)).includes('mayRemove'));
    await command('mayRemove');
    assert.deepEqual(besides(inEditor(editor.document.uri)), []);
  });

  it('of the views offer what the view shows', async () => {
    const history = { view: 'whittle.historyView' };
    const item = (viewItem: string) => new Set(entries('view/item/context', { ...history, viewItem }));
    assert.deepEqual(item('run'), new Set(['historyRemove']));
    assert.deepEqual(item('run result'), new Set(['historyOpen', 'historyRemove']));
    assert.deepEqual(item('run result again'), new Set(['historyOpen', 'historyAgain', 'historyRemove']));
    assert.deepEqual(item('run ready'), new Set(['historyResume', 'historyRemove']));
  });
});
