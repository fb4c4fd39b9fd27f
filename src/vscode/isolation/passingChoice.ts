/** Asks for a file that is similar to the failing one and passes. */
import { basename, dirname, extname } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { browsed, openFiles } from '../window/whichFile';

export type PassingFile = vscode.Uri | 'empty';

interface PassingItem extends vscode.QuickPickItem {
  choose?(): Promise<PassingFile | undefined>;
}

/** Limit on the offered files of the folder. */
const most = 12;

/** Undefined if the user cancels. */
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
  const browse = () => browsed(l10n.t('Which file passes?'), l10n.t('Choose'), vscode.Uri.joinPath(failing, '..'));
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
    { label: `$(folder-opened) ${l10n.t('Browse…')}`, alwaysShow: true, choose: browse },
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

/** Files of the same folder and extension; similar names come first. */
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
