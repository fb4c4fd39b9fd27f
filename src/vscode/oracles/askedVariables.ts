/** Variables of a task that VS Code would ask for: `${input:…}`, as tasks.json defines it, and `${command:…}`. Each is asked for once a run. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { taskOracle, type ChosenOracle } from './taskOracle';
import { UnknownVariable } from './variables';
import { taskProblem } from '../window/buttons';

/** One of the `inputs` of tasks.json. */
interface Input {
  readonly id: string;
  readonly type: string;
  readonly description?: string;
  readonly default?: string;
  readonly password?: boolean;
  readonly options?: readonly (string | { readonly label: string; readonly value: string })[];
  readonly command?: string;
  readonly args?: unknown;
}

/** What a task says; undefined if the user does not answer. Throws `Problem`, `RuleError` and `UnknownVariable`. */
export async function askedOracle(
  task: vscode.Task,
  document: vscode.Uri,
  known: ReadonlyMap<string, string> = new Map(),
): Promise<ChosenOracle | undefined> {
  const answers = new Map(known);
  for (;;) {
    try {
      return taskOracle(task, document, answers);
    } catch (error) {
      if (!(error instanceof UnknownVariable)) throw error;
      const answer = await answerTo(error, document);
      if (answer === undefined) return undefined;
      answers.set(error.variable, answer);
    }
  }
}

/** Throws the error again if nobody can be asked, and `Problem`. */
async function answerTo(error: UnknownVariable, document: vscode.Uri): Promise<string | undefined> {
  const [, kind, id] = /^(input|command):(.*)$/.exec(error.variable) ?? [];
  if (kind === undefined) throw error;
  if (kind === 'command') return said(id, await vscode.commands.executeCommand(id));
  const inputs = vscode.workspace.getConfiguration('tasks', document).get<readonly Input[]>('inputs') ?? [];
  const input = inputs.find((one) => one.id === id);
  if (!input) throw taskProblem(l10n.t('tasks.json has no input "{0}": add it to its "inputs".', id));
  return asked(input);
}

async function asked({ id, type, description, password, options = [], ...input }: Input): Promise<string | undefined> {
  if (type === 'promptString') {
    return vscode.window.showInputBox({ prompt: description, value: input.default, password, ignoreFocusOut: true });
  }
  if (type === 'pickString') {
    const items = options.map((one) => (typeof one === 'string' ? { label: one, value: one } : one));
    items.sort((one, other) => Number(other.value === input.default) - Number(one.value === input.default));
    return (await vscode.window.showQuickPick(items, { placeHolder: description, ignoreFocusOut: true }))?.value;
  }
  if (type === 'command' && input.command) {
    return said(input.command, await vscode.commands.executeCommand(input.command, input.args));
  }
  throw taskProblem(l10n.t('The input "{0}" of tasks.json has the unknown type "{1}": change its type.', id, type));
}

/** Undefined is what a command gives whose question was not answered. */
function said(command: string, value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  throw taskProblem(l10n.t('The command {0} of the task returns no text: use a command that does.', command));
}
