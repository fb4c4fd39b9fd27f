/** Variables of a task that VS Code asks for: `${input:…}`, as tasks.json defines it, and `${command:…}`. Each is asked for once a run. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { taskProblem } from '../window/buttons';
import type { Variables } from './variables';

/** One of the `inputs` of tasks.json; `${command:…}` is one of type `command`. */
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

/**
 * What `build` makes of the variables and their answers; undefined if the user does not answer. What it throws is thrown before anything is
 * asked. `known`: answers by the variables' names, `input:which`. Throws `Problem`.
 */
export async function withAnswers<T>(
  variables: Variables,
  document: vscode.Uri,
  known: ReadonlyMap<string, string>,
  build: (variables: Variables) => T,
): Promise<T | undefined> {
  const answers = new Map(known);
  const missing = new Set<string>();
  const valueOf = (name: string) => {
    if (!/^(input|command):/.test(name)) return variables.valueOf(name);
    if (!answers.has(name)) missing.add(name);
    return answers.get(name) ?? '';
  };
  const built = build({ ...variables, valueOf });
  for (const name of missing) {
    const answer = await answerTo(name, document);
    if (answer === undefined) return undefined;
    answers.set(name, answer);
  }
  return missing.size === 0 ? built : build({ ...variables, valueOf });
}

async function answerTo(name: string, document: vscode.Uri): Promise<string | undefined> {
  const [, kind, id] = /^(\w+):(.*)$/s.exec(name)!;
  if (kind === 'command') return ask({ id, type: kind, command: id });
  const inputs = vscode.workspace.getConfiguration('tasks', document).get<readonly Input[]>('inputs');
  const input = inputs?.find((one) => one.id === id);
  if (!input) throw taskProblem(l10n.t('tasks.json has no input "{0}": add it to its "inputs".', id));
  return ask(input);
}

/** A command gives undefined if its question was not answered. */
async function ask({ id, type, description, password, options = [], ...input }: Input): Promise<string | undefined> {
  if (type === 'promptString') {
    return vscode.window.showInputBox({ prompt: description, value: input.default, password, ignoreFocusOut: true });
  }
  if (type === 'pickString') {
    const items = options.map((one) => (typeof one === 'string' ? { label: one, value: one } : one));
    items.sort((one, other) => Number(other.value === input.default) - Number(one.value === input.default));
    return (await vscode.window.showQuickPick(items, { placeHolder: description, ignoreFocusOut: true }))?.value;
  }
  if (type !== 'command' || !input.command) {
    throw taskProblem(l10n.t('The input "{0}" of tasks.json has the unknown type "{1}": change its type.', id, type));
  }
  const value = await vscode.commands.executeCommand(input.command, input.args);
  if (value === undefined || typeof value === 'string') return value;
  throw taskProblem(l10n.t('The command {0} of the task returns no text: use a command that does.', input.command));
}

/** Answers by the variables' names; `resolved` is what VS Code has made of the task's `definition`, whose other text is as it was. */
export function answersIn(definition: object, resolved: object): Map<string, string> {
  const answers = Object.entries(definition).flatMap(([key, value]) => {
    const names: string[] = [];
    const pattern = JSON.stringify(value).replace(/\$\{([^}]*)\}|[\\^$.*+?()[\]{}|]/g, (found, name?: string) => {
      if (name === undefined) return `\\${found}`;
      if (!/^(input|command):/.test(name)) return '[^]*?';
      names.push(name);
      return '([^]*?)';
    });
    const given = JSON.stringify((resolved as Record<string, unknown>)[key]) ?? '';
    const match = new RegExp(`^${pattern}$`).exec(given) ?? [];
    return names.flatMap((name, at): [string, string][] =>
      match.length > 0 ? [[name, JSON.parse(`"${match[at + 1]}"`) as string]] : [],
    );
  });
  return new Map(answers);
}
