/** The `when` clauses of our menus, judged by the context keys that the extension sets: the part of their grammar that we use. */
import * as vscode from 'vscode';

export type Context = Readonly<Record<string, unknown>>;

/** The context keys that this extension has set since now. Other ways of setting them are not seen. */
export function heardContexts(): Context {
  const heard: Record<string, unknown> = {};
  const commands = vscode.commands as { executeCommand: (name: string, ...args: unknown[]) => Thenable<unknown> };
  const { executeCommand } = commands;
  commands.executeCommand = (name, ...args) => {
    if (name === 'setContext') heard[String(args[0])] = args[1];
    return executeCommand(name, ...args);
  };
  return heard;
}

/** Would an entry with this clause be shown? Throws on what is not of this grammar. */
export function shows(when: string | undefined, context: Context): boolean {
  return when === undefined || when.split(' && ').every((term) => holds(term, context));
}

const forms: readonly [RegExp, (context: Context, ...parts: string[]) => boolean][] = [
  [/^\((.* \|\| .*)\)$/, (context, terms) => terms.split(' || ').some((term) => holds(term, context))],
  [/^(false)$/, () => false],
  [/^!([\w.]+)$/, (context, key) => !context[key]],
  [/^([\w.]+)$/, (context, key) => Boolean(context[key])],
  [/^([\w.]+) =~ \/(.*)\/$/, (context, key, source) => new RegExp(source).test(String(context[key] ?? ''))],
  [/^([\w.]+) == ([\w.-]+)$/, (context, key, value) => context[key] === value],
  [/^([\w.]+) != ([\w.-]+)$/, (context, key, value) => context[key] !== value],
  [/^([\w.]+) in ([\w.]+)$/, (context, key, list) => isIn(context[key], context[list])],
  [/^([\w.]+) not in ([\w.]+)$/, (context, key, list) => !isIn(context[key], context[list])],
];

function holds(term: string, context: Context): boolean {
  for (const [pattern, judge] of forms) {
    const match = pattern.exec(term);
    if (match) return judge(context, ...match.slice(1));
  }
  throw new Error(`a clause that this test cannot judge: ${term}`);
}

const isIn = (value: unknown, list: unknown) => Array.isArray(list) && list.includes(value);
