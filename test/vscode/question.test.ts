/** The question of a run, "How do you reproduce the bug?", and the one after it: what to look for. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ReductionResult } from './given';
import { ruleList, type Shown } from './ruleList';
import { api, fixture, reduceFile, settled, until, withWindow, write, typing } from './support';
import { seldom } from '../support/seldom';

const choosing = (label: string, offered: vscode.QuickPickItem[][], titles: string[] = []) => ({
  showQuickPick: async (given: PromiseLike<vscode.QuickPickItem[]>, options: vscode.QuickPickOptions) => {
    const items = await given;
    offered.push(items);
    titles.push(options.title ?? '');
    return items.find((item) => item.label === label);
  },
});

const command = 'grep boom ${file} | sed "s/^/Error: /" >&2; grep -q boom ${file} && exit 3; test -s ${file}';
const text = 'a\nkeep\nboom 1\nb\nboom 2\n';
const again = `$(history) ${command}`;

describe('The question of a run', () => {
  const offered: vscode.QuickPickItem[][] = [];
  const shown: Shown[] = [];
  const titles: string[] = [];
  const ask = (uri: vscode.Uri, label: string, rule: string | undefined, typed = command) =>
    withWindow(
      {
        ...choosing(label, offered, titles),
        showInputBox: async () => typed,
        createQuickPick: ruleList(rule, shown),
      },
      async () => {
        const result = await reduceFile(uri, {});
        await settled();
        return result;
      },
    );
  const labels = () => offered.at(-1)!.map(({ label }) => label);

  it('names the file, and asks what to look for, with lines of the real output', async () => {
    const uri = await write('asked.boom.txt', text);
    const result = await ask(uri, typing, 'Same Message');
    assert.deepEqual(titles, ['How do you reproduce the bug in asked.boom.txt?']);
    assert.equal(result?.text, 'boom 1\n');
    assert.deepEqual(shown, [
      {
        title: 'Looking for: "Error: boom 1" (exit code 3)',
        labels: ['Same Message', 'Same Message, Other Numbers Allowed', 'Edit…'],
        details: ['Error: boom 1', 'Error: boom …', '^Error: boom 1$'],
      },
    ]);
  });

  seldom.it("offers the file's last answer first, and does not ask again what to look for", async () => {
    shown.length = 0;
    const result = await ask(fixture('asked.boom.txt'), again, undefined);
    assert.equal(result?.text, 'boom 1\n');
    assert.deepEqual(shown, []);
    assert.equal(labels()[0], again);
    assert.equal(offered.at(-1)![0].description, 'last used');
    assert.equal(labels().at(-1), typing);
  });

  seldom.it('offers that answer for other files too, and asks what to look for there', async () => {
    const uri = await write('other.boom.txt', text.replaceAll('1', '7'));
    const result = await ask(uri, again, undefined);
    assert.equal(offered.at(-1)![0].description, 'last used for asked.boom.txt');
    assert.equal(result?.text, 'boom 7\n');
    assert.equal(shown.length, 1);
  });

  seldom.it('restarts with a looser rule, and keeps that for the next time', async () => {
    const uri = await write('looser.boom.txt', text);
    const onlyTwo = `grep -q 'boom 2' \${file} || exit 0; ${command}`;
    const whittle = await api();
    const looksFor = () => {
      const oracle = whittle.job(uri)?.oracle;
      return JSON.stringify(oracle?.kind === 'command' ? oracle.commands[0].rule : undefined);
    };
    await ask(uri, typing, 'Same Message, Other Numbers Allowed', onlyTwo);
    await until(
      'it restarts',
      () => looksFor() === '{"exit":{"codes":[3]},"match":[{"stream":"stderr","pattern":"^Error: boom \\\\d+$"}]}',
    );
    await until('it ends', () => whittle.statusText().includes('$(check)'));
    await vscode.commands.executeCommand('whittle.discardResult', uri);
    const result = await ask(uri, `$(history) ${onlyTwo}`, undefined);
    assert.equal(offered.at(-1)![0].detail, 'Looking for: "Error: boom …" (exit code 3)');
    assert.equal(result?.text, 'boom 2\n');
    assert.match(looksFor()!, /boom \\\\d\+/);
    shown.length = 0;
    const strict = await withWindow({ createQuickPick: ruleList('Same Message', shown) }, async () =>
      vscode.commands.executeCommand<ReductionResult>('whittle.editRule', uri),
    );
    assert.equal(strict.text, 'boom 1\nboom 2\n');
  });

  seldom.it('asks nothing more where a command ends with exit code 0', async () => {
    shown.length = 0;
    const uri = await write('silent.boom.txt', text);
    const result = await ask(uri, typing, undefined, "grep -q 'boom 2' ${file}");
    assert.equal(result?.text, 'boom 2\n');
    assert.deepEqual(shown, []);
  });

  it('offers programs by their paths, and no scripts that install or never end', async () => {
    const scripts = { install: 'x', prepare: 'x', start: 'x', watch: 'x', check: 'x' };
    await write('package.json', JSON.stringify({ name: 'x', scripts }));
    await write('node_modules/.bin/eslint', '');
    await write('eslint.config.js', '');
    await write('Makefile', 'check-all: all\n\nall:\n\ttrue\n');
    try {
      const isThere = async () => (await vscode.tasks.fetchTasks({ type: 'npm' })).some(({ name }) => name === 'watch');
      await until('VS Code has found the scripts', isThere);
      await ask(await write('asked.boom.js', 'a;\n'), '', undefined);
      const names = labels().map((label) => label.replace(/^\$\([a-z-]+\) /, ''));
      assert.ok(names.includes('check'), names.join('\n'));
      assert.ok(names.includes('node_modules/.bin/eslint ${file}'), names.join('\n'));
      assert.ok(names.includes('make check-all') && !names.includes('make all'), names.join('\n'));
      assert.deepEqual(
        names.filter((name) => /^(install|prepare|start|watch)\b|npx|\{\}/.test(name.replaceAll('${file}', ''))),
        [],
      );
      assert.ok(names.indexOf('still crashes') < names.indexOf('node ${file}'));
      assert.ok(names.indexOf('node ${file}') < names.indexOf('check'));
    } finally {
      for (const name of ['package.json', 'node_modules', 'eslint.config.js', 'Makefile']) {
        await vscode.workspace.fs.delete(fixture(name), { recursive: true });
      }
    }
  });
});
