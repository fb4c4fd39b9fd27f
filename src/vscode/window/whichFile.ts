/** Asks which file is meant if no editor is active, for example from the walkthrough. */
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { requireTrust } from './trust';

/** Undefined if the user cancels. Throws `NotTrusted`: then there is no need to ask. */
export async function whichFile(): Promise<vscode.Uri | undefined> {
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
