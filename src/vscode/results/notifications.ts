/** Notifications of a run: that it waits for an answer, and its end. None while it runs. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Remedy } from '../../oracle/calibration/diagnosis';
import type { VerdictRule } from '../../oracle/judging/rule';
import { overlay } from '../../oracle/places/overlay';
import { decided } from '../folder/folderResult';
import { FolderReduction } from '../runs/kinds';
import type { JobChange } from '../../reduction/job';
import type { Doubt, Named, Run } from '../runs/run';
import type { WatchedEvent } from '../../host/port';
import { RunFailed } from '../thread';
import { type Button, settingButton, tasksButton } from '../window/buttons';
import { testCount, verdictWords } from '../../reduction/events/progress';
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
  const { tests, confirmed, unverified, ending, problem, notice: trivial } = end!;
  const figures = l10n.t('{0}: {1} in {2}', name, extent ?? l10n.t('nothing found'), testCount(tests));
  const { ran, notice, problem: unwritten } = run instanceof FolderReduction ? await decided(run.result!) : {};
  const isStopped = ending === 'interrupted';
  const trouble = unwritten ?? ((ran && notice) || problem) ?? (confirmed && !isStopped ? trivial : undefined);
  const show =
    !trouble && (confirmed || unverified || isStopped)
      ? vscode.window.showInformationMessage
      : vscode.window.showWarningMessage;
  const proved = l10n.t('The reproduction fails in an empty folder as it did here.');
  const more = trouble ?? (ran === 'as-before' && confirmed ? proved : undefined);
  const words = more ? l10n.t('{0}. {1}', figures, more) : l10n.t('{0}, {1}.', figures, verdictWords(end!));
  const failed = ending === 'broken' && problem && l10n.t('{0}, then the run failed. {1}', figures, problem);
  return show(failed || words, ...shortActionsOf(run));
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
