/** Asks for the oracle of a run. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { VerdictRule } from '../../oracle/judging/rule';
import { toldFailure } from '../../oracle/judging/ruleWords';
import { recipeOracle } from '../failingTests/testOracle';
import { keepAnswer, lastAnswers, type Answer } from '../questions/lastAnswers';
import type { RuleAnswer } from '../questions/ruleQuestion';
import { lineItem, oracleTasks, suggestions, typedCommand, type OracleItem } from '../questions/suggestions';
import { chooseSearch } from '../searches/chooseSearch';
import { settingsFor } from '../window/settings';
import type { Recipe } from './recipe';
import { askedOracle } from './askedVariables';
import { TaskProblem, typedOracle, type ChosenOracle } from './taskOracle';
import { workersOracle } from './workersOracle';

/** For keybindings and other extensions: nothing is asked. */
export interface OracleRequest {
  /** A task's name in tasks.json. */
  readonly task?: string;
  /** A shell command. */
  readonly command?: string;
  /** The name of a command of the workers in the setting `whittle.cluster`. */
  readonly oracle?: string;
  /** Of an earlier run, with its rule. */
  readonly recipe?: Recipe;
  readonly rule?: VerdictRule;
}

export interface Question {
  readonly title?: string;
  /** Offers *Choose Search…* too. */
  readonly withSearch?: boolean;
  /** The address is that of a folder. */
  readonly ofFolder?: boolean;
}

/** Undefined if the user cancels. Throws `TaskProblem`, `ClusterProblem` and `UnknownVariable`. */
export async function chooseOracle(
  document: vscode.Uri,
  memory: vscode.Memento,
  request: OracleRequest = {},
  question: Question = {},
): Promise<ChosenOracle | undefined> {
  if (request.command) return typedCommand(request.command, document);
  if (request.oracle) return workersOracle(document, request.oracle);
  if (request.recipe) return recipeOracle(request.recipe, document, request.rule);
  if (request.task) {
    const task = (await oracleTasks()).find(({ name }) => name === request.task);
    if (!task) throw new TaskProblem(l10n.t('No task "{0}" runs a command: check tasks.json.', request.task));
    return askedOracle(task, document);
  }
  const choice = await vscode.window.showQuickPick(picks(document, memory, question), {
    title: question.title ?? l10n.t('How do you reproduce the bug in {0}?', basename(document.path)),
    placeHolder: l10n.t('Pick the command that fails. Whittle keeps whatever preserves that failure.'),
    matchOnDetail: true,
  });
  return choice?.choose();
}

/** The last answers, what else there is to choose from, and a command to type. */
async function picks(document: vscode.Uri, memory: vscode.Memento, question: Question): Promise<OracleItem[]> {
  const last = lastAnswers(memory, document);
  const offered = await suggestions(document, question.ofFolder);
  const again = last.flatMap((answer) => itemAgain(answer, offered, document) ?? []);
  const others = offered.filter(({ id }) => !again.some((item) => item.id === id));
  const kept = (item: OracleItem) => ({
    ...item,
    choose: () =>
      keptChoice(
        item,
        document,
        memory,
        last.find(({ id }) => id === item.id),
      ),
  });
  return [
    ...[...again, ...others].map(kept),
    {
      label: `$(edit) ${l10n.t('Type a Command…')}`,
      alwaysShow: true,
      choose: async () => {
        const line = await askForCommand(last.find((answer) => answer.line)?.line, document);
        return line === undefined ? undefined : typedChoice(line, document, memory);
      },
    },
    ...(question.withSearch ? [searchPick(document, memory, question)] : []),
  ];
}

/** Undefined if it cannot be chosen any more. */
function itemAgain({ id, line, rule, of }: Answer, offered: readonly OracleItem[], document: vscode.Uri) {
  const isOwn = of === basename(document.path);
  const description = isOwn ? l10n.t('last used') : l10n.t('last used for {0}', of);
  const item =
    offered.find((one) => one.id === id) ?? (line === undefined ? undefined : lineItem('history', line, '', document));
  const detail = rule ? l10n.t('Looking for: {0}', toldFailure(rule)) : item?.detail;
  return item && { ...item, description, detail };
}

export function typedChoice(line: string, document: vscode.Uri, memory: vscode.Memento): Promise<ChosenOracle> {
  return keptChoice(lineItem('edit', line, '', document), document, memory) as Promise<ChosenOracle>;
}

/** `answer`: the last one, with what the user looked for. */
async function keptChoice(item: OracleItem, document: vscode.Uri, memory: vscode.Memento, answer?: Answer) {
  const chosen = await item.choose();
  if (!chosen || item.id === undefined) return chosen;
  const { learned, rule } = answer ?? {};
  const keep = (more: Pick<Answer, 'rule' | 'learned'>) =>
    keepAnswer(memory, document, { id: item.id!, line: item.line, ...more });
  await keep({ learned, rule });
  if (chosen.overrides.rule !== 'auto') return chosen;
  if (learned) return rule ? { ...chosen, overrides: { ...chosen.overrides, rule }, learned } : chosen;
  const onRule = (given: RuleAnswer) =>
    keep({ learned: given.learned, rule: given.rule === given.learned.rule ? undefined : given.rule });
  return { ...chosen, onRule };
}

function searchPick(document: vscode.Uri, memory: vscode.Memento, question: Question): OracleItem {
  return {
    label: `$(settings-gear) ${l10n.t('Choose Search…')}`,
    description: settingsFor(document).search,
    alwaysShow: true,
    choose: async () => {
      await chooseSearch(document);
      return chooseOracle(document, memory, {}, question);
    },
  };
}

/** `last`: what it begins with. */
export function askForCommand(last: string | undefined, document: vscode.Uri): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: l10n.t('Which command reproduces the bug?'),
    prompt: l10n.t(
      'A command that fails on the file, or a script that ends with exit code 0 while the bug is there. {0} is the path of the candidate. Without {0}, the command runs in a copy of the workspace folder.',
      '${file}',
    ),
    placeHolder: 'node check.js ${file}',
    value: last,
    ignoreFocusOut: true,
    validateInput: (line) => (line.trim() === '' ? l10n.t('Enter a command.') : problemOf(line, document)),
  });
}

function problemOf(line: string, document: vscode.Uri): string | undefined {
  try {
    typedOracle(line, document);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
