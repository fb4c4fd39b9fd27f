/** Problems as the user sees them: a sentence, with the remedy as one click. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Remedy } from '../../oracle/calibration/diagnosis';
import { spelled } from '../../options/spelling';
import { failureLine } from '../../oracle/judging/failureLine';
import { RuleError } from '../../oracle/judging/rule';
import type { CommandsBy } from '../../options/commands';
import { OptionError } from '../../options/kinds';

export interface Button {
  readonly title: string;
  press(): unknown;
}

export function commandButton(title: string, command: string, ...given: readonly unknown[]): Button {
  return { title, press: () => vscode.commands.executeCommand(command, ...given) };
}

/** `uri`: of the file; the active one if unset. */
export function reduceButton(uri?: vscode.Uri): Button {
  return commandButton(l10n.t('Reduce File'), 'whittle.reduceFile', uri);
}

const workbenchButton = (title: string, command: string, ...given: readonly unknown[]) =>
  commandButton(title, `workbench.action.${command}`, ...given);

export const openFileButton = () => workbenchButton(l10n.t('Open File…'), 'files.openFile');
export const openFolderButton = () => workbenchButton(l10n.t('Open Folder…'), 'files.openFolder');
/** For the document in the active editor. */
export const saveAsButton = () => workbenchButton(l10n.t('Save As…'), 'files.saveAs');
export const terminalButton = () => workbenchButton(l10n.t('Open Terminal'), 'terminal.new');
/** `name`: of a setting. */
export const settingButton = (name: string) => workbenchButton(l10n.t('Open Settings'), 'openSettings', name);

/** Opens tasks.json of the first folder; `label`: at this task. */
export function tasksButton(label = ''): Button {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const press = async () => {
    try {
      await openTasks(vscode.Uri.joinPath(folder!, '.vscode', 'tasks.json'), label);
    } catch {
      await vscode.commands.executeCommand('workbench.action.tasks.configureTaskRunner');
    }
  };
  return { title: l10n.t('Open tasks.json'), press };
}

export async function openTasks(tasks: vscode.Uri, label: string): Promise<void> {
  const editor = await vscode.window.showTextDocument(tasks);
  const at = editor.document.positionAt(Math.max(0, editor.document.getText().indexOf(JSON.stringify(label))));
  editor.selection = new vscode.Selection(at, at);
  editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenter);
}

/** The message is one sentence with the remedy; the buttons take it. */
export class Problem extends Error {
  /** Of a run that failed, set where they are known. */
  buttons: readonly Button[];

  constructor(message: string, ...buttons: readonly Button[]) {
    super(message);
    this.buttons = buttons;
  }
}

/** There is no result; the message is for the user. */
export class RunFailed extends Problem {
  constructor(
    message: string,
    /** Of the oracle, which cannot work; unset if something else is wrong. */
    readonly output?: string,
    readonly remedy?: Remedy,
  ) {
    super(message);
  }
}

export function taskProblem(message: string): Problem {
  return new Problem(message, tasksButton());
}

/** Nothing of a workspace that is not trusted is run. Menus are disabled in package.json; this holds for everything else. */
class NotTrusted extends Problem {}

/** Throws `NotTrusted`. */
export function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new NotTrusted(
    l10n.t('This workspace is not trusted, so Whittle cannot run commands on copies of its files: trust it first.'),
    commandButton(l10n.t('Manage Trust'), 'workbench.trust.manage'),
  );
}

/** The message of what `check` throws: for what the user types. */
export function problemOf(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return spelled((error as Error).message, 'window');
  }
}

/** Its log is shown. */
interface Window {
  readonly runs: { readonly log: { show(): void } };
}

/** Commands whose errors are shown. */
export function registered(
  window: Window,
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  commands: CommandsBy<(...given: any[]) => unknown>,
): vscode.Disposable[] {
  return Object.entries(commands).map(([name, act]) =>
    vscode.commands.registerCommand(name, (...given) => telling(window, async () => act(...given))),
  );
}

/** Shows an error as one sentence, with a button for a remedy; there is no result then. */
export async function telling<T>(window: Window, act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    void tell(window, error as Error);
    return undefined;
  }
}

/** A message with a button is shown in full, not cut off at the end of its line. */
async function tell(window: Window, error: Error): Promise<void> {
  const { showWarningMessage, showErrorMessage } = vscode.window;
  const buttons = buttonsOf(error);
  const needsLog = buttons.length === 0 || error instanceof RunFailed;
  const showLog = { title: l10n.t('Show Log'), press: () => window.runs.log.show() };
  const all = needsLog ? [...buttons, showLog] : buttons;
  const show = error instanceof NotTrusted ? showWarningMessage : showErrorMessage;
  const pressed = await show(spelled(withOutput(error), 'window'), ...all.map(({ title }) => title));
  const button = all.find(({ title }) => title === pressed);
  if (button) await telling(window, async () => button.press());
}

function buttonsOf(error: Error): readonly Button[] {
  if (error instanceof Problem) return error.buttons;
  return error instanceof RuleError || error instanceof OptionError ? [tasksButton()] : [];
}

/** The message, and the line of the test's output that names the error. */
export function withOutput({ message, output }: Error & { readonly output?: string }): string {
  const line = output && failureLine({ stderr: output, stdout: '' })?.line.trim().slice(0, 200);
  return line && !message.includes(line) ? l10n.t('{0} Its output: {1}', message, line) : message;
}
