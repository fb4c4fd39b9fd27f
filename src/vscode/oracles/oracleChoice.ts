/** Asks for the oracle of a run. */
import { basename, relative } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { SettledRule } from '../../oracle/calibration/calibrateProperty';
import type { VerdictRule } from '../../oracle/judging/rule';
import { toldFailure } from '../../oracle/judging/ruleWords';
import { realPath } from '../../oracle/places/roots';
import type { FoundFolder } from '../../reduction/folder/findFolder';
import { commandsOf, withRules } from '../../reduction/job';
import { shellText } from '../../runners/recognise';
import type { Controller } from '../controller';
import { problemOf, taskProblem } from '../window/problems';
import { pickOrType } from '../window/pickOrType';
import { type OracleItem, lineItem, oracleTasks, suggestions } from './suggestions';
import { type ChosenOracle, type Recipe, type Resumed, recipeOracle, taskOracle } from './taskOracle';

/** For keybindings and other extensions: nothing is asked. */
export interface OracleRequest {
  /** A task's name in tasks.json. */
  readonly task?: string;
  readonly command?: string;
  /** The name of a command of the workers in the setting `whittle.cluster`. */
  readonly oracle?: string;
  /** Recognised, or of an earlier run, with its rule. */
  readonly recipe?: Recipe;
  readonly rule?: VerdictRule;
  readonly resumes?: Resumed;
}

export interface Question {
  readonly title?: string;
  /** The address is that of a folder: each test runs in a copy of it. */
  readonly ofFolder?: Pick<FoundFolder, 'files' | 'linked'>;
}

type Memory = Pick<Controller, 'memory'>;

/** Undefined if the user cancels. Throws `Problem`. */
export async function chooseOracle(
  { memory }: Memory,
  document: vscode.Uri,
  { task: name, command, oracle, recipe, rule }: OracleRequest = {},
  question: Question = {},
): Promise<ChosenOracle | undefined> {
  if (recipe) return recipeOracle(recipe, document, rule);
  if (command || oracle) return recipeOracle(command ? { command } : { cluster: { oracle } }, document);
  if (!name) return askHow(memory, document, question);
  const task = (await oracleTasks()).find((one) => one.name === name);
  if (!task) throw taskProblem(l10n.t('No task "{0}" runs a command: check tasks.json.', name));
  return taskOracle(task, document);
}

interface Row extends OracleItem {
  /** The last one, with what the user looked for. */
  readonly answer?: Answer;
}

/** Offers the last answers and what else there is to choose from, and takes any command. `line`: what it begins with. */
async function askHow(memory: vscode.Memento, document: vscode.Uri, question: Question, line = '') {
  const typed = (command: string) => ({
    item: lineItem('terminal', command, '') as Row,
    problem: problemOf(() => recipeOracle({ command }, document)),
  });
  const name = basename(document.path);
  const row = await pickOrType(rows(memory, document, question.ofFolder !== undefined), typed, {
    title: question.title ?? l10n.t('How do you reproduce the bug in {0}?', name),
    placeholder: question.ofFolder
      ? whereItRuns(name, question.ofFolder)
      : l10n.t('Choose or type the command that fails. {0} is the copy under test.', '${file}'),
    value: line,
  });
  return row && oracleOf(row, document, memory);
}

function whereItRuns(folder: string, { files, linked }: NonNullable<Question['ofFolder']>): string {
  const facts = [folder, files.length];
  if (files.length === 1) return l10n.t('Choose or type the command. It runs in a copy of {0}.', folder);
  return Object.keys(linked).length > 0
    ? l10n.t('Choose or type the command. It runs in a copy of {0} ({1} files, packages linked).', ...facts)
    : l10n.t('Choose or type the command. It runs in a copy of {0} ({1} files).', ...facts);
}

async function rows(memory: vscode.Memento, document: vscode.Uri, isFolder?: boolean): Promise<Row[]> {
  const last = lastAnswers(memory, document);
  const offered = await suggestions(document, memory, isFolder);
  const again = last.flatMap((answer) => rowAgain(answer, offered, document) ?? []);
  const others = offered.filter((item) => !last.some(({ id }) => id === idOf(item)));
  return [...again, ...others];
}

/** Undefined if it cannot be chosen any more. */
function rowAgain(answer: Answer, offered: readonly OracleItem[], document: vscode.Uri): Row | undefined {
  const { id, line, rule, of } = answer;
  const description = of === basename(document.path) ? l10n.t('last used') : l10n.t('last used for {0}', of);
  const typed = line === undefined ? undefined : lineItem('history', line, '');
  const item = offered.find((one) => idOf(one) === id) ?? typed;
  const detail = rule ? l10n.t('Looking for: {0}', toldFailure(rule)) : item?.detail;
  return item && { ...item, description, detail, answer };
}

/** The oracle of a row; the choice, and what the user looks for then, is kept for the next time. */
async function oracleOf(row: Row, document: vscode.Uri, memory: vscode.Memento): Promise<ChosenOracle | undefined> {
  const { recipe, task, line, answer: { learned, rule } = {} } = row;
  const chosen = task ? await taskOracle(task, document) : recipeOracle(recipe!, document);
  if (!chosen) return undefined;
  const keep = (more: Pick<Answer, 'rule' | 'learned'>) =>
    keepAnswer(memory, document, { id: idOf(row), line, ...more });
  await keep({ learned, rule });
  if (commandsOf(chosen.oracle)[0]?.rule !== 'auto') return chosen;
  if (learned) return rule ? { ...chosen, oracle: withRules(chosen.oracle, [rule]), learned } : chosen;
  const onRule: ChosenOracle['onRule'] = (given) =>
    keep({ learned: given.learned, rule: given.rule === given.learned.rule ? undefined : given.rule });
  return { ...chosen, onRule };
}

/** The last answers to "How do you reproduce the bug?": one for each file, and one for the workspace. */
interface Answer {
  /** See `idOf`. */
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

/** The same at every question. */
function idOf({ recipe, task }: OracleItem): string {
  if (task) return `task:${task.source}:${task.name}`;
  const { runner, command } = recipe!;
  return runner ? `runner:${runner}` : command ? `line:${command}` : 'workers';
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
  controller: Memory,
  document: vscode.Uri,
  start: (chosen: ChosenOracle) => Promise<R>,
  request?: OracleRequest,
  question?: Question,
): Promise<R | undefined> {
  const chosen = await chooseOracle(controller, document, request, question);
  return chosen && startEditable(controller, document, { ...chosen, resumes: request?.resumes }, start, question);
}

/** Starts with what was chosen. If its command does not show the bug, *Edit Command…* asks for another one and starts again. */
export function startEditable<R>(
  { memory }: Memory,
  document: vscode.Uri,
  chosen: ChosenOracle,
  start: (chosen: ChosenOracle) => Promise<R>,
  question: Question = {},
): Promise<R> {
  const { recipe } = chosen;
  if (!recipe?.command) return start(chosen);
  const edit = async () => {
    const other = await askHow(memory, document, question, lineOf(recipe, document));
    if (other) await startEditable({ memory }, document, other, start, question);
  };
  return start({ ...chosen, edit });
}

/** As it is typed: for the workspace folder. */
function lineOf({ command = '', cwd }: Recipe, document: vscode.Uri): string {
  const folder = vscode.workspace.getWorkspaceFolder(document)?.uri.fsPath;
  const inside = folder && cwd ? relative(realPath(folder), realPath(cwd)) : '';
  return inside ? `cd ${shellText([inside])} && ${command}` : command;
}
