/**
 * Commands that failed in terminals, as shell integration tells of them; a quiet item in the status bar offers to reduce their input. Terminals
 * wake the extension only since VS Code 1.103: of what was run before, VS Code itself knows the last command of a terminal.
 */
import { basename, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { overlay } from '../../oracle/places/overlay';
import { isFile } from '../../oracle/platform/files';
import type { Controller } from '../controller';
import { reduceBy } from '../failingTests/testCommands';
import { failedKey } from '../oracles/suggestions';
import type { Recipe } from '../oracles/taskOracle';
import { openText } from '../window/addresses';
import { requireTrust, terminalButton, Problem, registered } from '../window/problems';
import { Owner } from '../window/owner';

type FailedCommand = NonNullable<ReturnType<typeof failedCommand>>;

/** Characters of output that are kept: errors are named early or late. */
const mostOutput = 100_000;

/** Exit codes of a command that did not fail, or that the user has ended. */
const unremarkable = [undefined, 0, 130];

export class FailedCommands extends Owner {
  /** Unset after a command that did not fail. */
  private readonly last = new WeakMap<vscode.Terminal, FailedCommand | undefined>();
  private readonly outputs = new WeakMap<vscode.TerminalShellExecution, Promise<string>>();
  private readonly item = this.own(
    vscode.window.createStatusBarItem('whittle.failed', vscode.StatusBarAlignment.Left, 8),
  );

  constructor(private readonly memory: vscode.Memento) {
    super();
    Object.assign(this.item, { name: l10n.t('Whittle: Failed Command'), command: 'whittle.reduceLastFailed' });
    this.own(
      vscode.window.onDidStartTerminalShellExecution(({ execution }) => {
        this.outputs.set(execution, outputOf(execution));
      }),
      vscode.window.onDidEndTerminalShellExecution((end) => void this.keep(end)),
      vscode.window.onDidChangeActiveTerminal(() => this.show()),
    );
  }

  /** Of the active terminal. Throws `NotTrusted`, and `Problem` if there is none that names a file. */
  async find(): Promise<FailedCommand> {
    requireTrust();
    const terminal = vscode.window.activeTerminal;
    const failed = terminal && (this.last.get(terminal) ?? (await lastCommand(terminal)));
    if (failed) return failed;
    const message = l10n.t(
      'No failed command that names a file of the workspace was found: run one in a terminal with shell integration.',
    );
    throw new Problem(message, terminalButton());
  }

  private async keep({ terminal, execution, exitCode }: vscode.TerminalShellExecutionEndEvent): Promise<void> {
    const output = (await this.outputs.get(execution)) ?? '';
    const { commandLine, cwd = startOf(terminal) } = execution;
    const failed = unremarkable.includes(exitCode) ? undefined : failedCommand(commandLine.value, output, cwd);
    this.last.set(terminal, failed);
    this.show();
    if (failed) await this.memory.update(failedKey(failed.uri), failed.recipe);
  }

  private show(): void {
    const terminal = vscode.window.activeTerminal;
    const failed = terminal && this.last.get(terminal);
    if (!failed) return this.item.hide();
    this.item.text = `$(fold) ${l10n.t('Reduce {0}', basename(failed.uri.path))}`;
    this.item.tooltip = l10n.t('The last command in the terminal failed: {0}', failed.recipe.command!);
    this.item.show();
  }
}

/** Where the terminal was opened: its first command may end before the shell tells where it is. */
function startOf({ creationOptions }: vscode.Terminal): vscode.Uri | undefined {
  const cwd = 'cwd' in creationOptions ? creationOptions.cwd : undefined;
  return typeof cwd === 'string' ? vscode.Uri.file(cwd) : cwd;
}

/** Its end is that of the command. */
async function outputOf(execution: vscode.TerminalShellExecution): Promise<string> {
  let output = '';
  for await (const piece of execution.read()) {
    if (output.length < mostOutput) output += piece;
  }
  return stripVTControlCharacters(output);
}

/** Its input, and its recipe with `${file}` in the place of that, whose neighbours are there, as in the terminal. */
function failedCommand(line: string, output: string, at: vscode.Uri | undefined) {
  const cwd = (at ?? vscode.workspace.workspaceFolders?.[0]?.uri)?.fsPath;
  const found = cwd && inputOf(line.trim(), output, (path) => isInput(resolve(cwd, path)));
  if (!found) return undefined;
  const { path, command } = found;
  const recipe: Recipe = { command, cwd, place: overlay.name };
  return { uri: vscode.Uri.file(resolve(cwd, path)), recipe };
}

function isInput(path: string): boolean {
  return isFile(path) && vscode.workspace.getWorkspaceFolder(vscode.Uri.file(path)) !== undefined;
}

/** VS Code gives the last command to the clipboard only, which is as before then. */
async function lastCommand(terminal: vscode.Terminal): Promise<FailedCommand | undefined> {
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  const copied = async (what: string) => {
    await clipboard.writeText('');
    await vscode.commands.executeCommand(`workbench.action.terminal.${what}`);
    return clipboard.readText();
  };
  try {
    const line = await copied('copyLastCommand');
    const cwd = terminal.shellIntegration?.cwd ?? startOf(terminal);
    return line ? failedCommand(line, await copied('copyLastCommandOutput'), cwd) : undefined;
  } finally {
    await clipboard.writeText(before);
  }
}

/** *Reduce the Input of the Last Failed Command*: file, command and directory are known, so nothing is asked. */
export function registerTerminal(controller: Controller): vscode.Disposable[] {
  const commands = new FailedCommands(controller.memory);
  return [
    commands,
    ...registered(controller, {
      'whittle.reduceLastFailed': async () => {
        const { uri, recipe } = await commands.find();
        return reduceBy(controller, await openText(uri), { recipe });
      },
    }),
  ];
}

const word = /(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\;&|<>()])+/g;

/** What the shell would put something else in place of: only the shell knows what. */
const expanded = /[$`*?~]|\{.*\}/;

/** The start of a command, and assignments. */
const beforeProgram = /(?:^|[;&|(])\s*(?:\w+=\S*\s+)*$/;

/** An interpreter and its options. */
const beforeScript =
  /(?:^|[\s;&|(/\\])(?:node|deno|bun|tsx|ts-node|python[\d.]*|py|ruby|perl|php|lua|bash|zsh|sh)(?:\.exe)?(?:\s+-\S+)*\s+$/;

/**
 * Of several files the one that the output names first, else the last one. Take an interpreter's script only if no other file is named: stack
 * traces name it, but it is rarely the input. `isInput`: is there a file to reduce at this path?
 * The result has the path as the line names it, and as `command` the line with `${file}` in its place.
 */
export function inputOf(line: string, output: string, isInput: (path: string) => boolean) {
  if (/\$\{|\{\}/.test(line)) return undefined;
  const files = [...line.matchAll(word)].flatMap(({ 0: whole, index }) => {
    const [before, end] = [line.slice(0, index), index + whole.length];
    // `--input=crash.js`
    const start = index + (/^--?[\w-]+=/.exec(whole)?.[0].length ?? 0);
    const text = unquoted(line.slice(start, end));
    const isFile = !beforeProgram.test(before) && !expanded.test(text) && isInput(text);
    return isFile ? [{ text, start, end, isScript: beforeScript.test(before) }] : [];
  });
  const data = files.filter(({ isScript }) => !isScript);
  const inputs = data.length > 0 ? data : files;
  const places = inputs.map(({ text }) => output.indexOf(text.replace(/.*[\\/]/, '')));
  const first = Math.min(...places.filter((at) => at >= 0));
  const input = inputs[places.indexOf(first)] ?? inputs.at(-1);
  if (!input) return undefined;
  // The same file may be named twice.
  const same = inputs.filter(({ text }) => text === input.text).reverse();
  const command = same.reduce((rest, { start, end }) => `${rest.slice(0, start)}\${file}${rest.slice(end)}`, line);
  return { path: input.text, command };
}

function unquoted(words: string): string {
  return words.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, (_, single, double, escaped) => single ?? double ?? escaped);
}
