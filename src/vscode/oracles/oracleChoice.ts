/** Asks for the oracle of a run. */
import { basename, relative } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { SettledRule } from '../../oracle/calibration/calibrateProperty';
import type { VerdictRule } from '../../oracle/judging/rule';
import { toldFailure } from '../../oracle/judging/ruleWords';
import { realPath } from '../../oracle/places/roots';
import { shellText } from '../../runners/recognise';
import { recipeOracle } from '../failingTests/testOracle';
import type { RuleAnswer } from './ruleQuestion';
import { type OracleItem, lineItem, oracleTasks, suggestions, typedCommand } from './suggestions';
import type { Controller } from '../controller';
import { chooseSearch } from '../searches/chooseSearch';
import { settingsFor } from '../window/settings';
import { askedOracle } from './askedVariables';
import { type ChosenOracle, type Recipe, typedOracle, workersOracle } from './taskOracle';
import { taskProblem, problemOf } from '../window/buttons';

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

/** Undefined if the user cancels. Throws `Problem` and `UnknownVariable`. */
export async function chooseOracle(
  { memory }: Pick<Controller, 'memory'>,
  document: vscode.Uri,
  request: OracleRequest = {},
  question: Question = {},
): Promise<ChosenOracle | undefined> {
  if (request.command) return typedCommand(request.command, document);
  if (request.oracle) return workersOracle(document, request.oracle);
  if (request.recipe) return recipeOracle(request.recipe, document, request.rule);
  if (request.task) {
    const task = (await oracleTasks()).find(({ name }) => name === request.task);
    if (!task) throw taskProblem(l10n.t('No task "{0}" runs a command: check tasks.json.', request.task));
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
  const type = async () => {
    const line = await askForCommand(last.find((answer) => answer.line)?.line, document);
    return line === undefined ? undefined : typedChoice(line, document, memory);
  };
  return [
    ...[...again, ...others].map((item) => ({ ...item, choose: () => choiceOf(item, document, memory) })),
    { label: `$(edit) ${l10n.t('Type a Command…')}`, alwaysShow: true, choose: type },
    ...(question.withSearch ? [searchPick(document, memory, question)] : []),
  ];
}

interface AnsweredItem extends OracleItem {
  /** The last one, with what the user looked for. */
  readonly answer?: Answer;
}

/** Undefined if it cannot be chosen any more. */
function itemAgain(answer: Answer, offered: readonly OracleItem[], document: vscode.Uri): AnsweredItem | undefined {
  const { id, line, rule, of } = answer;
  const description = of === basename(document.path) ? l10n.t('last used') : l10n.t('last used for {0}', of);
  const item =
    offered.find((one) => one.id === id) ?? (line === undefined ? undefined : lineItem('history', line, '', document));
  const detail = rule ? l10n.t('Looking for: {0}', toldFailure(rule)) : item?.detail;
  return item && { ...item, description, detail, answer };
}

function typedChoice(line: string, document: vscode.Uri, memory: vscode.Memento): Promise<ChosenOracle> {
  return choiceOf(lineItem('edit', line, '', document), document, memory) as Promise<ChosenOracle>;
}

/** The oracle of an item; the choice, and what the user looks for then, is kept for the next time. */
async function choiceOf({ id, line, choose, answer }: AnsweredItem, document: vscode.Uri, memory: vscode.Memento) {
  const chosen = await choose();
  if (!chosen || id === undefined) return chosen;
  const { learned, rule } = answer ?? {};
  const keep = (more: Pick<Answer, 'rule' | 'learned'>) => keepAnswer(memory, document, { id, line, ...more });
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
      return chooseOracle({ memory }, document, {}, question);
    },
  };
}

/** `last`: what it begins with. */
function askForCommand(last: string | undefined, document: vscode.Uri): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: l10n.t('Which command reproduces the bug?'),
    prompt: l10n.t(
      'A command that fails on the file, or a script that ends with exit code 0 while the bug is there. {0} is the path of the candidate. Without {0}, the command runs in a copy of the workspace folder.',
      '${file}',
    ),
    placeHolder: 'node check.js ${file}',
    value: last,
    ignoreFocusOut: true,
    validateInput: (line) =>
      line.trim() === '' ? l10n.t('Enter a command.') : problemOf(() => typedOracle(line, document)),
  });
}

/** The last answers to "How do you reproduce the bug?": one for each file, and one for the workspace. */
interface Answer {
  /** Of the item that was chosen. */
  readonly id: string;
  /** The command, if it was typed. */
  readonly line?: string;
  /** Learned from the failure, after which the user has answered what to look for. */
  readonly learned?: SettledRule;
  /** The answer, if it is not the message of the failure: that is learned again. */
  readonly rule?: VerdictRule;
  /** Name of the file that it was for. */
  readonly of: string;
}

const workspaceKey = 'answer';
const keyOf = (document: vscode.Uri) => `answer:${document.toString()}`;

/** The file's own, then the workspace's if that is another one. */
function lastAnswers(memory: vscode.Memento, document: vscode.Uri): Answer[] {
  const [own, last] = [keyOf(document), workspaceKey].map((key) => memory.get<Answer>(key));
  return [own, last?.id === own?.id ? undefined : last].filter((answer) => answer !== undefined);
}

/** Another file may fail in another way: the workspace's has no rule. */
async function keepAnswer(memory: vscode.Memento, document: vscode.Uri, given: Omit<Answer, 'of'>): Promise<void> {
  const { id, line } = given;
  const of = basename(document.path);
  await memory.update(keyOf(document), { ...given, of });
  await memory.update(workspaceKey, { id, line, of });
}

/** `startEditable` with what the user chooses; undefined if the user cancels. Throws what `chooseOracle` throws. */
export async function askAndStart<R>(
  controller: Pick<Controller, 'memory'>,
  document: vscode.Uri,
  start: (chosen: ChosenOracle) => Promise<R>,
  request?: OracleRequest,
  question?: Question,
): Promise<R | undefined> {
  const chosen = await chooseOracle(controller, document, request, question);
  return chosen && startEditable(controller, document, chosen, start);
}

/** Starts with what was chosen. If its command does not show the bug, *Edit Command…* asks for another one and starts again. */
export function startEditable<R>(
  controller: Pick<Controller, 'memory'>,
  document: vscode.Uri,
  chosen: ChosenOracle,
  start: (chosen: ChosenOracle) => Promise<R>,
): Promise<R> {
  const { recipe } = chosen;
  if (!recipe || recipe.onWorkers) return start(chosen);
  const edit = async () => {
    const line = await askForCommand(lineOf(recipe, document), document);
    if (line === undefined) return;
    await startEditable(controller, document, await typedChoice(line, document, controller.memory), start);
  };
  return start({ ...chosen, edit });
}

/** As it is typed: for the workspace folder. */
function lineOf({ command, cwd }: Recipe, document: vscode.Uri): string {
  const folder = vscode.workspace.getWorkspaceFolder(document)?.uri.fsPath;
  const inside = folder && cwd ? relative(realPath(folder), realPath(cwd)) : '';
  return inside ? `cd ${shellText([inside])} && ${command}` : command;
}
