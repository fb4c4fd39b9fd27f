/** A reproduction that fails as before only with what may be secret: the user decides whether it goes into the folder. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { writeFiles } from '../../reproduction/files';
import type { FolderOutcome } from '../thread/messages';

/** The outcome as it is then. */
export async function decided(outcome: FolderOutcome): Promise<FolderOutcome> {
  const { path, notice, whole } = outcome;
  if (path === undefined || !whole) return outcome;
  const take = l10n.t('Take Along');
  const question = l10n.t('Take what may be secret along into {0}?', basename(path));
  const choice = await vscode.window.showWarningMessage(question, { modal: true, detail: notice }, take);
  if (choice !== take) return outcome;
  writeFiles(path, whole);
  return { path, ran: 'as-before' };
}
