/** How a problem is told. */
import * as vscode from 'vscode';
import type { Controller } from './controller';

/** Errors that a user can cause end in one sentence; the command then has no result. */
export async function telling<T>(controller: Controller, act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    // A message with a button is shown in full, not cut off at the end of its line.
    const choice = vscode.window.showErrorMessage(withOutput(error as Error & { output?: string }), 'Show Log');
    void choice.then((pressed) => pressed && controller.runs.log.show());
    return undefined;
  }
}

/** The message, and the last line that the test has said. */
function withOutput({ message, output }: Error & { output?: string }): string {
  const last = output?.split('\n').at(-1)?.trim().slice(0, 200);
  return last && !message.includes(last) ? `${message} It said: ${last}` : message;
}
