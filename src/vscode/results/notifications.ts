/** Notifications of a run: its progress, its problems and its end. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { confirmedWords, testCount } from '../window/figureWords';
import type { WatchedEvent } from '../thread/messages';
import { Isolation } from '../runs/isolation';
import { helpByRepeating, type Help } from './remedies';
import { shortActionsOf, type RunAction } from './resultActions';
import type { Run } from '../runs/run';

/** A shorter run needs no progress notification, ms. */
const shortRun = 1500;

export function showProgress(run: Run): void {
  const ended = run.ended.then(
    () => {},
    () => {},
  );
  const timer = setTimeout(() => {
    const { title } = run.doing;
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    void vscode.window.withProgress(options, (progress, cancelled) => {
      const tell = () => {
        const { doing, extent, tests, paused } = run;
        const figures = extent ? `${extent} · ${testCount(tests)}` : doing.first;
        progress.report({ message: paused ? `${figures} · ${l10n.t('paused')}` : figures });
      };
      const watching = run.onEvents(tell);
      cancelled.onCancellationRequested(() => run.stop());
      tell();
      return ended.finally(() => watching.dispose());
    });
  }, shortRun);
  void ended.finally(() => clearTimeout(timer));
}

/** Warns of an unreliable test. `begin`: restarts the run with a remedy. */
export function tellDoubts(name: string, events: readonly WatchedEvent[], begin: (help: Help) => unknown): void {
  for (const event of events) {
    if (event.event !== 'calibrated' || !event.notice) continue;
    const help = event.better ? helpByRepeating(event.better) : undefined;
    const buttons = help ? [help.title] : [];
    const message = l10n.t('{0}: {1}', name, event.notice);
    void vscode.window.showWarningMessage(message, ...buttons).then((pressed) => pressed && begin(help!));
  }
}

/** Asks how to continue a run that has paused itself. */
export function tellTrouble(run: Run, events: readonly WatchedEvent[]): void {
  for (const event of events) {
    if (event.event !== 'paused' || !event.problem) continue;
    const [resume, stop] = [l10n.t('Resume'), l10n.t('Stop')];
    const message = l10n.t('{0}: {1} The run is paused.', run.name, event.problem);
    void vscode.window.showWarningMessage(message, resume, stop).then((choice) => {
      if (choice === resume) run.say('resume');
      else if (choice === stop) run.stop();
    });
  }
}

function doubtOf(run: Run, figures: string): string {
  return run instanceof Isolation
    ? l10n.t('{0}, result not verified: the last tests gave other verdicts, so the test is not reliable.', figures)
    : l10n.t('{0}, result not verified: the bug was gone in the last test, so the test is not reliable.', figures);
}

/** The action that the user chooses. */
export function tellEnd(run: Run): Thenable<RunAction | undefined> {
  const { name, extent, end } = run;
  const actions = shortActionsOf(run);
  const { tests, confirmed, ending, problem } = end!;
  const { showInformationMessage: inform, showWarningMessage: warn } = vscode.window;
  const figures = l10n.t('{0}: {1} in {2}', name, extent ?? l10n.t('nothing found'), testCount(tests));
  if (problem && ending !== 'broken') return warn(l10n.t('{0}. {1}', figures, problem), ...actions);
  if (problem) return warn(l10n.t('{0}, then the run failed. {1}', figures, problem), ...actions);
  if (ending === 'interrupted') return inform(l10n.t('{0}, stopped.', figures), ...actions);
  if (confirmed) return inform(confirmedWords(figures, end!), ...actions);
  return warn(doubtOf(run, figures), ...actions);
}
