/** A result as a file, and as a bug report on the clipboard. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { derivedPath } from './derived';
import { bugReport } from '../history/report';
import { cleanText } from '../../reproduction/secrets';
import { placeholder } from '../../reproduction/secretWords';
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

/** Nothing tells whether the failure needs what may be secret: the user decides. */
export async function copyBugReport(record: RecordWithText): Promise<void> {
  const report = bugReport(record, placesOf(vscode.Uri.parse(record.uri)));
  const text = await sendable(report);
  if (text === undefined) return;
  await vscode.env.clipboard.writeText(text);
  const message = l10n.t('Copied a bug report on {0} to the clipboard.', basename(vscode.Uri.parse(record.uri).path));
  void vscode.window.setStatusBarMessage(message, 5000);
}

/** Undefined if the user cancels. */
async function sendable(report: string): Promise<string | undefined> {
  const { text, names } = cleanText(report);
  if (names.length === 0) return report;
  const [replace, take] = [l10n.t('Replace'), l10n.t('Take Along')];
  const question = l10n.t('Replace what may be secret by {0}?', placeholder);
  const detail = l10n.t('The bug report has {0}.', names.join(', '));
  const choice = await vscode.window.showWarningMessage(question, { modal: true, detail }, replace, take);
  return choice === undefined ? undefined : choice === replace ? text : report;
}

/** Beside the original; what is no file yet goes to the folder that is open. */
function suggested(uri: vscode.Uri): vscode.Uri | undefined {
  const path = derivedPath(uri, 'reduced');
  if (uri.scheme !== 'untitled') return uri.with({ path });
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return folder && vscode.Uri.joinPath(folder, basename(path));
}
