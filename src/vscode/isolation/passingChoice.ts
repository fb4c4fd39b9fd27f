/** The question of an isolation: which file is like the failing one, but passes? */
import { basename, dirname, extname } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';

/** A file, or `empty`. */
export type PassingFile = vscode.Uri | 'empty';

interface PassingItem extends vscode.QuickPickItem {
  choose?(): Promise<PassingFile | undefined>;
}

/** So many files of the folder are offered; others are a Browse away. */
const most = 12;

/** Undefined if the user thought better of it. */
export async function choosePassing(failing: vscode.Uri): Promise<PassingFile | undefined> {
  const choice = await vscode.window.showQuickPick(picks(failing), {
    title: l10n.t('Choose a similar file that passes'),
    placeHolder: l10n.t('Whittle finds the difference that makes {0} fail', basename(failing.path)),
    matchOnDescription: true,
  });
  return choice?.choose?.();
}

async function picks(failing: vscode.Uri): Promise<PassingItem[]> {
  const open = openFiles().filter((uri) => uri.toString() !== failing.toString());
  const known = new Set([failing, ...open].map(String));
  const beside = (await filesBeside(failing)).filter((uri) => !known.has(uri.toString()));
  return [
    ...section(l10n.t('open'), open, failing),
    ...section(l10n.t('same folder'), beside.slice(0, most), failing),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    {
      label: `$(new-file) ${l10n.t('Empty File')}`,
      description: l10n.t('start from nothing'),
      alwaysShow: true,
      choose: async () => 'empty',
    },
    { label: `$(folder-opened) ${l10n.t('Browse…')}`, alwaysShow: true, choose: async () => browse(failing) },
  ];
}

function section(label: string, files: readonly vscode.Uri[], failing: vscode.Uri): PassingItem[] {
  if (files.length === 0) return [];
  const items = files.map((uri) => ({
    label: `$(file) ${basename(uri.path)}`,
    description: dirname(uri.path) === dirname(failing.path) ? '' : vscode.workspace.asRelativePath(uri),
    choose: async () => uri,
  }));
  return [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
}

/** Files in text editors; what runs have made is not among them. */
function openFiles(): vscode.Uri[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const inputs = tabs.map(({ input }) => input).filter((input) => input instanceof vscode.TabInputText);
  const files = inputs.map(({ uri }) => uri).filter((uri) => vscode.workspace.fs.isWritableFileSystem(uri.scheme));
  return [...new Map(files.map((uri) => [uri.toString(), uri])).values()];
}

/** Files of the same folder with the same extension; those whose names begin alike come first. */
async function filesBeside(failing: vscode.Uri): Promise<vscode.Uri[]> {
  const folder = vscode.Uri.joinPath(failing, '..');
  const extension = extname(failing.path);
  const entries = await Promise.resolve(vscode.workspace.fs.readDirectory(folder)).catch(() => []);
  return entries
    .filter(([name, type]) => type & vscode.FileType.File && extname(name) === extension)
    .map(([name]) => ({ name, alike: sharedStart(name, basename(failing.path)) }))
    .sort((a, b) => b.alike - a.alike || a.name.localeCompare(b.name))
    .map(({ name }) => vscode.Uri.joinPath(folder, name));
}

function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

async function browse(failing: vscode.Uri): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: l10n.t('Which file passes?'),
    openLabel: l10n.t('Choose'),
    defaultUri: vscode.Uri.joinPath(failing, '..'),
  });
  return chosen?.[0];
}
