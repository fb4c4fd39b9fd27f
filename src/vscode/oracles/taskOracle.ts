/** A task of tasks.json, or what could be one → the oracle of a run. */
import { homedir } from 'node:os';
import { basename, resolve } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { SettledRule } from '../../oracle/calibration/calibrateProperty';
import type { VerdictRule } from '../../oracle/judging/rule';
import { type RuleSource, ruleFrom } from '../../oracle/judging/ruleWords';
import { type OracleCommand, userPath } from '../../oracle/processes/command';
import { valuesOf, type Values } from '../../options/values';
import type { RunJob } from '../../host/port';
import type { JobOracle, RuledCommand } from '../../reduction/job';
import type { About } from '../runs/head';
import { settingsFor, type ClusterWords } from '../window/settings';
import { taskProblem } from '../window/problems';
import { answersIn, withAnswers, type Variables, taskTemplate, variablesFor } from './variables';
import { clusterFrom } from './cluster';

/** The definition of a task of type `whittle`, or what would be one: typed, recognised, chosen before. Its options are not checked. */
export interface Recipe extends Values<'task'> {
  /** Instead of a command. */
  readonly cluster?: ClusterWords;
  /** Further commands, which must all hold. */
  readonly also?: readonly (string | Values<'also'>)[];
  /** The test runner's name, if one was recognised. */
  readonly runner?: string;
  /** Path of the test's file, if that is not the document. */
  readonly testFile?: string;
}

export interface AskedOracle {
  readonly oracle: JobOracle;
  /** Of one run, in place of the settings. */
  readonly values: Values<'task'>;
}

/** How a run names its oracle, and what it tells those who have chosen it. */
export interface Named {
  /** Of an oracle that is no task yet. */
  readonly recipe?: Recipe;
  readonly task?: string;
  /** Of a rule that was not learned: what it looks for, in words. */
  readonly about?: Pick<About, 'bug' | 'worded'>;
  /** The run continues an interrupted one. */
  readonly resumes?: Resumed;
  /** Asks for another command, and starts with it. */
  readonly edit?: () => Promise<void>;
  /** The rule that an earlier run has learned from its failure. */
  readonly learned?: SettledRule;
  /** The user has just chosen it, and is asked what to look for: gets the answer. */
  readonly onRule?: (answer: RuleAnswer) => unknown;
}

export interface ChosenOracle extends AskedOracle, Named {}

export interface Resumed {
  /** Digest of its texts. */
  readonly input: string;
  /** Its job, from one that begins now. */
  jobOf<J extends RunJob>(now: J): J;
}

/** The rule that was learned from the failure, and the chosen one. */
export interface RuleAnswer {
  readonly learned: SettledRule;
  readonly rule: VerdictRule;
}

/** Undefined for a task of another type. */
export function recipeOf({ definition }: vscode.Task): Recipe | undefined {
  return definition.type === 'whittle' ? (definition as unknown as Recipe) : undefined;
}

/**
 * Of what is no task yet. Without a rule, the command may fail or succeed while the bug is there. Throws `Problem` and `OptionError`.
 */
export function recipeOracle(recipe: Recipe, document: vscode.Uri, rule: RuleSource = 'auto'): ChosenOracle {
  return { ...askedBy(recipe, document, variablesFor(document), rule), recipe };
}

/**
 * Undefined if the user does not answer what the task asks for. `resolved`: its definition as VS Code has filled it in, if that has asked.
 * Throws `Problem`, `OptionError` and `RuleError`.
 */
export async function taskOracle(
  task: vscode.Task,
  document: vscode.Uri,
  resolved: object = {},
): Promise<ChosenOracle | undefined> {
  const known = answersIn(task.definition, resolved);
  const recipe = recipeOf(task);
  return withAnswers(variablesFor(document, task.scope), document, known, (variables) => ({
    ...(recipe
      ? askedBy(recipe, document, variables)
      : { oracle: commandOracle(plainCommand(task, variables), 'auto'), values: {} }),
    task: task.name,
  }));
}

/** `rule`: if the words of the recipe give none; exit code 0 if unset. */
function askedBy(recipe: Recipe, document: vscode.Uri, variables: Variables, rule?: RuleSource): AskedOracle {
  const { also = [], cluster: words, runner: _, testFile: file, ...rest } = recipe;
  const values = valuesOf('task', rest);
  const further = also.map((one) => valuesOf('also', typeof one === 'string' ? { command: one } : one));
  const field = words && (['command', 'cwd', 'stdin', 'also'] as const).find((name) => recipe[name] !== undefined);
  if (field !== undefined) {
    throw taskProblem(
      l10n.t('The workers choose the command of a task with a "cluster": remove "{0}" or the "cluster".', field),
    );
  }
  const test = testOracle(values, file);
  if (test) return { oracle: test, values };
  const own = ruleFrom(values) ?? rule;
  if (words) {
    const { redis, oracle: name } = clusterFrom({ ...settingsFor(document).cluster, ...words }, variables);
    return { oracle: { kind: 'workers', redis, name, rule: own }, values };
  }
  const others = further.map((one) => ({ command: whittleCommand(one, variables), rule: ruleFrom(one) }));
  return { oracle: commandOracle(whittleCommand(values, variables), own, others), values };
}

/** Undefined for a command. `file`: of the test, if that is not the document. */
export function testOracle({ test: titles, passesAt }: Values<'task'>, file?: string): JobOracle | undefined {
  return titles && { kind: 'test', titles, file, passesAt };
}

/** `others`: must show the bug as well. */
export function commandOracle(
  command: OracleCommand,
  rule?: RuleSource,
  others: readonly RuledCommand[] = [],
): JobOracle {
  return { kind: 'command', commands: [{ command, rule }, ...others] };
}

/** Of another type of task. Throws `Problem`. */
function plainCommand({ name, execution }: vscode.Task, variables: Variables): OracleCommand {
  const filled = (text: string) => taskTemplate(text, variables);
  if (execution instanceof vscode.ProcessExecution) {
    const invocation = { program: filled(execution.process), args: execution.args.map(filled) };
    return { invocation, ...surroundings(execution.options, variables) };
  }
  if (!(execution instanceof vscode.ShellExecution)) {
    throw taskProblem(l10n.t('The task "{0}" has no command: choose a task of type shell or process.', name));
  }
  const { commandLine, command, args = [], options } = execution;
  const words = [command, ...args].flatMap((word) => (word === undefined ? [] : [shellWord(word)]));
  const shell = options?.executable ? { shell: options.executable } : userShell();
  return {
    invocation: { line: filled(commandLine ?? words.join(' ')), ...shell },
    ...surroundings(options, variables),
  };
}

/** `{}` and VS Code's variables both name the candidate. */
function whittleCommand({ command, cwd, stdin = false }: Recipe, variables: Variables): OracleCommand {
  if (command === undefined || command.trim() === '') {
    throw taskProblem(l10n.t('A task of type whittle needs a "command": add the command that reproduces the bug.'));
  }
  const line = taskTemplate(command.replaceAll('{}', '${file}'), variables);
  return { invocation: { line, ...userShell() }, ...surroundings({ cwd }, variables), stdin };
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
  { cwd = '', env = {} }: { readonly cwd?: string; readonly env?: { [key: string]: string } } = {},
  variables: Variables,
): Pick<OracleCommand, 'cwd' | 'env'> {
  const filled = Object.entries(env).map(([name, value]) => [name, taskTemplate(value, variables)]);
  const path = resolve(variables.folder ?? homedir(), cwd);
  return { cwd: cwd.includes('${') ? taskTemplate(cwd, variables) : userPath(path), env: Object.fromEntries(filled) };
}

/** The user's shell, if it is a POSIX shell. */
function userShell(): { shell?: string } {
  const shell = vscode.env.shell;
  return ['bash', 'zsh', 'sh', 'dash', 'ksh'].includes(basename(shell)) ? { shell } : {};
}
