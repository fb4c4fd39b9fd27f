/** *Choose Search…* asks for a strategy and a list reducer, and stores the choice in the setting `whittle.search`; and which searches to compare. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { reducers } from '../../reducers/registry';
import { everyContender, usualContenders } from '../../reduction/comparison/contenders';
import { searchFrom, searchText } from '../../reduction/searches/searchValue';
import { strategies } from '../../strategies/registry';
import { settingsFor } from '../window/settings';

/** Undefined if the user cancels. */
export async function chooseSearch(scope: vscode.Uri | undefined): Promise<string | undefined> {
  const used = settingsFor(scope).search.split(/[:+]/);
  const title =
    targetFor(scope) === vscode.ConfigurationTarget.Global
      ? l10n.t('How do you want to search? Saved for all workspaces.')
      : l10n.t('How do you want to search? Saved for this workspace.');
  const strategy = await pick(strategies, used, '', title);
  const needsReducer = strategy?.usesReducer === true;
  const reducer = needsReducer ? await pick(reducers, used, 'hddr:', l10n.t('Which list reducer?')) : undefined;
  if (!strategy || (needsReducer && !reducer)) return undefined;
  const search = searchText({ strategy, reducer, options: {} });
  await storeSearch(search, scope);
  return search;
}

/** The one in use comes first. `before`: its name, in the words for the search. */
async function pick<T extends { readonly name: string }>(
  all: readonly T[],
  used: readonly string[],
  before: string,
  title: string,
): Promise<T | undefined> {
  const isUsed = ({ name }: T) => used.includes(name);
  const items = [...all.filter(isUsed), ...all.filter((one) => !isUsed(one))].map((one) => ({
    label: one.name,
    description: isUsed(one) ? l10n.t('in use') : undefined,
    detail: searchWords(before + one.name),
    one,
  }));
  return (await vscode.window.showQuickPick(items, { title, matchOnDetail: true, ignoreFocusOut: true }))?.one;
}

const preselected = new Set(['default', 'hddr:cdd', 'hddr:probdd', 'hddr:ddmin']);

/** Asks for the searches to compare, the usual ones first. Undefined if the user cancels. */
export async function chooseSearches(): Promise<string[] | undefined> {
  const others = everyContender().filter((name) => !usualContenders.includes(name));
  const section = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const items = [section(l10n.t('often compared')), ...usualContenders.map(itemOf)];
  const choice = await vscode.window.showQuickPick([...items, section(l10n.t('others')), ...others.map(itemOf)], {
    title: l10n.t('Choose the searches to compare'),
    placeHolder: l10n.t('They run one after the other, each with the whole budget'),
    canPickMany: true,
    matchOnDescription: true,
  });
  return choice?.map(({ label }) => label);
}

function itemOf(name: string): vscode.QuickPickItem {
  const { strategy, reducer } = searchFrom(name);
  const [how, by] = [searchWords(strategy.name), reducer && searchWords(`hddr:${reducer.name}`)];
  return { label: name, description: [by, how].filter(Boolean).join(' '), picked: preselected.has(name) };
}

/** Of a folder's own setting, else of the workspace; without one of the user. */
function targetFor(scope: vscode.Uri | undefined): vscode.ConfigurationTarget {
  const { workspaceFolderValue } = vscode.workspace.getConfiguration('whittle', scope).inspect('search') ?? {};
  const { Global, Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;
  if (!vscode.workspace.workspaceFolders) return Global;
  return workspaceFolderValue === undefined ? Workspace : WorkspaceFolder;
}

/** Where the title of the question says. */
export async function storeSearch(search: string, scope: vscode.Uri | undefined): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('whittle', scope);
  await configuration.update('search', search, targetFor(scope));
}

type Snippets = readonly { readonly label: string; readonly description: string }[];

/** As the settings have it, translated. `search`: a strategy, or `hddr` with a list reducer. */
function searchWords(search: string): string | undefined {
  const { contributes } = vscode.extensions.getExtension('whittle.whittle')!.packageJSON;
  const groups: readonly { readonly properties: Record<string, { readonly defaultSnippets?: Snippets }> }[] =
    contributes.configuration;
  const snippets = groups.flatMap(({ properties }) => properties['whittle.search']?.defaultSnippets ?? []);
  return snippets.find(({ label }) => label === search)?.description;
}
