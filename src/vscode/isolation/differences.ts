/** An isolated difference: as a diff of two read-only documents, and as two files. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { derivedPath, firstChange, type DerivedTexts } from '../results/results';
import { statOf } from '../window/addresses';
import { commandButton, saveAsButton, Problem } from '../window/buttons';
import type { IsolatedTexts } from '../../host/port';
import type { Isolation } from '../runs/kinds';

/** The sides of the diff, in its order. */
export const sides = ['passing', 'failing'] as const;

export class Differences {
  constructor(private readonly texts: DerivedTexts) {}

  async show({ uri, document, result }: Isolation): Promise<void> {
    await this.showTexts(uri, document.languageId, result!);
  }

  /** `uri`: of the file that fails; `when`: time of an earlier isolation. */
  async showTexts(uri: vscode.Uri, languageId: string, both: IsolatedTexts, when = ''): Promise<void> {
    const name = basename(uri.path);
    const title = when ? l10n.t('{0}: passing ↔ failing, {1}', name, when) : l10n.t('{0}: passing ↔ failing', name);
    const [passing, failing] = sides.map((side) => withoutMark(both[side]));
    const [left, right] = sides.map((side, at) =>
      this.texts.keep(uri, when ? `${side} ${when}` : side, [passing, failing][at]),
    );
    await this.texts.open(left, languageId);
    const shown = await this.texts.open(right, languageId);
    const at = shown.positionAt(firstChange(passing, failing));
    await vscode.commands.executeCommand('vscode.diff', left, right, title, {
      selection: new vscode.Range(at, at),
      preview: false,
    } satisfies vscode.TextDocumentShowOptions);
  }

  /** Writes both beside the failing file; asks before it replaces a file. False if the user cancels. Throws `Problem`. */
  async save({ uri, name, result }: Isolation): Promise<boolean> {
    if (uri.scheme === 'untitled') {
      throw new Problem(l10n.t('{0} is not a file yet: save it first.', name), saveAsButton());
    }
    const targets = await freeTargets(uri);
    if (!targets) return false;
    for (const [at, side] of sides.entries()) await write(targets[at], result![side], uri);
    const [passing, failing] = targets.map(({ path }) => basename(path));
    void vscode.window.showInformationMessage(l10n.t('Saved {0} and {1}.', passing, failing));
    return true;
  }
}

/** Where both sides go: beside `file`, unless the user chooses another name. Undefined if the user cancels. */
async function freeTargets(file: vscode.Uri): Promise<vscode.Uri[] | undefined> {
  const targets = sides.map((side) => file.with({ path: derivedPath(file, side) }));
  const there = await Promise.all(targets.map(statOf));
  const names = targets.filter((_, index) => there[index]).map(({ path }) => basename(path));
  if (names.length === 0) return targets;
  const question =
    names.length > 1
      ? l10n.t('{0} and {1} already exist.', names[0], names[1])
      : l10n.t('{0} already exists.', names[0]);
  const [replace, saveAs] = [l10n.t('Replace'), l10n.t('Save As…')];
  const choice = await vscode.window.showWarningMessage(question, { modal: true }, replace, saveAs);
  if (choice !== saveAs) return choice === replace ? targets : undefined;
  const other = await vscode.window.showSaveDialog({ title: l10n.t('Save Both…'), defaultUri: file });
  return other && freeTargets(other);
}

async function write(target: vscode.Uri, text: string, failing: vscode.Uri): Promise<void> {
  try {
    await vscode.workspace.fs.writeFile(target, Buffer.from(text, 'utf8'));
  } catch {
    throw new Problem(
      l10n.t('{0} cannot be written: check the folder, or copy the text from the diff.', target.path),
      commandButton(l10n.t('Show Diff'), 'whittle.showDifference', failing),
    );
  }
}

/** As in documents. */
function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '');
}
