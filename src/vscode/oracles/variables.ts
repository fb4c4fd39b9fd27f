/** VS Code's variables in a task; those of the file stand for the candidate. */
import { homedir } from 'node:os';
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { isWord } from '../../oracle/plainPaths';
import { type Slot, type Template, type UserPath, template } from '../../oracle/processes/command';
import { taskProblem } from '../window/buttons';

export interface VariableContext {
  /** The workspace folder's path and name; undefined without one. */
  readonly folder?: { readonly path: string; readonly name: string };
  /** The input's base name, and that of its directory. */
  readonly fileName: string;
  readonly directoryName: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly setting: (name: string) => unknown;
  /** Other folders of the workspace, by their names. */
  readonly folders?: ReadonlyMap<string, string>;
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

/** Parts of the file's path: they go into a command line unquoted. */
const ofFile = new Set([
  'fileBasename',
  'fileBasenameNoExtension',
  'fileExtname',
  'fileDirnameBasename',
  'workspaceFolderBasename',
]);

/** Other variables are left to the shell. Throws `Problem`. */
export function taskTemplate(text: string, context: VariableContext): Template {
  const marks = { ...candidateMarks, ...folderMarks(context) };
  return { ...template(resolved(text, context), marks), source: text };
}

/** All variables but those of the candidate and its folder. Throws `Problem`. */
export function resolved(text: string, context: VariableContext): string {
  return text.replace(/\$\{workspaceFolder\}\/\$\{relativeFile(Dirname)?\}|\$\{([^}]*)\}/g, (variable, _, name) => {
    if (variable in candidateMarks || folderVariables.includes(name)) return variable;
    const value = valueOf(name, context);
    if (value !== undefined && ofFile.has(name) && !isWord(value)) throw taskProblem(risky(name, value));
    if (value === undefined && ofVSCode.test(name)) throw taskProblem(unresolved(name));
    return value ?? variable;
  });
}

function unresolved(variable: string): string {
  return l10n.t('Whittle cannot resolve {0} in the task: write its value into the command.', `\${${variable}}`);
}

/** A shell could run a part of the name. */
function risky(variable: string, name: string): string {
  return l10n.t(
    'The task uses {0}, which is "{1}" here: a shell could run a part of that. Use {2} in the task, or rename the file.',
    `\${${variable}}`,
    name,
    '${file}',
  );
}

function folderMarks({ folder }: VariableContext): Record<string, UserPath> {
  if (!folder) return {};
  return Object.fromEntries(folderVariables.map((name) => [`\${${name}}`, { real: folder.path }]));
}

function valueOf(name: string, context: VariableContext): string | undefined {
  if (name.startsWith('env:')) return context.env[name.slice(4)] ?? '';
  if (name.startsWith('config:')) return settingText(context.setting(name.slice(7)));
  if (name.startsWith('workspaceFolder:')) return context.folders?.get(name.slice(16));
  const { folder, fileName } = context;
  const dot = fileName.lastIndexOf('.');
  const values = new Map<string, string | undefined>([
    ['fileDirnameBasename', context.directoryName],
    ['workspaceFolderBasename', folder?.name],
    ['fileBasename', fileName],
    ['fileBasenameNoExtension', dot > 0 ? fileName.slice(0, dot) : fileName],
    ['fileExtname', dot > 0 ? fileName.slice(dot) : ''],
    ['userHome', context.home],
    ['pathSeparator', '/'],
    ['/', '/'],
  ]);
  return values.get(name);
}

function settingText(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

/** `scope`: of the task that has them, if one has. */
export function contextOf(document: vscode.Uri, scope: vscode.Task['scope']): VariableContext {
  const ofTask = typeof scope === 'object' ? scope : undefined;
  const folder = ofTask ?? vscode.workspace.getWorkspaceFolder(document) ?? vscode.workspace.workspaceFolders?.[0];
  return {
    folder: folder && { path: folder.uri.fsPath, name: folder.name },
    fileName: basename(document.path),
    directoryName: basename(dirname(document.path)),
    folders: new Map(vscode.workspace.workspaceFolders?.map(({ name, uri }) => [name, uri.fsPath])),
    home: homedir(),
    env: process.env,
    setting: (name) => vscode.workspace.getConfiguration(undefined, document).get(name),
  };
}
