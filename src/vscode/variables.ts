/** VS Code's variables in a task, for a candidate instead of the file. */
import type { Slot, Template } from '../oracle/command';
import { template } from '../oracle/command';

export interface VariableContext {
  /** The workspace folder's path and name; undefined without one. */
  readonly folder?: { readonly path: string; readonly name: string };
  /** The input's base name. */
  readonly fileName: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly setting: (name: string) => unknown;
}

/** The variables that name the candidate: its path is another at every test. */
const candidateMarks: Readonly<Record<string, Slot>> = {
  '${workspaceFolder}/${relativeFile}': 'file',
  '${workspaceFolder}/${relativeFileDirname}': 'directory',
  '${file}': 'file',
  '${relativeFile}': 'file',
  '${fileDirname}': 'directory',
  '${relativeFileDirname}': 'directory',
};

/** What VS Code could only answer by asking, from where the cursor is, or of another folder. */
const unanswerable =
  /^(input:|command:|workspaceFolder:|(selectedText|lineNumber|columnNumber|defaultBuildTask|execPath|fileDirnameBasename)$)/;

/** A variable that has no value here; the message is one sentence with the remedy. */
export class UnknownVariable extends Error {
  constructor(name: string) {
    super(`The task uses \${${name}}, which Whittle cannot resolve: put its value into the command.`);
  }
}

/** Text of a task → template. What is no variable of VS Code is left to the shell. Throws `UnknownVariable`. */
export function taskTemplate(text: string, context: VariableContext): Template {
  const resolved = text.replace(
    /\$\{workspaceFolder\}\/\$\{relativeFile(Dirname)?\}|\$\{([^}]*)\}/g,
    (variable, _, name) => {
      if (variable in candidateMarks) return variable;
      if (unanswerable.test(name)) throw new UnknownVariable(name);
      return valueOf(name, context) ?? variable;
    },
  );
  return { ...template(resolved, candidateMarks), source: text };
}

function valueOf(name: string, context: VariableContext): string | undefined {
  if (name.startsWith('env:')) return context.env[name.slice(4)] ?? '';
  if (name.startsWith('config:')) return settingText(context.setting(name.slice(7)));
  const { folder, fileName } = context;
  const dot = fileName.lastIndexOf('.');
  const values = new Map<string, string | undefined>([
    ['workspaceFolder', folder?.path],
    ['workspaceRoot', folder?.path],
    ['fileWorkspaceFolder', folder?.path],
    ['cwd', folder?.path],
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
