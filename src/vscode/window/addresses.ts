/** The document of a command: the given one, or that of the active editor. */
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { originalUri } from '../results/results';
import { openFileButton, requireTrust, terminalButton, Problem } from './problems';

export function activeUri(): vscode.Uri | undefined {
  return vscode.window.activeTextEditor?.document.uri;
}

/** Throws `Problem` if there is none. */
export function addressed(uri: vscode.Uri | undefined): vscode.Uri {
  const address = uri ?? activeUri();
  if (!address) {
    throw new Problem(l10n.t('No file is open: open the file that fails first.'), openFileButton());
  }
  return address;
}

/** Asks the user if no editor is active. Throws `Problem`. */
export async function documentFor(uri: vscode.Uri | undefined): Promise<vscode.TextDocument> {
  const asked = uri ?? activeUri() ?? (await whichFile());
  return openText(originalUri(addressed(asked)));
}

/** Throws `Problem`. */
export async function openText(address: vscode.Uri): Promise<vscode.TextDocument> {
  try {
    return await vscode.workspace.openTextDocument(address);
  } catch {
    throw (await statOf(address)) === undefined
      ? new Problem(l10n.t('{0} does not exist: choose another file.', address.path), openFileButton())
      : new Problem(
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

/** Undefined if there is nothing. */
export async function statOf(address: vscode.Uri): Promise<vscode.FileStat | undefined> {
  return vscode.workspace.fs.stat(address).then(undefined, () => undefined);
}

/** Undefined if the user cancels. Throws `NotTrusted`: then there is no need to ask. */
async function whichFile(): Promise<vscode.Uri | undefined> {
  requireTrust();
  // An editor that is just opening is in its tab already.
  const active = vscode.window.tabGroups.activeTabGroup.activeTab;
  const shown = active && filesIn([active]).at(0);
  if (shown) return shown;
  const open = openFiles();
  if (open.length === 1) return open[0];
  const title = l10n.t('Which file causes the failure?');
  const browse = () => browsed(title, l10n.t('Reduce'), vscode.workspace.workspaceFolders?.[0]?.uri);
  if (open.length === 0) return browse();
  const choice = await vscode.window.showQuickPick(
    [
      ...open.map((uri) => ({
        label: basename(uri.path),
        description: dirname(vscode.workspace.asRelativePath(uri)).replace(/^\.$/, ''),
        choose: async () => uri as vscode.Uri | undefined,
      })),
      { label: `$(folder-opened) ${l10n.t('Another File…')}`, alwaysShow: true, choose: browse },
    ],
    { title, matchOnDescription: true },
  );
  return choice?.choose();
}

export async function browsed(title: string, openLabel: string, defaultUri: vscode.Uri | undefined) {
  return (await vscode.window.showOpenDialog({ title, openLabel, defaultUri }))?.[0];
}

/** Files in tabs, each once; results are not among them. */
export function openFiles(): vscode.Uri[] {
  const files = filesIn(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs));
  return [...new Map(files.map((uri) => [uri.toString(), uri])).values()];
}

function filesIn(tabs: readonly vscode.Tab[]): vscode.Uri[] {
  const files = tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  return files.filter(({ scheme }) => ['file', 'untitled', 'vscode-remote'].includes(scheme));
}

/** Grey text needs an editor. */
export async function makeVisible(document: vscode.TextDocument, options: vscode.TextDocumentShowOptions = {}) {
  if (vscode.window.visibleTextEditors.some((editor) => editor.document === document)) return;
  try {
    await vscode.window.showTextDocument(document, { preview: false, ...options });
  } catch {
    // Another editor was opened meanwhile: the grey is there when this one is.
  }
}

/** In the status bar. */
export function showingProgress<T>(title: string, work: () => Promise<T>): Thenable<T> {
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, work);
}
