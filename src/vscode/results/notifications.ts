/** Notifications of a run: that it waits for an answer, and its end. None while it runs. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Remedy } from '../../oracle/calibration/diagnosis';
import type { VerdictRule } from '../../oracle/judging/rule';
import { overlay } from '../../oracle/places/overlay';
import { decided } from '../folder/folderResult';
import { Isolation, FolderReduction } from '../runs/kinds';
import type { JobChange } from '../../reduction/job';
import type { Doubt, Named, Run } from '../runs/run';
import type { WatchedEvent } from '../../host/port';
import { RunFailed } from '../thread';
import { type Button, settingButton, tasksButton } from '../window/buttons';
import { confirmedWords, testCount } from '../window/figureWords';
import { type RunAction, shortActionsOf } from './resultActions';

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

/** The action that the user chooses. */
export async function tellEnd(run: Run): Promise<RunAction | undefined> {
  const { name, extent, end } = run;
  const actions = shortActionsOf(run);
  const { tests, confirmed, unverified, ending, problem, notice: trivial } = end!;
  const { showInformationMessage: inform, showWarningMessage: warn } = vscode.window;
  const figures = l10n.t('{0}: {1} in {2}', name, extent ?? l10n.t('nothing found'), testCount(tests));
  const { ran, notice, problem: unwritten } = run instanceof FolderReduction ? await decided(run.result!) : {};
  const trouble = unwritten ?? (ran && notice) ?? (ending === 'broken' ? undefined : problem);
  if (trouble) return warn(l10n.t('{0}. {1}', figures, trouble), ...actions);
  if (problem) return warn(l10n.t('{0}, then the run failed. {1}', figures, problem), ...actions);
  if (ran === 'as-before' && confirmed) {
    return inform(l10n.t('{0}. The reproduction fails in an empty folder as it did here.', figures), ...actions);
  }
  if (ending === 'interrupted') return inform(l10n.t('{0}, stopped.', figures), ...actions);
  if (confirmed && trivial) return warn(l10n.t('{0}. {1}', figures, trivial), ...actions);
  if (confirmed) return inform(confirmedWords(figures, end!), ...actions);
  if (unverified) return inform(l10n.t('{0}; the limit left no room to verify the result again.', figures), ...actions);
  const doubt =
    run instanceof Isolation
      ? l10n.t('{0}, result not verified: the last tests gave other verdicts, so the test is not reliable.', figures)
      : l10n.t('{0}, result not verified: the bug was gone in the last test, so the test is not reliable.', figures);
  return warn(doubt, ...actions);
}

/** Undefined if the user must choose first. */
function helpBy(remedy: Remedy): readonly [title: string, change: JobChange] | undefined {
  switch (remedy.kind) {
    case 'rule':
      return [titleOf(remedy.rule), { rules: [remedy.rule] }];
    case 'overlay':
      return [l10n.t('Copy Workspace'), { tests: { place: overlay.name } }];
    case 'memory':
      return undefined;
    case 'timeout':
      return [l10n.t('Wait Longer'), { tests: { timeoutMs: remedy.timeoutMs } }];
  }
}

/** A learned failure is accepted nevertheless; exit codes are swapped. */
function titleOf({ match, failure }: VerdictRule): string {
  return match || failure ? l10n.t('Reduce Anyway') : l10n.t('Swap Rule');
}

/** Restarts the run with a change; unset if that cannot be. */
type StartOver = ((change: JobChange) => unknown) | undefined;

export function doubtIn(events: readonly WatchedEvent[], startOver: StartOver): Doubt | undefined {
  const { notice, better } = events.find((event) => event.event === 'calibrated') ?? {};
  if (!notice) return undefined;
  const press = better && startOver && (() => startOver({ tests: { runs: better.runs, need: better.need } }));
  return { message: notice, help: press && { title: l10n.t('Repeat Tests'), press } };
}

/** Gives the error its buttons. */
export function addHelp(error: unknown, { named, job }: Run, startOver: StartOver): void {
  if (!(error instanceof RunFailed)) return;
  const [title, change] = (error.remedy && helpBy(error.remedy)) ?? [];
  const ofCommand = error.output === undefined ? [] : commandButtons(named);
  error.buttons = [
    ...(title && startOver ? [{ title, press: () => startOver(change!) }] : []),
    ...(error.remedy?.kind === 'memory' ? [settingButton('whittle.memory')] : []),
    ...(job.oracle.kind === 'workers' ? [settingButton('whittle.cluster')] : ofCommand),
  ];
}

/** Where the command is changed. */
function commandButtons({ edit, task }: Named): Button[] {
  if (edit) return [{ title: l10n.t('Edit Command…'), press: edit }];
  return task === undefined ? [] : [tasksButton(task)];
}
