/** *Reduce the Input of the Last Failed Command*, in a terminal with shell integration. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ReductionResult } from './given';
import { FailedCommands } from '../../src/vscode/terminal/failedCommands';
import { api, fixture, messagesOf, until, write } from './support';

const command = (name: string, ...args: unknown[]) =>
  vscode.commands.executeCommand<ReductionResult>(`whittle.${name}`, ...args);
const check =
  'if (require("fs").readFileSync(process.argv[2], "utf8").includes("needle")) throw new Error("a needle");\n';

async function terminalIn(cwd: vscode.Uri): Promise<vscode.Terminal> {
  const terminal = vscode.window.createTerminal({ cwd, shellPath: '/bin/bash' });
  terminal.show();
  await until('the shell tells of its commands', () => terminal.shellIntegration !== undefined);
  return terminal;
}

async function run(terminal: vscode.Terminal, line: string): Promise<number | undefined> {
  const ended = new Promise<number | undefined>((resolve) => {
    const listener = vscode.window.onDidEndTerminalShellExecution(({ execution, exitCode }) => {
      if (execution.commandLine.value !== line) return;
      listener.dispose();
      resolve(exitCode);
    });
  });
  terminal.shellIntegration!.executeCommand(line);
  return ended;
}

describe('The last command that failed', () => {
  let terminal: vscode.Terminal;
  before(async function () {
    // The host's terminals need a native part, which is prebuilt for x64.
    if (process.arch !== 'x64') return this.skip();
    await api();
    await write('inTerminal/check.js', check);
    await write('inTerminal/hay.txt', 'one\ntwo needle two\nthree\n');
    terminal = await terminalIn(fixture('inTerminal'));
  });
  after(() => terminal?.dispose());

  it('has its input reduced, by the directory and the failure of the terminal, without a question', async () => {
    assert.equal(await run(terminal, 'node check.js hay.txt'), 1);
    const result = await command('reduceLastFailed');
    assert.ok(result.finished.confirmed);
    assert.equal(result.text.trim(), 'needle');
    const uri = fixture('inTerminal/hay.txt');
    const { oracle } = (await api()).job(uri)!;
    assert.ok(oracle.kind === 'command');
    const [first] = oracle.commands;
    assert.match(JSON.stringify(first.command.invocation), /node check\.js \$\{file\}/);
    assert.equal(first.rule, 'auto');
    await command('discardResult', uri);
  });

  it('is known if it ran before Whittle was used, and the clipboard is as before', async () => {
    await vscode.env.clipboard.writeText('mine');
    assert.equal(await run(terminal, 'node check.js hay.txt'), 1);
    const kept = new Map<string, unknown>();
    const update = async (key: string, value: unknown) => void kept.set(key, value);
    const fresh = new FailedCommands({ update } as unknown as vscode.Memento);
    const found = await fresh.find();
    fresh.dispose();
    assert.equal(found.uri.toString(), fixture('inTerminal/hay.txt').toString());
    assert.equal(found.recipe.command, 'node check.js ${file}');
    assert.equal(await vscode.env.clipboard.readText(), 'mine');
  });

  it('is not one that names no file', async () => {
    assert.equal(await run(terminal, 'false'), 1);
    const [message] = await messagesOf(async () => command('reduceLastFailed'));
    assert.match(message, /^No failed command that names a file of the workspace was found/);
  });
});
