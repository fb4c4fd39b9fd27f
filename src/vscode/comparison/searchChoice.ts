/** Which searches are compared, and with which values of an option. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import {
  contendersNamed,
  everyContender,
  optionsOf,
  usualContenders,
  varied,
} from '../../reduction/comparison/contenders';
import type { Contender } from '../../reduction/comparison/contenders';
import { optionSpecs } from '../../reduction/options';
import type { OptionName } from '../../reduction/options';
import { choiceWords, settingWords } from '../choiceWords';

/** These are chosen if nobody thinks about it. */
const preselected = new Set(['default', 'hddr:cdd', 'hddr:probdd', 'hddr:ddmin']);

interface SearchPick extends vscode.QuickPickItem {
  readonly contender?: Contender;
  /** Values of an option are asked for next. */
  readonly varies?: boolean;
}

/** Undefined if the user thought better of it. */
export async function chooseSearches(): Promise<Contender[] | undefined> {
  const choice = await vscode.window.showQuickPick(picks(), {
    title: l10n.t('Choose the searches to compare'),
    placeHolder: l10n.t('They run one after the other, each with the whole budget'),
    canPickMany: true,
    matchOnDescription: true,
  });
  const contenders = choice?.flatMap(({ contender }) => contender ?? []);
  if (!contenders?.length || !choice?.some(({ varies }) => varies)) return contenders;
  return vary(contenders);
}

/** The usual ones first. */
function picks(): SearchPick[] {
  const usual = contendersNamed(usualContenders);
  const names = new Set(usual.map(({ name }) => name));
  const others = everyContender().filter(({ name }) => !names.has(name));
  const section = (label: string): SearchPick => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [
    section(l10n.t('often compared')),
    ...usual.map(pick),
    section(l10n.t('options')),
    {
      label: l10n.t('Vary an Option…'),
      description: l10n.t('each search with several values, such as p0'),
      varies: true,
    },
    section(l10n.t('others')),
    ...others.map(pick),
  ];
}

function pick(contender: Contender): SearchPick {
  const { name, strategy, reducer } = contender;
  const [how, by] = [choiceWords('strategy', strategy), reducer && choiceWords('reducer', reducer)];
  return { label: name, description: [by, how].filter(Boolean).join(' '), picked: preselected.has(name), contender };
}

/** Asks for an option that one of them knows, and for its values. */
async function vary(contenders: readonly Contender[]): Promise<Contender[] | undefined> {
  const options = optionsOf(contenders).map((option) => ({ label: option, detail: settingWords(option), option }));
  const choice = await vscode.window.showQuickPick(options, { title: l10n.t('Choose an option to vary') });
  const values = choice && (await askForValues(contenders, choice.option));
  return choice && values !== undefined ? varied(contenders, choice.option, wordsOf(values)) : undefined;
}

function askForValues(contenders: readonly Contender[], option: OptionName): Thenable<string | undefined> {
  const { usual, choices } = optionSpecs[option];
  return vscode.window.showInputBox({
    title: l10n.t('Enter the values of {0} to compare', option),
    prompt: l10n.t('Separate values with commas. Searches without {0} run once.', option),
    value: (typeof usual === 'number' ? [usual] : (choices ?? [])).join(', '),
    ignoreFocusOut: true,
    validateInput: (text) => problemOf(contenders, option, wordsOf(text)),
  });
}

function problemOf(contenders: readonly Contender[], option: OptionName, values: readonly string[]) {
  if (values.length === 0) return l10n.t('Enter at least one value.');
  try {
    varied(contenders, option, values);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function wordsOf(list: string): string[] {
  const words = list.split(',').map((word) => word.trim());
  return [...new Set(words.filter(Boolean))];
}
