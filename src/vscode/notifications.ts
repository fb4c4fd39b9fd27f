/** What a run says in notifications: its progress, once it has lasted a moment, and its end. */
import * as vscode from 'vscode';
import { testCount } from '../reduction/progress';
import type { Isolation } from './isolation';
import type { Reduction } from './reduction';
import type { Run } from './run';

/** A run shorter than this needs no progress notification, ms. */
const shortRun = 1500;

/** A notification with Cancel, once a run has lasted a moment. */
export function showProgress(run: Run): void {
  const ended = run.ended.then(
    () => {},
    () => {},
  );
  const timer = setTimeout(() => {
    const title = `${run.doing.active} ${run.name}`;
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    void vscode.window.withProgress(options, (progress, cancelled) => {
      const tell = () => {
        const { doing, extent, tests } = run;
        progress.report({ message: extent ? `${extent} · ${testCount(tests)}` : doing.first });
      };
      const watching = run.onEvents(tell);
      cancelled.onCancellationRequested(() => run.stop());
      tell();
      return ended.finally(() => watching.dispose());
    });
  }, shortRun);
  void ended.finally(() => clearTimeout(timer));
}

export interface ResultAction extends vscode.MessageItem {
  readonly command: string;
}

/** The figures of a finished reduction, and what can be done with its result. */
export function tellReduced(reduction: Reduction): Thenable<ResultAction | undefined> {
  const doubt = 'but the property did not hold when the result was tested once more';
  return tellEnd(reduction, doubt, [
    { title: 'Apply', command: 'whittle.applyResult' },
    { title: 'Show Diff', command: 'whittle.showDiff' },
    { title: 'Discard', command: 'whittle.discardResult' },
  ]);
}

/** The figures of a finished isolation; without a difference there is nothing to do. */
export function tellIsolated(isolation: Isolation): Thenable<ResultAction | undefined> {
  const doubt = 'but the verdict was another when both were tested once more';
  const actions = [
    { title: 'Save Both…', command: 'whittle.saveDifference' },
    { title: 'Show Diff', command: 'whittle.showDifference' },
  ];
  return tellEnd(isolation, doubt, isolation.extent ? actions : []);
}

function tellEnd(
  { name, extent, end }: Run,
  doubt: string,
  actions: readonly ResultAction[],
): Thenable<ResultAction | undefined> {
  const { tests, confirmed, ending, problem } = end!;
  const figures = `${name}: ${extent ?? 'nothing found'} in ${testCount(tests)}`;
  if (problem) return vscode.window.showWarningMessage(`${figures}, then it broke off. ${problem}`, ...actions);
  if (ending === 'interrupted') return vscode.window.showInformationMessage(`${figures}, stopped.`, ...actions);
  if (confirmed) return vscode.window.showInformationMessage(`${figures}, confirmed.`, ...actions);
  return vscode.window.showWarningMessage(`${figures}, ${doubt}: the test is not reliable.`, ...actions);
}
