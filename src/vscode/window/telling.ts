/** How a problem is told. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { failureLine } from '../../oracle/judging/failureLine';
import type { Runs } from '../runs/runs';
import { RunFailed } from '../thread/thread';
import { NotTrusted, tellUntrusted } from './trust';

/** Whose log is shown. */
interface Window {
  readonly runs: Pick<Runs, 'log'>;
}

/** Errors that a user can cause end in one sentence, with a button for what would help; the command then has no result. */
export async function telling<T>(window: Window, act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof NotTrusted) void tellUntrusted(error);
    else void tell(window, error as Error);
    return undefined;
  }
}

/** A message with a button is shown in full, not cut off at the end of its line. */
async function tell(window: Window, error: Error): Promise<void> {
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
