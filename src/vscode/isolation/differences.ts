/** An isolated difference: as a diff of two read-only documents, and as two files. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { named, outputAt, writeKeeping } from '../../reduction/ending/outputs';
import { firstChange, type DerivedTexts } from '../results/results';
import { commandButton, saveAsButton, Problem } from '../window/problems';
import type { IsolatedTexts } from '../../host/port';
import type { Isolation } from '../runs/kinds';

/** The sides of the diff, in its order. */
export const sides = ['passing', 'failing'] as const;

/** As a diff. `uri`: of the file that fails; `when`: time of an earlier isolation. */
export async function showDifference(
  documents: DerivedTexts,
  uri: vscode.Uri,
  languageId: string,
  both: IsolatedTexts,
  when = '',
): Promise<void> {
  const name = basename(uri.path);
  const title = when ? l10n.t('{0}: passing ↔ failing, {1}', name, when) : l10n.t('{0}: passing ↔ failing', name);
  // As in documents.
  const texts = sides.map((side) => both[side].replace(/^\ufeff/, ''));
  const [left, right] = sides.map((side, at) => documents.keep(uri, when ? `${side} ${when}` : side, texts[at]));
  await documents.open(left, languageId);
  const shown = await documents.open(right, languageId);
  const at = shown.positionAt(firstChange(texts[0], texts[1]));
  const options: vscode.TextDocumentShowOptions = { selection: new vscode.Range(at, at), preview: false };
  await vscode.commands.executeCommand('vscode.diff', left, right, title, options);
}

/** Writes both beside the failing file, as the terminal does: older ones get other names. Throws `Problem`. */
export async function saveDifference({ uri, name, result }: Isolation): Promise<void> {
  if (uri.scheme !== 'file') {
    throw new Problem(l10n.t('{0} is not a file yet: save it first.', name), saveAsButton());
  }
  const older: string[] = [];
  const paths = sides.map((side) => named(uri.fsPath, side));
  try {
    for (const [at, side] of sides.entries()) {
      const output = await outputAt(paths[at], [uri.fsPath]);
      await writeKeeping(output, Buffer.from(result![side]), (sentence) => older.push(sentence));
    }
  } catch {
    throw new Problem(
      l10n.t('{0} cannot be written: check the folder, or copy the text from the diff.', paths.join(', ')),
      commandButton(l10n.t('Show Diff'), 'whittle.showDifference', uri),
    );
  }
  const [passing, failing] = paths.map((path) => basename(path));
  void vscode.window.showInformationMessage(
    older.length > 0
      ? l10n.t('Saved {0} and {1}. Older files of these names have other names now.', passing, failing)
      : l10n.t('Saved {0} and {1}.', passing, failing),
  );
}
