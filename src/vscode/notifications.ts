/** What a run says in notifications: its progress, once it has lasted a moment, and its end. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { grouped, sizes } from '../reduction/progress';
import type { Reduction } from './reduction';

/** A run shorter than this needs no progress notification, ms. */
const shortRun = 1500;

/** A notification with Cancel, once a run has lasted a moment. */
export function showProgress(reduction: Reduction): void {
  const ended = reduction.ended.then(
    () => {},
    () => {},
  );
  const timer = setTimeout(() => {
    const title = `Reducing ${basename(reduction.uri.path)}`;
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    void vscode.window.withProgress(options, (progress, cancelled) => {
      const tell = () => {
        const { tokensBefore, tokens, tests } = reduction.now;
        progress.report({ message: `${sizes(tokensBefore, tokens)} · ${grouped(tests)} tests` });
      };
      const watching = reduction.onEvents(tell);
      cancelled.onCancellationRequested(() => reduction.stop());
      tell();
      return ended.finally(() => watching.dispose());
    });
  }, shortRun);
  void ended.finally(() => clearTimeout(timer));
}

export interface ResultAction extends vscode.MessageItem {
  readonly command: string;
}

const resultActions: readonly ResultAction[] = [
  { title: 'Apply', command: 'whittle.applyResult' },
  { title: 'Show Diff', command: 'whittle.showDiff' },
  { title: 'Discard', command: 'whittle.discardResult' },
];

/** The figures of a finished reduction, and what can be done with its result. */
export function tellResult({ document, result }: Reduction): Thenable<ResultAction | undefined> {
  const { tokens, tests, confirmed, ending, problem } = result!.finished;
  const figures = `${basename(document.uri.path)}: ${sizes(tokens.before, tokens.after)} in ${grouped(tests)} tests`;
  if (problem) return vscode.window.showWarningMessage(`${figures}, then it broke off. ${problem}`, ...resultActions);
  if (ending === 'interrupted') return vscode.window.showInformationMessage(`${figures}, stopped.`, ...resultActions);
  if (confirmed) return vscode.window.showInformationMessage(`${figures}, confirmed.`, ...resultActions);
  const doubt = 'but the property did not hold when the result was tested once more: the test is not reliable';
  return vscode.window.showWarningMessage(`${figures}, ${doubt}.`, ...resultActions);
}
