/** The actions on a run, and the notifications that offer them. No notification while it runs, unless it waits for an answer. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { Isolation, Reduction, FolderReduction } from '../runs/kinds';
import type { Named } from '../oracles/taskOracle';
import type { Run } from '../runs/run';
import type { Remedy } from '../../oracle/calibration/diagnosis';
import { overlay } from '../../oracle/places/overlay';
import type { OtherFailure } from '../../reduction/ending/otherFailures';
import type { JobChange } from '../../reduction/job';
import type { FolderOutcome, WatchedEvent } from '../../host/port';
import { writeFiles } from '../../reduction/ending/outputs';
import { type Button, RunFailed, settingButton, tasksButton } from '../window/problems';
import { testCount, verdictWords } from '../../reduction/events/progress';
import { capitalized } from '../window/figureWords';

export interface RunAction extends vscode.MessageItem {
  readonly command: string;
}

const action = (name: string, title: string): RunAction => ({ command: `whittle.${name}`, title });

/** Of a running run, or of its result; the main one first. */
export function actionsOf(run: Run): RunAction[] {
  const isIsolation = run instanceof Isolation;
  if (run.running) {
    const pausing = run.paused ? action('resume', l10n.t('Resume')) : action('pause', l10n.t('Pause'));
    const skipping = isIsolation ? [] : [action('skipPhase', l10n.t('Skip Phase'))];
    const stopping = run.isGoodEnough ? action('finish', l10n.t('Use It Now')) : action('stop', l10n.t('Stop'));
    const looking = run.isWatchable ? [action('showOutput', l10n.t('Show Output'))] : [];
    return [pausing, ...skipping, stopping, ...looking];
  }
  if (!run.end || (isIsolation && !run.extent)) return [];
  if (isIsolation) {
    return [action('showDifference', l10n.t('Show Diff')), action('saveDifference', l10n.t('Save Both…'))];
  }
  const [apply, discard] = [action('applyResult', l10n.t('Apply')), action('discardResult', l10n.t('Discard'))];
  const diff = action('showDiff', l10n.t('Show Diff'));
  if (run instanceof FolderReduction) {
    const opening = run.job.input.reproduces ? l10n.t('Open Reproduction') : l10n.t('Open Result');
    // Without a directory that has the result there is nothing to open.
    const looking = run.result?.path === undefined ? [] : [action('showResult', opening), diff];
    return [...looking, apply, discard];
  }
  const [copy, more] = [action('copyResult', l10n.t('Copy')), action('resultActions', l10n.t('More…'))];
  return [apply, diff, copy, discard, more];
}

/** Asks for an action on the result and runs it. */
export async function chooseResultAction(reduction: Reduction): Promise<void> {
  const choice = await vscode.window.showQuickPick(picks(reduction), {
    title: `${reduction.name}: ${reduction.extent ?? ''}`,
    placeHolder: l10n.t('Choose what to do with the result'),
  });
  if (choice) await vscode.commands.executeCommand(choice.command, reduction.uri);
}

function picks({ named: { recipe }, learned, job, canShrink, end }: Reduction) {
  const restarts = l10n.t('the reduction restarts');
  const rows: readonly (false | readonly [icon: string, name: string, title: string, description?: string])[] = [
    ['check', 'applyResult', l10n.t('Apply'), l10n.t('replace the text of the file; Undo restores it')],
    ['diff', 'showDiff', l10n.t('Show Diff')],
    ['open-preview', 'showResult', l10n.t('Show Result Beside')],
    ['history', 'steps', l10n.t('Go to a Step…'), l10n.t('stop there, or continue from there')],
    ['copy', 'copyResult', l10n.t('Copy')],
    ['save-as', 'saveResultAs', l10n.t('Save Result As…')],
    ['report', 'copyBugReport', l10n.t('Copy as Bug Report'), l10n.t('Markdown: input, command, output, versions')],
    Boolean(end?.others?.some(hasText)) && ['bug', 'otherFailures', l10n.t('Other Failures…'), othersMet(end!.others!)],
    canShrink && ['fold', 'keepShrinking', l10n.t('Keep Shrinking'), l10n.t('to single tokens, from this result')],
    job.oracle.kind === 'test' && ['git-compare', 'whyRed', l10n.t('Why Is This Test Red?')],
    job.oracle.kind === 'test' && ['git-commit', 'choosePassingRevision', l10n.t('Choose Passing Revision…'), restarts],
    recipe !== undefined && ['save', 'saveTask', l10n.t('Save as Task')],
    learned !== undefined && ['edit', 'editRule', l10n.t('Edit What the Bug Looks Like…'), restarts],
    ['discard', 'discardResult', l10n.t('Discard')],
  ];
  return rows.flatMap((row) => {
    if (!row) return [];
    const [icon, name, title, description] = row;
    return [{ label: `$(${icon}) ${title}`, description, command: `whittle.${name}` }];
  });
}

const hasText = ({ text }: OtherFailure) => text !== undefined;

function othersMet({ length }: readonly unknown[]): string {
  return length === 1 ? l10n.t('another failure was met') : l10n.t('{0} other failures were met', length);
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

/** The action that the user chooses. */
export async function tellEnd(run: Run): Promise<RunAction | undefined> {
  const { name, extent, end } = run;
  const { tests, confirmed, unverified, ending, problem, notice: trivial, others, number } = end!;
  const numbers = number && l10n.t('number {0} → {1}', number.before, number.after);
  const reached = [extent ?? l10n.t('nothing found'), numbers].filter(Boolean).join(', ');
  const figures = l10n.t('{0}: {1} in {2}', name, reached, testCount(tests));
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
  const also =
    run instanceof Reduction && others?.some(hasText) && !failed
      ? [action('otherFailures', l10n.t('Other Failures'))]
      : [];
  const all = also.length > 0 ? l10n.t('{0} {1}.', words, capitalized(othersMet(others!))) : words;
  // There is little room.
  const actions = actionsOf(run).filter(({ command }) => !/copyResult|discardResult/.test(command));
  return show(failed || all, ...actions, ...also);
}

/** The outcome, as the user decides about what may be secret. */
async function decided(outcome: FolderOutcome): Promise<FolderOutcome> {
  const { path, notice, whole } = outcome;
  if (path === undefined || !whole) return outcome;
  const take = l10n.t('Take Along');
  const question = l10n.t('Take what may be secret along into {0}?', basename(path));
  const choice = await vscode.window.showWarningMessage(question, { modal: true, detail: notice }, take);
  if (choice !== take) return outcome;
  await writeFiles(path, whole);
  return { path, ran: 'as-before' };
}

/** Undefined if the user must choose first. */
function helpBy(remedy: Remedy): readonly [title: string, change: JobChange] | undefined {
  switch (remedy.kind) {
    case 'rule': {
      // A learned failure is accepted nevertheless; exit codes are swapped.
      const isLearned = remedy.rule.match || remedy.rule.failure;
      return [isLearned ? l10n.t('Reduce Anyway') : l10n.t('Swap Rule'), { rules: [remedy.rule] }];
    }
    case 'overlay':
      return [l10n.t('Copy Workspace'), { tests: { place: overlay.name } }];
    case 'memory':
    case 'swap':
      return undefined;
    case 'timeout':
      return [l10n.t('Wait Longer'), { tests: { timeoutMs: remedy.timeoutMs } }];
  }
}

/** Gives the error its buttons. `startOver`: restarts the run; unset if that cannot be. */
export function addHelp(error: unknown, { named, job }: Run, startOver?: (change: JobChange) => unknown): void {
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
