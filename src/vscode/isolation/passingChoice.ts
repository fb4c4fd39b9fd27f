/** Asks for a file that is similar to the failing one and passes. */
import { basename, dirname, extname } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { askForRevision } from '../failingTests/followUps';
import { browsed, openFiles } from '../window/whichFile';
import { earlier } from './revisions';

export type PassingFile = vscode.Uri | 'empty';

interface PassingItem extends vscode.QuickPickItem {
  choose?(): Promise<PassingFile | undefined>;
}

/** Limit on the offered files of the folder. */
const most = 12;

/** Undefined if the user cancels. */
export async function choosePassing(document: vscode.TextDocument, assets: string): Promise<PassingFile | undefined> {
  const { uri: failing } = document;
  const inCommit = async () => {
    const commit = await askForCommit(failing);
    return commit === undefined ? undefined : earlier(assets, document, commit);
  };
  const choice = await vscode.window.showQuickPick(picks(failing, inCommit), {
    title: l10n.t('Choose a similar file that passes'),
    placeHolder: l10n.t('Whittle finds the difference that makes {0} fail', basename(failing.path)),
    matchOnDescription: true,
  });
  return choice?.choose?.();
}

async function picks(failing: vscode.Uri, inCommit: NonNullable<PassingItem['choose']>): Promise<PassingItem[]> {
  const open = openFiles().filter((uri) => uri.toString() !== failing.toString());
  const known = new Set([failing, ...open].map(String));
  const beside = (await filesBeside(failing)).filter((uri) => !known.has(uri.toString()));
  const browse = () => browsed(l10n.t('Which file passes?'), l10n.t('Choose'), vscode.Uri.joinPath(failing, '..'));
  return [
    ...section(l10n.t('open'), open, failing),
    ...section(l10n.t('same folder'), beside.slice(0, most), failing),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    { label: `$(git-commit) ${l10n.t('The Same File in a Commit…')}`, alwaysShow: true, choose: inCommit },
    {
      label: `$(new-file) ${l10n.t('Empty File')}`,
      description: l10n.t('start from nothing'),
      alwaysShow: true,
      choose: async () => 'empty',
    },
    { label: `$(folder-opened) ${l10n.t('Browse…')}`, alwaysShow: true, choose: browse },
  ];
}

/** The commit that a diff from the timeline shows comes first. Undefined if the user cancels. */
export function askForCommit(uri: vscode.Uri): Promise<string | undefined> {
  const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  const shown = input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
  return askForRevision(uri, {
    title: l10n.t('In Which Commit Does {0} Pass?', basename(uri.path)),
    placeHolder: l10n.t('Whittle finds the change since then that makes it fail'),
    path: uri.fsPath,
    first: shown?.scheme === 'git' ? (JSON.parse(shown.query) as { ref: string }).ref : undefined,
  });
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
