/** The actions on a run: a few in view, and all of a result in a list. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { Isolation, type Reduction, FolderReduction } from '../runs/kinds';
import type { Run } from '../runs/run';

export interface RunAction extends vscode.MessageItem {
  readonly command: string;
}

const action = (name: string, title: string): RunAction => ({ command: `whittle.${name}`, title });

/** Of a running run, or of its result; the main one first. */
export function actionsOf(run: Run): RunAction[] {
  const isIsolation = run instanceof Isolation;
  const helping = run.doubt?.help ? [action('startOver', run.doubt.help.title)] : [];
  if (run.running) {
    const pausing = run.paused ? action('resume', l10n.t('Resume')) : action('pause', l10n.t('Pause'));
    const skipping = isIsolation ? [] : [action('skipPhase', l10n.t('Skip Phase'))];
    const stopping = run.isGoodEnough ? action('finish', l10n.t('Use It Now')) : action('stop', l10n.t('Stop'));
    return [pausing, ...skipping, stopping, ...helping];
  }
  if (!run.end || (isIsolation && !run.extent)) return [];
  if (isIsolation) {
    return [action('showDifference', l10n.t('Show Diff')), action('saveDifference', l10n.t('Save Both…')), ...helping];
  }
  if (run instanceof FolderReduction) return [...folderActions(run), ...helping];
  return [
    action('applyResult', l10n.t('Apply')),
    action('showDiff', l10n.t('Show Diff')),
    action('copyResult', l10n.t('Copy')),
    action('discardResult', l10n.t('Discard')),
    ...helping,
    action('resultActions', l10n.t('More…')),
  ];
}

/** Without a directory that has the result there is nothing to open. */
function folderActions({ result, job }: FolderReduction): RunAction[] {
  const opening = job.input.reproduces ? l10n.t('Open Reproduction') : l10n.t('Open Result');
  const looking = [action('showResult', opening), action('showDiff', l10n.t('Show Diff'))];
  const [apply, discard] = [action('applyResult', l10n.t('Apply')), action('discardResult', l10n.t('Discard'))];
  return [...(result?.path === undefined ? [] : looking), apply, discard];
}

/** Notifications have little room. */
export function shortActionsOf(run: Run): RunAction[] {
  return actionsOf(run).filter(({ command }) => !/copyResult|discardResult/.test(command));
}

/** Asks for an action on the result and runs it. */
export async function chooseResultAction(reduction: Reduction): Promise<void> {
  const choice = await vscode.window.showQuickPick(picks(reduction), {
    title: `${reduction.name}: ${reduction.extent ?? ''}`,
    placeHolder: l10n.t('Choose what to do with the result'),
  });
  if (choice) await vscode.commands.executeCommand(choice.command, reduction.uri);
}

function picks({ named: { recipe }, learned, job, canShrink }: Reduction) {
  const restarts = l10n.t('the reduction restarts');
  const rows: readonly (false | readonly [icon: string, name: string, title: string, description?: string])[] = [
    ['check', 'applyResult', l10n.t('Apply'), l10n.t('replace the text of the file; Undo restores it')],
    ['diff', 'showDiff', l10n.t('Show Diff')],
    ['open-preview', 'showResult', l10n.t('Show Result Beside')],
    ['history', 'steps', l10n.t('Go to a Step…'), l10n.t('stop there, or continue from there')],
    ['copy', 'copyResult', l10n.t('Copy')],
    ['save-as', 'saveResultAs', l10n.t('Save Result As…')],
    ['report', 'copyBugReport', l10n.t('Copy as Bug Report'), l10n.t('Markdown: input, command, output, versions')],
    canShrink && ['fold', 'keepShrinking', l10n.t('Keep Shrinking'), l10n.t('to single tokens, from this result')],
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
