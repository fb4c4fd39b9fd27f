/** An isolated difference: a diff of two read-only documents, and both as files beside the one that fails. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { derivedPath, firstChange } from './derived';
import type { DerivedTexts } from './derived';
import { DocumentProblem } from './jobs';
import type { Isolation } from './isolation';

/** The sides of the diff, in its order. */
export const sides = ['passing', 'failing'] as const;

export class Differences {
  constructor(private readonly texts: DerivedTexts) {}

  /** Opens the diff editor where the two begin to differ. */
  async show({ document, name, result }: Isolation): Promise<void> {
    const [passing, failing] = sides.map((side) => withoutMark(result![side]));
    const left = this.texts.keep(document.uri, 'passing', passing);
    const right = this.texts.keep(document.uri, 'failing', failing);
    await this.texts.open(left, document.languageId);
    const shown = await this.texts.open(right, document.languageId);
    const at = shown.positionAt(firstChange(passing, failing));
    await vscode.commands.executeCommand('vscode.diff', left, right, `${name}: passing ↔ failing`, {
      selection: new vscode.Range(at, at),
    } satisfies vscode.TextDocumentShowOptions);
  }

  /** Writes both; asks before it replaces a file. False if the user thought better of it. Throws `DocumentProblem`. */
  async save({ uri, name, result }: Isolation): Promise<boolean> {
    if (uri.scheme === 'untitled') throw new DocumentProblem(`${name} is not a file yet: save it first.`);
    const files = sides.map((side) => ({ target: uri.with({ path: derivedPath(uri, side) }), text: result![side] }));
    if (!(await mayWrite(files.map(({ target }) => target)))) return false;
    for (const { target, text } of files) await write(target, text);
    const names = files.map(({ target }) => basename(target.path)).join(' and ');
    void vscode.window.showInformationMessage(`${names} are saved beside ${name}.`);
    return true;
  }
}

async function mayWrite(targets: readonly vscode.Uri[]): Promise<boolean> {
  const there = await Promise.all(targets.map(exists));
  const names = targets.filter((_, index) => there[index]).map(({ path }) => basename(path));
  if (names.length === 0) return true;
  const question = `${names.join(' and ')} ${names.length > 1 ? 'are' : 'is'} there already.`;
  return (await vscode.window.showWarningMessage(question, { modal: true }, 'Replace')) === 'Replace';
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

async function write(target: vscode.Uri, text: string): Promise<void> {
  try {
    await vscode.workspace.fs.writeFile(target, Buffer.from(text, 'utf8'));
  } catch {
    throw new DocumentProblem(`${target.path} cannot be written: check the folder, or copy the text from the diff.`);
  }
}

/** Documents do not have the byte order mark that their files have. */
function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '');
}
