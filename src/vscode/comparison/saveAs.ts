/** A study as a file: its tables as Markdown, JSON or CSV, or the chart that is shown as SVG. */
import { extname, posix } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Axis } from '../../charts/series';
import { pictureText } from '../../charts/svg';
import { reportFormats } from '../../reduction/comparison/exports';
import { comparisonPicture } from '../../reduction/comparison/report';
import { DocumentProblem } from '../runs/jobs';
import type { Study, Turn } from './study';

/** Asks for format and place, writes the file and opens it. Nothing if the user thinks better of it. Throws `DocumentProblem`. */
export async function saveStudyAs(study: Study, turn: Turn, by: Axis): Promise<void> {
  const format = await vscode.window.showQuickPick(formats(), { title: l10n.t('Choose a format') });
  if (!format) return;
  const target = await vscode.window.showSaveDialog({
    title: l10n.t('Save Comparison As'),
    defaultUri: suggested(study, format.ending),
  });
  if (!target) return;
  // Who types another ending wants another format.
  const text = textAs(extname(target.path), study, turn, by) ?? textAs(format.ending, study, turn, by)!;
  try {
    await vscode.workspace.fs.writeFile(target, Buffer.from(text, 'utf8'));
  } catch {
    throw new DocumentProblem(
      l10n.t('{0} cannot be written: choose another folder, or copy the comparison.', target.fsPath),
    );
  }
  await vscode.window.showTextDocument(target, { preview: false });
}

interface Format extends vscode.QuickPickItem {
  readonly ending: string;
}

function formats(): Format[] {
  return [
    { label: 'Markdown', description: l10n.t('all tables, to read and quote'), ending: '.md' },
    { label: 'CSV', description: l10n.t('one line per row, for a spreadsheet'), ending: '.csv' },
    { label: 'JSON', description: l10n.t('every figure, with the size curves'), ending: '.json' },
    { label: 'SVG', description: l10n.t('the chart as shown'), ending: '.svg' },
  ];
}

/** Undefined of an ending that is none of ours. */
function textAs(ending: string, study: Study, turn: Turn, by: Axis): string | undefined {
  if (ending === '.svg') return pictureText(comparisonPicture(study.titleOf(turn), turn.comparison?.rows ?? [], by));
  return reportFormats[ending]?.(study.samples);
}

/** `crash.comparison.md` beside the file, `comparison.md` beside the first of several; what is no file yet goes to the folder that is open. */
function suggested({ inputs }: Study, ending: string): vscode.Uri | undefined {
  const [{ document }] = inputs;
  const { dir, name } = posix.parse(document.uri.path);
  const file = `${inputs.length === 1 ? `${name}.` : ''}comparison${ending}`;
  if (!document.isUntitled) return document.uri.with({ path: posix.join(dir, file) });
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return folder && vscode.Uri.joinPath(folder, file);
}
