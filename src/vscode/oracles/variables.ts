/** VS Code's variables in a task; those of the file stand for the candidate. */
import { homedir } from 'node:os';
import { posix } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { type Slot, type Template, template, isWord } from '../../oracle/processes/command';
import { taskProblem } from '../window/buttons';

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
export function resolved(text: string, { valueOf }: Pick<Variables, 'valueOf'>): string {
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
  const fixed = new Map([
    ['userHome', homedir()],
    ['pathSeparator', '/'],
    ['/', '/'],
  ]);
  const valueOf = (name: string) => {
    const [, kind, rest] = /^(env|config|workspaceFolder):(.*)$/s.exec(name) ?? [];
    if (kind === 'env') return process.env[rest] ?? '';
    if (kind === 'config') return settingText(getConfiguration(undefined, document).get(rest));
    if (kind) return workspaceFolders.find((one) => one.name === rest)?.uri.fsPath;
    return asWord(name, parts.get(name)) ?? fixed.get(name);
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
