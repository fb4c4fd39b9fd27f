/** Notifications of a run: that it waits for an answer, and its end. None while it runs. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { decided } from '../folder/secretsTaken';
import { confirmedWords, testCount } from '../window/figureWords';
import type { WatchedEvent } from '../thread/messages';
import { FolderReduction } from '../runs/folderReduction';
import { Isolation } from '../runs/isolation';
import { shortActionsOf, type RunAction } from './resultActions';
import type { Run } from '../runs/run';

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
export async function tellEnd(run: Run): Promise<RunAction | undefined> {
  const { name, extent, end } = run;
  const actions = shortActionsOf(run);
  const { tests, confirmed, ending, problem, notice: trivial } = end!;
  const { showInformationMessage: inform, showWarningMessage: warn } = vscode.window;
  const figures = l10n.t('{0}: {1} in {2}', name, extent ?? l10n.t('nothing found'), testCount(tests));
  const { ran, notice, problem: unwritten } = run instanceof FolderReduction ? await decided(run.result!) : {};
  if (unwritten) return warn(l10n.t('{0}. {1}', figures, unwritten), ...actions);
  if (ran && notice) return warn(l10n.t('{0}. {1}', figures, notice), ...actions);
  if (ran === 'as-before' && confirmed && !problem) {
    return inform(l10n.t('{0}. The reproduction fails in an empty folder as it did here.', figures), ...actions);
  }
  if (problem && ending !== 'broken') return warn(l10n.t('{0}. {1}', figures, problem), ...actions);
  if (problem) return warn(l10n.t('{0}, then the run failed. {1}', figures, problem), ...actions);
  if (ending === 'interrupted') return inform(l10n.t('{0}, stopped.', figures), ...actions);
  if (confirmed && trivial) return warn(l10n.t('{0}. {1}', figures, trivial), ...actions);
  if (confirmed) return inform(confirmedWords(figures, end!), ...actions);
  return warn(doubtOf(run, figures), ...actions);
}
