/** VS Code's variables in a task: those of the file stand for the candidate, and the user is asked for some. */
import { homedir } from 'node:os';
import { posix } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { type Slot, type Template, template, isWord } from '../../oracle/processes/command';
import { taskProblem } from '../window/problems';

export interface Variables {
  /** Path of the workspace folder; undefined without one. */
  readonly folder?: string;
  /** Those of neither candidate nor folder, by their names. Undefined if VS Code alone knows it, or the shell. */
  valueOf(name: string): string | undefined;
}

/** The variables of the candidate: its path changes at every test. */
const candidateMarks: Readonly<Record<string, Slot>> = {
  '${workspaceFolder}/${relativeFile}': 'file',
  '${workspaceFolder}/${relativeFileDirname}': 'directory',
  '${file}': 'file',
  '${relativeFile}': 'relative',
  '${fileDirname}': 'directory',
  '${relativeFileDirname}': 'relativeDirectory',
};

/** The variables of the workspace folder: in an overlay, of its copy. */
const folderVariables = ['workspaceFolder', 'workspaceRoot', 'fileWorkspaceFolder', 'cwd'];

/** Only VS Code has an answer to these; the cursor is nowhere in a candidate. */
const ofVSCode =
  /^(input:|command:|workspaceFolder:|(selectedText|lineNumber|columnNumber|defaultBuildTask|execPath)$)/;

/** Other variables are left to the shell. Throws `Problem`. */
export function taskTemplate(text: string, variables: Variables): Template {
  const { folder } = variables;
  const folderMarks = folderVariables.map((name) => [`\${${name}}`, { real: folder! }] as const);
  const marks = { ...candidateMarks, ...(folder !== undefined && Object.fromEntries(folderMarks)) };
  return { ...template(resolved(text, variables), marks), source: text };
}

/** All variables but those of the candidate and its folder. Throws `Problem`. */
export function resolved(text: string, { valueOf }: Variables): string {
  return text.replace(/\$\{workspaceFolder\}\/\$\{relativeFile(Dirname)?\}|\$\{([^}]*)\}/g, (variable, _, name) => {
    if (variable in candidateMarks || folderVariables.includes(name)) return variable;
    const value = valueOf(name);
    if (value === undefined && ofVSCode.test(name)) {
      const message = l10n.t('Whittle cannot resolve {0} in the task: write its value into the command.', variable);
      throw taskProblem(message);
    }
    return value ?? variable;
  });
}

/** `scope`: of the task that has them, if one has. */
export function variablesFor(document: vscode.Uri, scope?: vscode.Task['scope']): Variables {
  const { getWorkspaceFolder, getConfiguration, workspaceFolders = [] } = vscode.workspace;
  const ofTask = typeof scope === 'object' ? scope : undefined;
  const folder = ofTask ?? getWorkspaceFolder(document) ?? workspaceFolders.at(0);
  const { dir, base, name: stem, ext } = posix.parse(document.path);
  const parts = new Map([
    ['fileDirnameBasename', posix.basename(dir)],
    ['workspaceFolderBasename', folder?.name],
    ['fileBasename', base],
    ['fileBasenameNoExtension', stem],
    ['fileExtname', ext],
  ]);
  const valueOf = (name: string) => {
    const [, kind, rest] = /^(env|config|workspaceFolder):(.*)$/s.exec(name) ?? [];
    if (kind === 'env') return process.env[rest] ?? '';
    if (kind === 'config') return settingText(getConfiguration(undefined, document).get(rest));
    if (kind) return workspaceFolders.find((one) => one.name === rest)?.uri.fsPath;
    if (name === 'userHome') return homedir();
    return name === 'pathSeparator' || name === '/' ? '/' : asWord(name, parts.get(name));
  };
  return { folder: folder?.uri.fsPath, valueOf };
}

/** Parts of the file's path go into a command line unquoted. Throws `Problem` if a shell could run a part of one. */
function asWord(variable: string, part: string | undefined): string | undefined {
  if (part === undefined || isWord(part)) return part;
  throw taskProblem(
    l10n.t(
      'The task uses {0}, which is "{1}" here: a shell could run a part of that. Use {2} in the task, or rename the file.',
      `\${${variable}}`,
      part,
      '${file}',
    ),
  );
}

function settingText(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

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
