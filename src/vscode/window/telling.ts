/** Shows problems to the user. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { failureLine } from '../../oracle/judging/failureLine';
import { RuleError } from '../../oracle/judging/rule';
import { ClusterProblem } from '../oracles/cluster';
import { TaskProblem } from '../oracles/taskOracle';
import { TasksJsonProblem } from '../oracles/tasksJson';
import { UnknownVariable } from '../oracles/variables';
import { DocumentProblem } from '../runs/jobs';
import type { Runs } from '../runs/runs';
import { RunFailed } from '../thread/thread';
import { type Button, NotTrusted, settingButton, tasksButton } from './buttons';

/** Its log is shown. */
interface Window {
  readonly runs: Pick<Runs, 'log'>;
}

/** Commands whose errors are shown. */
export function registered(
  window: Window,
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  commands: Readonly<Record<string, (...given: any[]) => unknown>>,
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
  if (error instanceof NotTrusted) {
    const manage = l10n.t('Manage Workspace Trust');
    const choice = await vscode.window.showWarningMessage(error.message, manage);
    if (choice === manage) await vscode.commands.executeCommand('workbench.trust.manage');
    return;
  }
  const showLog = l10n.t('Show Log');
  const buttons = buttonsOf(error);
  const isClear = error instanceof DocumentProblem && buttons.length > 0;
  const titles = [...buttons.map(({ title }) => title), ...(isClear ? [] : [showLog])];
  const pressed = await vscode.window.showErrorMessage(withOutput(error), ...titles);
  if (pressed === showLog) window.runs.log.show();
  const button = buttons.find(({ title }) => title === pressed);
  if (button) await telling(window, async () => button.press());
}

/** The remedies for an error: its own, or those of its family. */
function buttonsOf(error: Error): readonly Button[] {
  if (error instanceof DocumentProblem || error instanceof RunFailed) return error.buttons;
  if (error instanceof ClusterProblem) return [settingButton('whittle.cluster')];
  const ofTask = [TaskProblem, TasksJsonProblem, UnknownVariable, RuleError].some((kind) => error instanceof kind);
  return ofTask ? [tasksButton()] : [];
}

/** The message, and the line of the test's output that names the error. */
export function withOutput({ message, output }: Error & { readonly output?: string }): string {
  const line = output && failureLine({ stderr: output, stdout: '' })?.line.trim().slice(0, 200);
  return line && !message.includes(line) ? l10n.t('{0} Its output: {1}', message, line) : message;
}
