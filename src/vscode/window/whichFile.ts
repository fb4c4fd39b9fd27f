/** Which file is meant where no editor is active (a walkthrough is, or nothing): the one that is open, else the user is asked. */
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { requireTrust } from './trust';

/** Undefined if the user thought better of it. Throws `NotTrusted`: then there is no need to ask. */
export async function whichFile(): Promise<vscode.Uri | undefined> {
  requireTrust();
  // An editor that is just opening is in its tab already.
  const active = vscode.window.tabGroups.activeTabGroup.activeTab;
  const shown = active && filesOf([active]).at(0);
  if (shown) return shown;
  const open = openFiles();
  if (open.length === 1) return open[0];
  if (open.length === 0) return another();
  const choice = await vscode.window.showQuickPick(
    [
      ...open.map((uri) => ({
        label: basename(uri.path),
        description: dirname(vscode.workspace.asRelativePath(uri)).replace(/^\.$/, ''),
        choose: async () => uri as vscode.Uri | undefined,
      })),
      { label: `$(folder-opened) ${l10n.t('Another File…')}`, alwaysShow: true, choose: another },
    ],
    { title: l10n.t('Which file causes the failure?'), matchOnDescription: true },
  );
  return choice?.choose();
}

/** Files in tabs, each once. */
function openFiles(): vscode.Uri[] {
  const files = filesOf(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs));
  return [...new Map(files.map((uri) => [uri.toString(), uri])).values()];
}

function filesOf(tabs: readonly vscode.Tab[]): vscode.Uri[] {
  const files = tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
  return files.filter(({ scheme }) => ['file', 'untitled', 'vscode-remote'].includes(scheme));
}

async function another(): Promise<vscode.Uri | undefined> {
  const defaultUri = vscode.workspace.workspaceFolders?.[0]?.uri;
  const chosen = await vscode.window.showOpenDialog({
    title: l10n.t('Which file causes the failure?'),
    openLabel: l10n.t('Reduce'),
    defaultUri,
  });
  return chosen?.[0];
}
