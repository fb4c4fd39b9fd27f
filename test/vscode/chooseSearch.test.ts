import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { everyContender } from '../../src/reduction/comparison/contenders';
import { api, fixture, messagesOf, open, reduceFile, withWindow, write } from './support';

type Items = readonly vscode.QuickPickItem[] | PromiseLike<readonly vscode.QuickPickItem[]>;

const inUse = () => vscode.workspace.getConfiguration('whittle').get('search');

/** Answers one question after the other with the item whose label ends like this; undefined is Escape. */
async function answering<T>(answers: readonly (string | undefined)[], act: () => Thenable<T>) {
  const asked: (readonly vscode.QuickPickItem[])[] = [];
  const showQuickPick = async (given: Items) => {
    const items = await given;
    const answer = answers[asked.push(items) - 1];
    return answer === undefined ? undefined : items.find(({ label }) => label.endsWith(answer));
  };
  const result = await withWindow({ showQuickPick }, async () => act());
  return { asked, result };
}

const choose = (...answers: (string | undefined)[]) =>
  answering(answers, () => vscode.commands.executeCommand('whittle.chooseSearch'));

describe('Choose Search', () => {
  before(() => api());
  beforeEach(() => open('notes.txt'));
  afterEach(() =>
    vscode.workspace.getConfiguration('whittle').update('search', 'hddr', vscode.ConfigurationTarget.Workspace),
  );

  it('asks how, then for a list reducer, with a sentence each, and keeps the choice where the setting is', async () => {
    const { asked, result } = await choose('hdd', 'ddmin');
    assert.deepEqual([result, inUse()], ['hdd:ddmin', 'hdd:ddmin']);
    const { workspaceValue, globalValue } = vscode.workspace.getConfiguration('whittle').inspect('search') ?? {};
    assert.deepEqual([workspaceValue, globalValue], ['hdd:ddmin', undefined]);
    assert.equal(asked.length, 2);
    for (const { label, detail } of asked.flat()) assert.match(detail ?? '', /^[A-Za-z].*\.$/, label);
    const [how, by] = asked.map((items) => items.map(({ label }) => label));
    assert.deepEqual([how[0], by[0]], ['hddr', 'cdd'], 'what is in use comes first');
    const offered = new Set(everyContender().flatMap((name) => name.split(':')));
    assert.deepEqual(new Set([...how, ...by]), offered);
  });

  it('asks once for a search without a list reducer', async () => {
    const { asked, result } = await choose('treewide');
    assert.deepEqual([result, inUse(), asked.length], ['treewide', 'treewide', 1]);
  });

  it('changes nothing if it is left', async () => {
    for (const answers of [[undefined], ['hdd', undefined]]) {
      assert.equal((await choose(...answers)).result, undefined);
      assert.equal(inUse(), 'hddr');
    }
  });

  it('is what the next run uses', async () => {
    const uri = await write('chosen.txt', 'a\nneedle\nb\n');
    await choose('lines', 'chisel');
    await reduceFile(uri, { command: 'grep -q needle ${file}' });
    assert.equal((await api()).job(uri)?.search, 'lines:chisel');
    await vscode.commands.executeCommand('whittle.discardResult', uri);
  });

  it('begins no run with a reducer that the search does not use', async () => {
    const configuration = vscode.workspace.getConfiguration('whittle');
    await configuration.update('search', 'default:probdd', vscode.ConfigurationTarget.Workspace);
    const messages = await messagesOf(() => reduceFile(fixture('notes.txt'), { command: 'grep -q needle {}' }));
    assert.match(messages.join('\n'), /The search default uses no list reducer: choose hddr:probdd, /);
  });
});
