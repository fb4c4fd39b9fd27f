/** A task of tasks.json → the command that is the oracle. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { SettledRule } from '../../oracle/calibration/calibrateProperty';
import type { VerdictRule } from '../../oracle/judging/rule';
import { valuesOf, type Values } from '../../options/values';
import { ruleFrom } from '../../oracle/judging/ruleWords';
import { type OracleCommand, fixedText, userPath } from '../../oracle/processes/command';
import type { AskedOracle, Overrides } from '../runs/jobs';
import { settingsFor, type ClusterWords } from '../window/settings';
import { clusterFrom, hostOf, named } from './cluster';
import { type VariableContext, contextOf, taskTemplate } from './variables';
import { taskProblem } from '../window/buttons';

/** What a task says of its command, or one of its further commands. */
type CommandValues = Pick<Values<'task'>, 'command' | 'cwd' | 'stdin' | 'test'>;

/** Fields that a task for workers cannot have. */
const commandFields = ['command', 'cwd', 'stdin', 'also'] as const;

/** Definition of a task of type `whittle` in tasks.json, whose options are not checked. */
export interface WhittleTaskDefinition extends vscode.TaskDefinition, Values<'task'> {
  readonly type: 'whittle';
  /** Instead of a command. */
  readonly cluster?: ClusterWords;
  readonly file?: string;
  /** Further commands, which must all hold. */
  readonly also?: readonly (string | Values<'also'>)[];
}

/** An oracle that is in no tasks.json yet, and the task that it would be there. */
export interface Recipe {
  /** The task's name. */
  readonly label: string;
  readonly command: string;
  /** The command is what workers know by that name; where they are the setting says. */
  readonly onWorkers?: boolean;
  /** Absolute; the workspace folder if unset. */
  readonly cwd?: string;
  readonly place?: string;
  /** The test runner's name, if one was recognised. */
  readonly runner?: string;
  /** It is a test: its titles, outermost first; none: the first one of the file that fails. */
  readonly test?: readonly string[];
  /** Path of its file, if that is not the document. */
  readonly testFile?: string;
}

export interface ChosenOracle extends AskedOracle {
  /** Of an oracle that is no task yet. */
  readonly recipe?: Recipe;
  /** Name of the task. */
  readonly task?: string;
  /** Asks for another command, and starts with it. */
  readonly edit?: () => Promise<void>;
  /** The rule that an earlier run has learned from its failure. */
  readonly learned?: SettledRule;
  /** The user has just chosen it, and is asked what to look for: gets the answer. */
  readonly onRule?: (answer: { readonly learned: SettledRule; readonly rule: VerdictRule }) => unknown;
}

/** The command may fail or succeed while the bug is there. */
export const byItsEnd: Overrides = { rule: 'auto' };

export function isWhittleTask(task: vscode.Task): boolean {
  return task.definition.type === 'whittle';
}

export function whittleDefinition(task: vscode.Task): WhittleTaskDefinition {
  return task.definition as WhittleTaskDefinition;
}

/** `answers`: to variables, by their names. Throws `Problem`, `OptionError`, `RuleError` and `UnknownVariable`. */
export function taskOracle(
  task: vscode.Task,
  document: vscode.Uri,
  answers: ReadonlyMap<string, string>,
): ChosenOracle {
  const context = { ...contextOf(document, task.scope), answers };
  if (!isWhittleTask(task)) return { oracle: plainOracle(task, context), overrides: byItsEnd, task: task.name };
  const { also = [], cluster: words, ...rest } = whittleDefinition(task);
  const definition = valuesOf('task', rest);
  const further = also.map((one) => valuesOf('also', typeof one === 'string' ? { command: one } : one));
  const field = words && commandFields.find((name) => whittleDefinition(task)[name] !== undefined);
  if (field !== undefined) {
    throw taskProblem(
      l10n.t('The workers choose the command of a task with a "cluster": remove "{0}" or the "cluster".', field),
    );
  }
  const cluster = words && clusterFrom({ ...settingsFor(document).cluster, ...words }, context);
  return {
    oracle: cluster ? named(cluster.oracle) : whittleOracle(definition, context),
    overrides: {
      ...definition,
      cluster,
      also: further.map((one) => ({ command: whittleOracle(one, context), rule: ruleFrom(one) })),
    },
    task: task.name,
  };
}

/** Of another type of task. Throws `Problem` and `UnknownVariable`. */
function plainOracle({ name, execution }: vscode.Task, context: VariableContext): OracleCommand {
  const filled = (text: string) => taskTemplate(text, context);
  if (execution instanceof vscode.ProcessExecution) {
    const invocation = { program: filled(execution.process), args: execution.args.map(filled) };
    return { invocation, ...surroundings(execution.options, context) };
  }
  if (!(execution instanceof vscode.ShellExecution)) {
    throw taskProblem(l10n.t('The task "{0}" has no command: choose a task of type shell or process.', name));
  }
  const { commandLine, command, args = [], options } = execution;
  const words = [command, ...args].flatMap((word) => (word === undefined ? [] : [shellWord(word)]));
  const shell = options?.executable ? { shell: options.executable } : userShell();
  return { invocation: { line: filled(commandLine ?? words.join(' ')), ...shell }, ...surroundings(options, context) };
}

/** A command typed by hand: `{}` and VS Code's variables both name the candidate. Throws `UnknownVariable`. */
export function typedOracle(line: string, document: vscode.Uri): OracleCommand {
  const context = contextOf(document, undefined);
  const text = line.replaceAll('{}', '${file}');
  return { invocation: { line: taskTemplate(text, context), ...userShell() }, ...surroundings(undefined, context) };
}

function whittleOracle(definition: CommandValues, context: VariableContext): OracleCommand {
  if (definition.test) return { invocation: { line: fixedText('') }, ...surroundings(undefined, context) };
  if (definition.command === undefined || definition.command.trim() === '') {
    throw taskProblem(l10n.t('A task of type whittle needs a "command": add the command that reproduces the bug.'));
  }
  const line = taskTemplate(definition.command.replaceAll('{}', '${file}'), context);
  const where = surroundings({ cwd: definition.cwd }, context);
  return { invocation: { line, ...userShell() }, ...where, stdin: definition.stdin ?? false };
}

/** As in VS Code: an argument with spaces is quoted, unless the task asks for another quoting. */
function shellWord(word: string | vscode.ShellQuotedString): string {
  if (typeof word === 'string') return /\s/.test(word) ? strong(word) : word;
  if (word.quoting === vscode.ShellQuoting.Strong) return strong(word.value);
  if (word.quoting === vscode.ShellQuoting.Weak) return `"${word.value.replace(/["\\]/g, '\\$&')}"`;
  return word.value.replace(/[\s"'\\()<>|&;*?]/g, '\\$&');
}

function strong(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function surroundings(
  options: { readonly cwd?: string; readonly env?: { [key: string]: string } } | undefined,
  context: VariableContext,
): Pick<OracleCommand, 'cwd' | 'env'> {
  const env = Object.entries(options?.env ?? {}).map(([name, value]) => [name, taskTemplate(value, context)]);
  return {
    cwd: options?.cwd ? taskTemplate(options.cwd, context) : userPath(context.folder?.path ?? context.home),
    env: Object.fromEntries(env),
  };
}

/** The user's shell, if it is a POSIX shell. */
function userShell(): { shell?: string } {
  const shell = vscode.env.shell;
  return ['bash', 'zsh', 'sh', 'dash', 'ksh'].includes(basename(shell)) ? { shell } : {};
}

/** `oracle`: the name of the command, if it is not that of the setting. Throws `Problem` and `UnknownVariable`. */
export function workersOracle(document: vscode.Uri, oracle?: string, rule?: VerdictRule): ChosenOracle {
  const words = settingsFor(document).cluster;
  const cluster = clusterFrom({ ...words, ...(oracle && { oracle }) }, contextOf(document, undefined));
  const label = l10n.t('reduce {0}', vscode.workspace.asRelativePath(document));
  return {
    oracle: named(cluster.oracle),
    overrides: { ...byItsEnd, ...(rule && { rule }), cluster },
    recipe: { label, command: cluster.oracle, onWorkers: true },
  };
}

/** For menus; undefined if the setting has no workers. */
export function workersLabel(document: vscode.Uri): string | undefined {
  const { redis, oracle } = settingsFor(document).cluster;
  if (!redis || !oracle) return undefined;
  const host = hostOf(redis, contextOf(document, undefined));
  return host ? l10n.t('{0} on the workers of {1}', oracle, host) : l10n.t('{0} on the workers', oracle);
}
