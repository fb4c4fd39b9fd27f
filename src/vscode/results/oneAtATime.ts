/** Messages that would be stacked: the last one is in view, the others are in the list of notifications. */
import * as vscode from 'vscode';

/** VS Code itself hides a message after about this time, ms. */
const inView = 20_000;

/** Shows a message in place of the one before, if that may still be in view; gives what `show` gives. */
export function oneAtATime() {
  let last: { readonly at: number; answered: boolean } | undefined;
  return async <T>(show: () => Thenable<T>): Promise<T> => {
    const isInView = last && !last.answered && performance.now() - last.at < inView;
    const message = { at: performance.now(), answered: false };
    last = message;
    if (isInView) await vscode.commands.executeCommand('notifications.hideToasts');
    try {
      return await show();
    } finally {
      message.answered = true;
    }
  };
}
