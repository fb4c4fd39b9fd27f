/** The document of a command: the given one, or that of the active editor. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { originalUri } from '../results/derived';
import { DocumentProblem } from '../runs/jobs';
import { openFileButton, terminalButton } from './buttons';
import { whichFile } from './whichFile';

export function activeUri(): vscode.Uri | undefined {
  return vscode.window.activeTextEditor?.document.uri;
}

/** Throws `DocumentProblem` if there is none. */
export function addressed(uri: vscode.Uri | undefined): vscode.Uri {
  const address = uri ?? activeUri();
  if (!address) {
    throw new DocumentProblem(l10n.t('No file is open: open the file that fails first.'), openFileButton());
  }
  return address;
}

/** Asks the user if no editor is active. Throws `DocumentProblem`. */
export async function documentFor(uri: vscode.Uri | undefined): Promise<vscode.TextDocument> {
  const asked = uri ?? activeUri() ?? (await whichFile());
  return openText(originalUri(addressed(asked)));
}

/** Throws `DocumentProblem`. */
export async function openText(address: vscode.Uri): Promise<vscode.TextDocument> {
  try {
    return await vscode.workspace.openTextDocument(address);
  } catch {
    throw (await isMissing(address))
      ? new DocumentProblem(l10n.t('{0} does not exist: choose another file.', address.path), openFileButton())
      : new DocumentProblem(
          l10n.t('{0} cannot be opened as text: reduce it with whittle in a terminal.', address.path),
          terminalButton(),
        );
  }
}

/** Menus pass an address first; keybindings may pass it as text. */
export function asUri(value: unknown): vscode.Uri | undefined {
  if (value instanceof vscode.Uri) return value;
  return typeof value === 'string' ? vscode.Uri.parse(value) : undefined;
}

async function isMissing(address: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(address).then(
    () => false,
    (error: vscode.FileSystemError) => error.code === 'FileNotFound',
  );
}
