/** Asks for the searches to compare. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { everyContender, usualContenders } from '../../reduction/comparison/contenders';
import { searchFrom } from '../../reduction/searches/searchValue';
import { reducerWords, searchWords } from '../searches/chooseSearch';

const preselected = new Set(['default', 'hddr:cdd', 'hddr:probdd', 'hddr:ddmin']);

/** Undefined if the user cancels. */
export async function chooseSearches(): Promise<string[] | undefined> {
  const choice = await vscode.window.showQuickPick(picks(), {
    title: l10n.t('Choose the searches to compare'),
    placeHolder: l10n.t('They run one after the other, each with the whole budget'),
    canPickMany: true,
    matchOnDescription: true,
  });
  return choice?.map(({ label }) => label);
}

/** The usual ones first. */
function picks(): vscode.QuickPickItem[] {
  const others = everyContender().filter((name) => !usualContenders.includes(name));
  const section = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [
    section(l10n.t('often compared')),
    ...usualContenders.map(pick),
    section(l10n.t('others')),
    ...others.map(pick),
  ];
}

function pick(name: string): vscode.QuickPickItem {
  const { strategy, reducer } = searchFrom(name);
  const [how, by] = [searchWords(strategy.name), reducer && reducerWords(reducer.name)];
  return { label: name, description: [by, how].filter(Boolean).join(' '), picked: preselected.has(name) };
}
