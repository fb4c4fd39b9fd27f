/** Isolations whose passing side is in git: of a failed test of the Test Explorer, and at a commit that the user names. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as vscode from 'vscode';
import type { IsolationResult } from './given';
import { item } from './explorer';
import { api, fixture, leftovers, open, settled, until, withWindow, write, typing } from './support';
import { seldom } from '../support/seldom';

const sum = 'exports.sum = (all) => {\n  let whole = 0;\n  for (const one of all) whole += one;\n  return whole;\n};\n';
const test = `const { it } = require('node:test');
const assert = require('node:assert');
it('adds up', () => assert.equal(require('../sum.js').sum([1, 2]), 3));
`;

const git = (...args: string[]) => {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.example'];
  return execFileSync('git', ['-C', fixture('git').fsPath, ...who, ...args], { encoding: 'utf8' }).trim();
};

const isolate = async (command: string, ...given: unknown[]) =>
  vscode.commands.executeCommand<IsolationResult | undefined>(`whittle.${command}`, ...given);

const tabName = () => vscode.window.tabGroups.activeTabGroup.activeTab?.label;

describe('Isolate Difference with git', () => {
  let uri: vscode.Uri;
  before(async () => {
    await write('git/sum.js', sum);
    uri = await write('git/test/sum.test.js', test);
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '-m', 'right');
  });

  it('tells why a failed test is red: the small test, and the changed line of its source', async () => {
    await write('git/sum.js', sum.replaceAll('one', 'each').replace('= 0', '= 1'));
    const message = new vscode.TestMessage('4 == 3');
    const given = { test: item(uri, 'adds up'), message };
    const why = () => vscode.commands.executeCommand<string>('whittle.whyRed', given);
    const { job } = await api();
    const page = await why();
    assert.match(page, /^# Why `adds up` fails\n\n## The test\n\n```javascript\n[^]*adds up/);
    const [, patch] = /```diff\n([^]*?)```/.exec(page)!;
    const lines = patch.split('\n').filter((line) => /^[+-](?![+-])/.test(line));
    assert.deepEqual(lines, ['-  let whole = 0;', '+  let whole = 1;']);
    assert.match(
      page,
      /## With the change it fails[^]*## Without the change it passes[^]*git -C git restore --source \w{7} sum\.js && node /,
    );
    await until('the page is shown', () => /sum\.test\.why\.md/.test(tabName() ?? ''));
    // The reduction is there: only the change is looked for again.
    const before = job(uri);
    assert.equal(await why(), page);
    assert.equal(job(uri), before);
    assert.deepEqual(leftovers('--test-reporter'), []);
    await settled();
  });

  seldom.it('isolates with the commit that the user names', async () => {
    const asked: (string | undefined)[] = [];
    const showQuickPick = async (given: PromiseLike<vscode.QuickPickItem[]>, { title }: vscode.QuickPickOptions) => {
      asked.push(title);
      const rows = /The Same File in a Commit|Enter a Revision/;
      return (await given).find(({ label }) => label === typing || rows.test(label));
    };
    const showInputBox = async () => (asked.at(-1)?.startsWith('In') ? 'HEAD' : `! grep -q 'whole = 0' {}`);
    await open('git/sum.js');
    const result = await withWindow({ showQuickPick, showInputBox }, () => isolate('isolateDifference'));
    assert.deepEqual([result?.finished.changes, asked[1]], [1, 'In Which Commit Does sum.js Pass?']);
    await settled();
  });
});
