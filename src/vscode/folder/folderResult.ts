/** What can be done with the result of a folder: open it, and compare it with the folder. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { writeFiles } from '../../reduction/ending/outputs';
import type { FolderReduction } from '../runs/kinds';
import type { FolderOutcome } from '../../host/port';
import { Problem } from '../window/problems';

/** Files that a comparison shows; it loads each of them. */
const mostCompared = 100;

/** In the explorer, or if it is outside the workspace, in a window of its own. Throws `Problem`. */
export async function openFolderResult(result: string | undefined): Promise<void> {
  const uri = vscode.Uri.file(there(result));
  if (!vscode.workspace.getWorkspaceFolder(uri)) {
    await vscode.commands.executeCommand('vscode.openFolder', uri, { forceNewWindow: true });
    return;
  }
  const [file] = await vscode.workspace.findFiles(new vscode.RelativePattern(uri, '**/*'), null, 1);
  if (file)
    await vscode.window.showTextDocument(file, { preview: true, preserveFocus: true }).then(undefined, () => {});
  await vscode.commands.executeCommand('revealInExplorer', file ?? uri);
}

/** All files that are smaller, then those that are gone. Throws `Problem`. */
export async function showFolderDiff(run: FolderReduction): Promise<void> {
  const result = vscode.Uri.file(there(run.result?.path));
  const changes = [...run.removals.values()].sort((one, other) => Number(one.gone) - Number(other.gone));
  const rows = changes.slice(0, mostCompared).map(({ file, gone }) => {
    const original = vscode.Uri.joinPath(run.uri, file);
    return [original, original, gone ? undefined : vscode.Uri.joinPath(result, file)];
  });
  const title =
    changes.length > mostCompared
      ? l10n.t('{0} ↔ reduced (the first {1} of {2} files)', run.name, mostCompared, changes.length)
      : l10n.t('{0} ↔ reduced', run.name);
  await vscode.commands.executeCommand('vscode.changes', title, rows);
}

/** Throws `Problem`. */
function there(result: string | undefined): string {
  if (result !== undefined && existsSync(result)) return result;
  throw new Problem(l10n.t('The folder with the result does not exist: reduce the folder again.'));
}

/** The outcome as it is then. */
export async function decided(outcome: FolderOutcome): Promise<FolderOutcome> {
  const { path, notice, whole } = outcome;
  if (path === undefined || !whole) return outcome;
  const take = l10n.t('Take Along');
  const question = l10n.t('Take what may be secret along into {0}?', basename(path));
  const choice = await vscode.window.showWarningMessage(question, { modal: true, detail: notice }, take);
  if (choice !== take) return outcome;
  await writeFiles(path, whole);
  return { path, ran: 'as-before' };
}
