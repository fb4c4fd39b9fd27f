/** From a failing test file, and from a failed test of the Test Explorer, to a small failing test. */
import assert from 'node:assert/strict';
import { existsSync, symlinkSync, unlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import * as vscode from 'vscode';
import type { Job } from '../../src/reduction/job';
import type { ReductionResult } from './given';
import { run as runProgram } from '../bench/tests/running';
import { item, tests } from './explorer';
import {
  api,
  fixture,
  leftovers,
  messagesOf,
  reduceFile,
  settled,
  until,
  within,
  withWindow,
  write,
  typing,
} from './support';
import { seldom } from '../support/seldom';

const installed = resolve(__dirname, '..', '..', '..', 'node_modules');

const text = `const { describe, it } = require('node:test');
const assert = require('node:assert');
const { first, size } = require('../lib/stack.js');

describe('Stack', () => {
  it('has a first item', () => {
    assert.equal(first([1]), 2);
  });
  it('knows its size', () => {
    assert.ok(size);
    assert.equal(size([1, 2]), 2);
  });
});
`;

const run = async (command: string, given: unknown) =>
  vscode.commands.executeCommand<ReductionResult | undefined>(`whittle.${command}`, given);

const stack = 'exports.first = (all) => all[0];\nexports.size = (all) => all.length + 1;\n';

/** The exit code of such a test file with these sources. */
async function codeOf(test: string, sources: string): Promise<number | null> {
  await write('test/result.test.js', test);
  await write('lib/stack.js', sources);
  const cwd = fixture('.').fsPath;
  const { code } = await runProgram([process.execPath, '--test', 'test/result.test.js'], { cwd, ms: 30_000 });
  await write('lib/stack.js', stack);
  return code;
}

async function discard(uri: vscode.Uri): Promise<void> {
  await settled();
  await vscode.commands.executeCommand('whittle.discardResult', uri);
}

function warmIn(job: Job | undefined): boolean | undefined {
  return job?.oracle.kind === 'test' ? job.oracle.warm : undefined;
}

/** Tests that leave one of two, and show it again. */
const enough = 40;

describe('Reduce Failing Test', () => {
  let uri: vscode.Uri;
  before(async () => {
    await write('lib/stack.js', stack);
    uri = await write('test/stack.test.js', text);
  });

  it('recognises the runner, and leaves the first test that fails: its result passes when the source is mended', async () => {
    const { statusText, job } = await api();
    const told: string[] = [];
    const watching = setInterval(() => told.push(statusText()), 50);
    const result = await run('reduceFailingTest', uri);
    clearInterval(watching);
    assert.ok(result?.finished.confirmed);
    assert.ok(
      told.some((status) => status.endsWith('node:test: testing the original')),
      told.join('\n'),
    );
    assert.match(result.text, /it\('has a first item'[^]*assert\.equal\(first\(\[1\]\), 2\);/);
    assert.doesNotMatch(result.text, /knows its size/);
    assert.deepEqual(leftovers('--test-reporter'), []);
    assert.equal(warmIn(job(uri)), true);
    const mended = stack.replace('all[0]', 'all[0] + 1');
    assert.deepEqual([await codeOf(result.text, stack), await codeOf(result.text, mended)], [1, 0], result.text);
    await discard(uri);
  });

  seldom.it('starts a new runner for each candidate if the setting says so', async () => {
    const { job } = await api();
    const settings = vscode.workspace.getConfiguration('whittle');
    await settings.update('warm', false, vscode.ConfigurationTarget.Workspace);
    await within(3, () => run('reduceFailingTest', uri));
    assert.equal(warmIn(job(uri)), false);
    await discard(uri);
    await settings.update('warm', undefined, vscode.ConfigurationTarget.Workspace);
  });

  seldom.it('saves the test as a task, whose comments stay, and which reduces as it did', async () => {
    const first = await within(enough, () => run('reduceFailingTest', uri));
    const tasks = fixture('.vscode/tasks.json');
    const before = Buffer.from(await vscode.workspace.fs.readFile(tasks)).toString();
    const messages = await messagesOf(async () => vscode.commands.executeCommand('whittle.saveTask', uri));
    assert.match(messages.join(), /Saved the task "reduce test\/stack\.test\.js"\./);
    const after = Buffer.from(await vscode.workspace.fs.readFile(tasks)).toString();
    try {
      assert.ok(after.length > before.length && after.startsWith(before.slice(0, 40)));
      await discard(uri);
      const label = 'reduce test/stack.test.js';
      const isKnown = async () => (await vscode.tasks.fetchTasks()).some(({ name }) => name === label);
      await until('VS Code knows the task', isKnown);
      const result = await within(enough, () => reduceFile(uri, { task: label }));
      assert.ok(result?.finished.confirmed);
      assert.doesNotMatch(result.text, /knows its size/);
      assert.equal(result.text, first!.text);
    } finally {
      await vscode.workspace.fs.writeFile(tasks, Buffer.from(before));
      await discard(uri);
    }
  });

  it('is what Reduce File suggests after the tasks of tasks.json', async () => {
    let offered: vscode.QuickPickItem[] = [];
    const showQuickPick = async (given: PromiseLike<vscode.QuickPickItem[]>) => void (offered = await given);
    await withWindow({ showQuickPick }, () => reduceFile(uri, {}));
    const [found] = offered.filter(({ description }) => description === 'its current failure');
    assert.equal(found.label, '$(beaker) node:test: test/stack.test.js');
    assert.equal(found.detail, 'node --test-reporter=tap test/stack.test.js');
    await withWindow({ showQuickPick }, () => reduceFile(fixture('check.js'), {}));
    assert.ok(
      offered.some(({ label }) => label === '$(terminal) node ${file}'),
      JSON.stringify(offered),
    );
  });

  it('says that nothing fails', async () => {
    const passing = await write('test/passes.test.js', `require('node:test').it('passes', () => {});\n`);
    const messages = await messagesOf(async () => run('reduceFailingTest', passing));
    assert.match(
      messages.join(),
      /^passes\.test\.js passes, so there is no failure to reduce: choose a test that fails, or try again/,
    );
  });

  seldom.it('asks where it recognises no runner', async () => {
    const odd = await write('test/odd.test.js', `if (require('fs')) throw new Error('odd');\n`);
    let title = '';
    const showQuickPick = async (given: PromiseLike<vscode.QuickPickItem[]>, options: vscode.QuickPickOptions) => {
      title = options.title ?? '';
      return (await given).find(({ label }) => label === typing);
    };
    const showInputBox = async () => 'node test/odd.test.js';
    const reduced = () => run('reduceFailingTest', odd);
    const result = await withWindow({ showQuickPick, showInputBox }, () => within(12, reduced));
    assert.match(title, /^No test runner was recognised\./);
    assert.ok(result?.finished.confirmed);
    await discard(odd);
  });

  seldom.it('reduces a test of the Test Explorer', async () => {
    const test = item(uri, 'Stack', 'knows its size');
    const message = new vscode.TestMessage('3 == 2\n    at TestContext.<anonymous>');
    const result = await run('reduceThisTest', { test, message });
    assert.ok(result?.finished.confirmed);
    assert.match(result.text, /'knows its size'[^]*size\(/);
    assert.doesNotMatch(result.text, /first item/);
    await discard(uri);
  });

  seldom.it(
    'reduces it without its message, keeps shrinking to tokens, and refuses a revision where there is none',
    async () => {
      const first = await within(20, () => run('reduceThisTest', item(uri, 'Stack', 'knows its size')));
      assert.match(first!.text, /'knows its size'[^]*size\(/);
      assert.doesNotMatch(first!.text, /first item/);
      const second = await within(12, () => run('keepShrinking', uri));
      assert.ok(second?.finished.confirmed);
      assert.ok(second.text.length < first!.text.length, second.text);
      assert.match(second.text, /knows its size[^]*size\(/);
      const showQuickPick = async (items: readonly vscode.QuickPickItem[]) =>
        items.find(({ label }) => label.includes('Enter a Revision'));
      const showInputBox = async () => 'HEAD';
      const choose = () => withWindow({ showQuickPick, showInputBox }, () => run('choosePassingRevision', uri));
      assert.match(
        (await messagesOf(choose)).join(),
        /stack\.test\.js is not in a git repository: reduce the test without/,
      );
      await discard(uri);
    },
  );

  it('refuses a test that passes, and one that its runner does not find, and takes no other one', async () => {
    const passing = await write('test/green.test.js', text.replace('size([1, 2]), 2', 'size([1, 2]), 3'));
    const green = await messagesOf(async () => run('reduceThisTest', item(passing, 'Stack', 'knows its size')));
    assert.match(green.join(), /^"Stack › knows its size" passes alone, so there is no failure to reduce/);
    const unknown = await messagesOf(async () => run('reduceThisTest', item(uri, 'Stack', 'named by the framework')));
    assert.match(unknown.join(), /^"Stack › named by the framework" was not found by its runner/);
  });

  it('finds the tests before it that make it fail, among those of its file or of others too', async () => {
    const seen = 'const seen = (process.seen ??= []);\n';
    const tests = (dirty: number, of = 'b') =>
      [1, 2, 3].map((n) => `it('does ${n} of ${of}', () => { ${n === dirty ? 'seen.push(1);' : ''} });\n`).join('');
    const last = `it('starts empty', () => { if (seen.length > 0) throw new Error('not empty'); });\n`;
    await write('order/package.json', '{ "scripts": { "test": "mocha" } }');
    await write('order/test/a.test.js', seen + tests(2, 'a'));
    const late = await write('order/test/b.test.js', seen + tests(0) + last);
    const modules = fixture('order/node_modules').fsPath;
    if (!existsSync(modules)) symlinkSync(installed, modules);
    const asked: string[] = [];
    const showQuickPick = async (rows: readonly vscode.QuickPickItem[]) => {
      asked.push(...rows.map(({ label }) => label));
      return rows.at(-1);
    };
    const find = async (uri: vscode.Uri) =>
      vscode.commands.executeCommand<string | undefined>('whittle.findOrder', item(uri, 'starts empty'));
    const page = await withWindow({ showQuickPick }, () => find(late));
    assert.deepEqual(asked, ['The Tests of Its File', 'Those of the Files Before It, Too (1)']);
    assert.match(page!, /1\. `test\/a\.test\.js › does 2 of a`\n2\. `test\/b\.test\.js › starts empty` fails\n/);
    assert.match(
      page!,
      /cd order && node_modules\/\.bin\/mocha .*'\^\(\?:does 2 of a\|starts empty\)\$' test\/a\.test\.js test/,
    );
    const alone = await write('order/test/0.test.js', seen + tests(0) + last);
    const messages = await messagesOf(() => find(alone));
    assert.match(
      messages.join(),
      /"starts empty" does not fail after the tests before it: give the files in the order/,
    );
    assert.deepEqual(leftovers('mocha'), []);
    unlinkSync(modules);
    await vscode.workspace.fs.delete(fixture('order'), { recursive: true });
  });

  it('says so if no test is chosen, or none that has a file', async () => {
    assert.match(
      (await messagesOf(async () => run('reduceThisTest', undefined))).join(),
      /^No test is selected: right-click/,
    );
    const nowhere = tests.createTestItem('a', 'nowhere');
    assert.match(
      (await messagesOf(async () => run('reduceThisTest', nowhere))).join(),
      /^The file of "nowhere" is unknown/,
    );
  });
});
