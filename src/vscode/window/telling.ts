/** Shows problems to the user. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { failureLine } from '../../oracle/judging/failureLine';
import { RuleError } from '../../oracle/judging/rule';
import type { CommandsBy } from '../../options/commands';
import { OptionError } from '../../options/kinds';
import { spelled } from '../../options/spelling';
import type { Runs } from '../runs/runs';
import { RunFailed } from '../thread';
import { type Button, NotTrusted, Problem, tasksButton } from './buttons';

/** Its log is shown. */
interface Window {
  readonly runs: Pick<Runs, 'log'>;
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
