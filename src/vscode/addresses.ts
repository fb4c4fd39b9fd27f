/** What a command acts on: an address that it was given, or the active editor's. */
import * as vscode from 'vscode';
import { originalUri } from './derived';
import { DocumentProblem } from './jobs';

/** Throws `DocumentProblem` if there is none. */
export function addressed(uri: vscode.Uri | undefined): vscode.Uri {
  const address = uri ?? vscode.window.activeTextEditor?.document.uri;
  if (!address) throw new DocumentProblem('No file is open: open the failing input first.');
  return address;
}

/** Throws `DocumentProblem`. */
export async function documentFor(uri: vscode.Uri | undefined): Promise<vscode.TextDocument> {
  return openText(originalUri(addressed(uri)));
}

/** Throws `DocumentProblem`. */
export async function openText(address: vscode.Uri): Promise<vscode.TextDocument> {
  try {
    return await vscode.workspace.openTextDocument(address);
  } catch {
    const problem = (await isMissing(address))
      ? 'does not exist: choose a file that is there.'
      : 'cannot be opened as text: run whittle on it in a terminal.';
    throw new DocumentProblem(`${address.path} ${problem}`);
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
