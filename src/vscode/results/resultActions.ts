/** What can be done with the result of a reduction: few things in view, all of them in a list. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Reduction } from '../runs/reduction';

export interface ResultAction extends vscode.MessageItem {
  readonly command: string;
}

/** Those of notifications, which have little room. */
export function mainActions(): ResultAction[] {
  return [
    { title: l10n.t('Apply'), command: 'whittle.applyResult' },
    { title: l10n.t('Show Diff'), command: 'whittle.showDiff' },
    { title: l10n.t('More…'), command: 'whittle.resultActions' },
  ];
}

interface ActionItem extends vscode.QuickPickItem {
  readonly command: string;
}

/** Asks what is to be done with the result, and does it. */
export async function chooseResultAction(reduction: Reduction): Promise<void> {
  const choice = await vscode.window.showQuickPick(picks(reduction), {
    title: `${reduction.name}: ${reduction.extent ?? ''}`,
    placeHolder: l10n.t('Choose what to do with the result'),
  });
  if (choice) await vscode.commands.executeCommand(choice.command, reduction.uri);
}

function picks({ named: { recipe }, rules }: Reduction): ActionItem[] {
  const pick = (icon: string, title: string, name: string, description?: string) => ({
    label: `$(${icon}) ${title}`,
    description,
    command: `whittle.${name}`,
  });
  return [
    pick('check', l10n.t('Apply'), 'applyResult', l10n.t('replace the text of the file; Undo restores it')),
    pick('diff', l10n.t('Show Diff'), 'showDiff'),
    pick('open-preview', l10n.t('Show Result Beside'), 'showResult'),
    pick('copy', l10n.t('Copy'), 'copyResult'),
    pick('save-as', l10n.t('Save Result As…'), 'saveResultAs'),
    pick('report', l10n.t('Copy as Bug Report'), 'copyBugReport', l10n.t('Markdown: input, command, output, versions')),
    ...(recipe ? [pick('save', l10n.t('Save Test as Task'), 'saveTask')] : []),
    ...(rules.some(({ learned }) => learned)
      ? [pick('edit', l10n.t('Edit What the Bug Looks Like…'), 'editRule', l10n.t('the reduction restarts'))]
      : []),
    pick('discard', l10n.t('Discard'), 'discardResult'),
  ];
}
