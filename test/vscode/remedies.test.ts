/** Errors and their remedies: each button does what it says. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  api,
  comparisonIn,
  fixture,
  messagesOf,
  reduceFile,
  settled,
  until,
  withWindow,
  write,
  typing,
} from './support';
import { seldom } from '../support/seldom';

const working = 'grep -q needle ${file}';

/** Presses this button of the first error that has it; gives the titles of its buttons. */
async function pressing(button: string, inputs: Record<string, unknown>, act: () => PromiseLike<unknown>) {
  let titles: string[] = [];
  const press = async (_message: string, ...given: (string | object)[]) => {
    const buttons = given.filter((one) => typeof one === 'string');
    if (titles.length > 0 || !buttons.includes(button)) return undefined;
    titles = buttons;
    return button;
  };
  const messages = {
    showErrorMessage: press,
    showWarningMessage: press,
    showInformationMessage: async () => undefined,
  };
  await withWindow({ ...messages, ...inputs }, async () => {
    await act();
    await until('the button was pressed', () => titles.length > 0, 20_000);
    await settled();
  });
  return titles;
}

describe('Edit Command…', () => {
  const failing: [string, string][] = [
    ['a program that is not there', 'nosuchprogram ${file}'],
    ['a test that does not show the bug', 'grep -q nothing ${file} || exit 0'],
  ];
  const ended = (what: RegExp) => async () => what.test((await api()).statusText());
  const ways: [string, (file: vscode.Uri, command: string) => unknown, () => Promise<boolean>][] = [
    ['reduction', (file, command) => reduceFile(file, { command }), ended(/^\$\(check\) .*→ 1 token /)],
    [
      'isolation',
      (file, command) => vscode.commands.executeCommand('whittle.isolateDifference', file, { command, passing: '' }),
      ended(/^\$\(check\) .* differs? /),
    ],
    [
      'benchmark',
      (file, command) =>
        vscode.commands.executeCommand('whittle.benchmarkSearches', file, { command, searches: ['lines:ddmin'] }),
      async () => comparisonIn(await api())?.running === false,
    ],
  ];
  for (const [what, command] of failing) {
    for (const [way, start, isDone] of ways) {
      const usual = way === 'reduction' ? it : seldom.it;
      usual(`of ${what} starts the ${way} with another one`, async () => {
        const file = await write(`edited.${way}.txt`, 'a\nneedle\nb\n');
        const values: (string | undefined)[] = [];
        const showInputBox = async ({ value }: vscode.InputBoxOptions) => {
          values.push(value);
          return working;
        };
        const createQuickPick = () => assert.fail('nothing else is asked');
        const showQuickPick = async (items: PromiseLike<vscode.QuickPickItem[]>) =>
          (await items).find(({ label }) => label === typing);
        const inputs = {
          showInputBox,
          showQuickPick,
          createQuickPick: way === 'reduction' ? quietList : createQuickPick,
        };
        const titles = await pressing('Edit Command…', inputs, async () => {
          await start(file, command);
          await until('it ends', async () => values.length > 0 && (await isDone()), 20_000);
        });
        assert.deepEqual(values, [command]);
        assert.equal(titles.at(-1), 'Show Log');
        await vscode.commands.executeCommand('whittle.discardResult', file);
      });
    }
  }

  it('shows at once what is wrong with a command', async () => {
    let problems: unknown[] = [];
    const showInputBox = async ({ validateInput }: vscode.InputBoxOptions) => {
      problems = ['a ${input:b}', `${working} # again`].map((line) => validateInput!(line));
      return undefined;
    };
    const showQuickPick = async (items: PromiseLike<vscode.QuickPickItem[]>) =>
      (await items).find(({ label }) => label === typing);
    await withWindow({ showInputBox, showQuickPick }, () => reduceFile(fixture('notes.txt'), {}));
    assert.deepEqual(problems, [
      'Whittle cannot resolve ${input:b} in the task: write its value into the command.',
      undefined,
    ]);
  });
});

/** A list that nobody answers. */
const quietList = () => {
  let hidden = () => {};
  const pick = { show() {}, dispose() {}, onDidAccept() {}, onDidHide: (act: () => void) => void (hidden = act) };
  return { ...pick, hide: () => hidden() };
};

describe('Other remedies', () => {
  seldom.it('open tasks.json at the task, whose command fails', async () => {
    const file = await write('helped.txt', 'a\nb\n');
    await pressing('Open tasks.json', {}, () => reduceFile(file, { task: 'needle, flaky' }));
    await until('it is open', () => vscode.window.activeTextEditor?.document.uri.path.endsWith('tasks.json') === true);
    const { document, selection } = vscode.window.activeTextEditor!;
    assert.match(document.lineAt(selection.active.line).text, /"label": "needle, flaky"/);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  const families: [string, () => Thenable<unknown>, string][] = [
    ['a task that is not there', () => reduceFile(fixture('queue.js'), { task: 'no such task' }), 'Open tasks.json'],
    ['no Redis', () => reduceFile(fixture('queue.js'), { oracle: 'crash' }), 'Open Settings'],
    ['a file that is gone', () => reduceFile(fixture('gone.js'), {}), 'Open File…'],
    ['no result', () => vscode.commands.executeCommand('whittle.applyResult', fixture('check.js')), 'Reduce File'],
    ['nothing removed', () => vscode.commands.executeCommand('whittle.nextKept'), 'Reduce File'],
    ['no test', () => vscode.commands.executeCommand('whittle.reduceThisTest', {}), 'Show Tests'],
    ['no entry of the history', () => vscode.commands.executeCommand('whittle.historyOpen'), 'Show History'],
  ];
  for (const [what, act, button] of families) {
    it(`are there for ${what}`, async () => {
      let given: string[] = [];
      const showErrorMessage = async (_: string, ...buttons: string[]) => void (given = buttons);
      await withWindow({ showErrorMessage }, async () => {
        await act();
        await until('an error is there', () => given.length > 0);
      });
      assert.equal(given[0], button);
    });
  }

  seldom.it('of a task whose name another one has: a number', async () => {
    const file = await write('saved.txt', 'a\nneedle\nb\n');
    const tasks = fixture('.vscode/tasks.json');
    const before = await vscode.workspace.fs.readFile(tasks);
    const text = async () => Buffer.from(await vscode.workspace.fs.readFile(tasks)).toString();
    const save = async () => vscode.commands.executeCommand<string | undefined>('whittle.saveTask', file);
    try {
      await reduceFile(file, { command: working });
      assert.equal((await messagesOf(save))[0].includes('Saved the task "reduce saved.txt"'), true);
      await messagesOf(save); // the same again: nothing is lost
      await reduceFile(file, { command: `cat \${file} | ${working}` });
      assert.match((await messagesOf(save))[0], /^Saved the task "reduce saved\.txt 2"/);
      assert.match(await text(), /"reduce saved\.txt 2"[^]*cat /);
      assert.equal((await text()).match(/"reduce saved\.txt"/g)?.length, 1);
    } finally {
      await vscode.workspace.fs.writeFile(tasks, before);
      await vscode.commands.executeCommand('whittle.discardResult', file);
    }
  });
});
