/** A result as a file, and as a bug report on the clipboard. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { derivedPath } from './derived';
import { bugReport } from '../history/report';
import type { RecordWithText } from '../history/record';
import { placesOf } from '../history/recordOf';
import { DocumentProblem } from '../runs/jobs';

/**
 * Asks where to, writes the very bytes that were tested, and opens the file. Undefined if the user cancels. Throws
 * `DocumentProblem`.
 */
export async function saveResultAs(record: RecordWithText): Promise<vscode.Uri | undefined> {
  const { uri, text, marked } = record;
  const target = await vscode.window.showSaveDialog({
    title: l10n.t('Save Result As'),
    defaultUri: suggested(vscode.Uri.parse(uri)),
  });
  if (!target) return undefined;
  try {
    await vscode.workspace.fs.writeFile(target, Buffer.from(`${marked ? '\ufeff' : ''}${text}`, 'utf8'));
  } catch {
    throw new DocumentProblem(
      l10n.t('{0} cannot be written: choose another folder, or copy the result.', target.fsPath),
      { title: l10n.t('Save As…'), press: () => saveResultAs(record) },
    );
  }
  await vscode.window.showTextDocument(target, { preview: false });
  return target;
}

export async function copyBugReport(record: RecordWithText): Promise<void> {
  await vscode.env.clipboard.writeText(bugReport(record, placesOf(vscode.Uri.parse(record.uri))));
  const message = l10n.t('Copied a bug report on {0} to the clipboard.', basename(vscode.Uri.parse(record.uri).path));
  void vscode.window.setStatusBarMessage(message, 5000);
}

/** Beside the original; what is no file yet goes to the folder that is open. */
function suggested(uri: vscode.Uri): vscode.Uri | undefined {
  const path = derivedPath(uri, 'reduced');
  if (uri.scheme !== 'untitled') return uri.with({ path });
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return folder && vscode.Uri.joinPath(folder, basename(path));
}
