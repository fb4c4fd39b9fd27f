/** The tools for language models, as VS Code invokes them. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { api, fixture, leftovers, panelIn, processesWith, settled, testsOf, unfaded, until, write } from './support';

const hay = Array.from({ length: 120 }, (_, line) => (line === 60 ? 'a needle' : `line ${line} is hay`)).join('\n');
/** Does not end by itself on a short text with the needle. */
const hanging = 'grep -q needle {} || exit 1; [ $(wc -l < {}) -gt 30 ] || sleep 1234';
const quick = { jobs: 1, timeout: 60 };

/** The texts of the answer. */
async function invoked(tool: string, input: object, token?: vscode.CancellationToken): Promise<string[]> {
  const { content } = await vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined }, token);
  return content.map((part) => (part as vscode.LanguageModelTextPart).value);
}

/** The extension host may be Electron. */
const inNode = () => ({ ...process.env, ELECTRON_RUN_AS_NODE: '1' });
const cli = join(vscode.extensions.getExtension('whittle.whittle')!.extensionPath, 'dist', 'cli.js');

const onDisk = (uri: vscode.Uri) => readFileSync(uri.fsPath, 'utf8');

describe('A run of an agent in a terminal', () => {
  it('is shown in the window as its own runs are, and stopped there', async () => {
    const whittle = await api();
    const uri = await write('elsewhere/hay.txt', hay);
    await vscode.window.showTextDocument(uri);
    const words = ['reduce', '--test', hanging, '--timeout', '600', '-j', '1', uri.fsPath];
    const child = spawn(process.execPath, [cli, ...words], {
      cwd: fixture('.').fsPath,
      stdio: 'ignore',
      env: inNode(),
    });
    const ended = once(child, 'close');
    await until('removed text is grey', () => whittle.faded(uri).length > 0 && testsOf(whittle) > 0, 60_000);
    assert.equal(panelIn(whittle).shown?.name, 'hay.txt');
    assert.match(whittle.statusText(), /tokens/);
    await vscode.commands.executeCommand('whittle.stop', uri);
    assert.deepEqual(await ended, [130, null]);
    assert.ok(onDisk(fixture('elsewhere/hay.reduced.txt')).length < hay.length);
    await until('the window knows', () => panelIn(whittle).shown?.state !== 'running');
    assert.deepEqual(processesWith('sleep 1234'), []);
  });
});

describe('The tools for language models', () => {
  it('reduce and isolate by ordinary runs of the window, and refuse other calls with one sentence', async () => {
    const { faded } = await api();
    const uri = await write('byAgent/hay.txt', hay);
    await write('byAgent/hay.reduced.txt', 'older');
    const grep = { file: 'byAgent/hay.txt', command: 'grep needle {}', ...quick };
    const [words, text] = await invoked('whittle_reduce', grep);
    const result = fixture('byAgent/hay.reduced.txt');
    assert.match(
      words,
      /→ 1 token .*still fails\.\nThe result is in .*hay\.reduced\.txt\.\n[^]*hay\.reduced\.1\.txt\.$/,
    );
    assert.deepEqual([onDisk(result), text.trim(), onDisk(uri)], [text, 'needle', hay]);
    const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.fsPath === uri.fsPath);
    assert.equal(unfaded(editor!.document, faded(uri)).trim(), 'needle');
    const { command, ...isolation } = { ...grep, failing: grep.file, file: undefined };
    const [, patch] = await invoked('whittle_isolate', {
      ...JSON.parse(JSON.stringify(isolation)),
      command,
      unit: 'lines',
    });
    assert.match(patch, /^\+a needle$/m);
    for (const [input, sentence] of [
      [{ ...grep, colour: 1 }, /no option "colour"/],
      [{ ...grep, file: '/etc/hosts' }, /\/etc\/hosts is outside of the workspace/],
      [{ ...grep, file: 'byAgent/none.txt' }, /none\.txt does not exist/],
      [{ ...grep, command: 'echo fine; exit 1 # {}' }, /not in the expected way[^]*fine/],
    ] as const) {
      await assert.rejects(invoked('whittle_reduce', input), (error: Error) => sentence.test(error.message));
    }
    await settled();
  });

  it('give the best result so far if the user stops the run, and leave nothing if the call is cancelled', async () => {
    const whittle = await api();
    const uri = await write('stoppedAgent/hay.txt', hay);
    const given = { file: uri.fsPath, command: hanging, jobs: 1, timeout: 600 };
    const result = fixture('stoppedAgent/hay.reduced.txt');
    const begin = async (token?: vscode.CancellationToken) => {
      const call = invoked('whittle_reduce', given, token);
      await until('something is removed', () => testsOf(whittle) > 0 && whittle.faded(uri).length > 0);
      return { call };
    };
    const stopped = await begin();
    await vscode.commands.executeCommand('whittle.stop', uri);
    const [words, text] = await stopped.call;
    assert.match(words, /: stopped by the user\. NOT verified/);
    assert.ok(text.length < hay.length && text === onDisk(result));
    await vscode.workspace.fs.delete(result);
    const source = new vscode.CancellationTokenSource();
    const cancelled = await begin(source.token);
    source.cancel();
    await assert.rejects(cancelled.call);
    await until('the best result is written', () => existsSync(result.fsPath));
    assert.deepEqual([processesWith('sleep 1234'), leftovers('stoppedAgent')], [[], []]);
  });
});
