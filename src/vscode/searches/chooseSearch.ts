/** *Choose Search…*: asks for a strategy and a list reducer, and stores the choice in the setting `whittle.search`. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { reducers } from '../../reducers/registry';
import { searchFrom, searchText, type SearchValue } from '../../reduction/searches/searchValue';
import { strategies } from '../../strategies/registry';
import { reducerWords, searchWords } from './searchWords';
import { settingsFor } from '../window/settings';

/** Undefined if the user cancels. */
export async function chooseSearch(scope: vscode.Uri | undefined): Promise<string | undefined> {
  const used = usedNow(scope);
  const strategy = await pick(strategies, used?.strategy.name, searchWords, l10n.t('How do you want to search?'));
  if (!strategy) return undefined;
  const reducer = strategy.usesReducer
    ? await pick(reducers, used?.reducer?.name, reducerWords, l10n.t('Which list reducer?'))
    : undefined;
  if (strategy.usesReducer && !reducer) return undefined;
  const search = searchText({ strategy, reducer, options: {} });
  await storeSearch(search, scope);
  return search;
}

/** Undefined if the setting is invalid. */
function usedNow(scope: vscode.Uri | undefined): SearchValue | undefined {
  try {
    return searchFrom(settingsFor(scope).search);
  } catch {
    return undefined;
  }
}

/** The one in use comes first. */
async function pick<T extends { readonly name: string }>(
  all: readonly T[],
  used: string | undefined,
  wordsOf: typeof searchWords,
  title: string,
): Promise<T | undefined> {
  const items = all.map((one) => ({
    label: one.name,
    description: one.name === used ? l10n.t('in use') : undefined,
    detail: wordsOf(one.name),
    one,
  }));
  const sorted = [...items.filter(({ description }) => description), ...items.filter((item) => !item.description)];
  return (await vscode.window.showQuickPick(sorted, { title, matchOnDetail: true, ignoreFocusOut: true }))?.one;
}

/** In the scope that has a value already, else for all workspaces. */
export async function storeSearch(search: string, scope: vscode.Uri | undefined): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('whittle', scope);
  const { workspaceFolderValue, workspaceValue } = configuration.inspect('search') ?? {};
  const { Global, Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;
  const target =
    workspaceFolderValue !== undefined ? WorkspaceFolder : workspaceValue !== undefined ? Workspace : Global;
  await configuration.update('search', search, target);
}
