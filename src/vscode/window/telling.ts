/** Shows problems to the user. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { failureLine } from '../../oracle/judging/failureLine';
import type { Runs } from '../runs/runs';
import { RunFailed } from '../thread/thread';
import { NotTrusted } from './trust';

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
  const help = error instanceof RunFailed ? error.help : undefined;
  const buttons = help ? [help.title, showLog] : [showLog];
  const pressed = await vscode.window.showErrorMessage(withOutput(error), ...buttons);
  if (pressed === showLog) window.runs.log.show();
  else if (help && pressed === help.title) await telling(window, () => help.begin());
}

/** The message, and the line of the test's output that names the error. */
export function withOutput({ message, output }: Error & { readonly output?: string }): string {
  const line = output && failureLine({ stderr: output, stdout: '' })?.line.trim().slice(0, 200);
  return line && !message.includes(line) ? l10n.t('{0} Its output: {1}', message, line) : message;
}
