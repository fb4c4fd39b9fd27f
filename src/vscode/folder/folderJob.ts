/** A folder, or several files, and an oracle → the job for the worker thread. */
import { basename, sep } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { FoundFolder } from '../../reduction/folder/findFolder';
import type { OracleCommand, Template } from '../../oracle/processes/command';
import { copy } from '../../oracle/places/copy';
import { realPath, within } from '../../oracle/places/roots';
import type { ProtectedParts } from '../editor/protectedParts';
import type { FolderMade } from '../runs/folderReduction';
import { DocumentProblem, limitedJob, markOf, type AskedOracle } from '../runs/jobs';
import type { Target } from '../runs/made';
import type { OpenFile } from '../thread/messages';
import { startThread } from '../thread/thread';

/** A folder, or the directory of several files. */
export interface Folder extends Target {
  /** Where it was looked for: absolute paths. */
  readonly paths: readonly string[];
  readonly found: FoundFolder;
}

/** Throws `DocumentProblem`, `NotTrusted`, and `RunFailed` if there is no file that can be reduced. */
export async function folderOf(uris: readonly vscode.Uri[], assets: string): Promise<Folder> {
  const remote = uris.find(({ scheme }) => scheme !== 'file');
  if (remote) {
    throw new DocumentProblem(l10n.t('{0} is not on this disk: choose a folder that is.', basename(remote.path)));
  }
  const paths = uris.map(({ fsPath }) => fsPath);
  const found = await startThread<FoundFolder>({ kind: 'find', job: { paths, assets } }).outcome;
  return { uri: vscode.Uri.file(found.base), paths, found };
}

/** Unsaved edits count. Throws `DocumentProblem` and `RuleError`. */
export async function folderJob(
  folder: Folder,
  asked: AskedOracle,
  parts: Pick<ProtectedParts, 'of'>,
  assets: string,
  reproduces?: boolean,
): Promise<FolderMade> {
  const { uri, found } = folder;
  const { oracle, also, ...job } = await limitedJob(uri, asked, assets);
  return {
    job: {
      ...job,
      oracle: inFolder(oracle, found.base),
      also: also?.map((one) => ({ ...one, oracle: inFolder(one.oracle, found.base) })),
      place: copy.name,
      paths: folder.paths,
      found,
      open: await openFiles(folder, parts),
      keep: asked.overrides.keep ?? [],
      reproduces,
    },
  };
}

async function openFiles({ uri, found }: Folder, parts: Pick<ProtectedParts, 'of'>): Promise<Record<string, OpenFile>> {
  const addresses = new Map(found.files.map(({ path }) => [vscode.Uri.joinPath(uri, path).toString(), path]));
  const open: Record<string, OpenFile> = {};
  for (const document of vscode.workspace.textDocuments) {
    const path = addresses.get(document.uri.toString());
    if (path === undefined) continue;
    const text = document.isDirty ? (await markOf(document)) + document.getText() : undefined;
    open[path] = { text, kept: parts.of(document.uri) };
  }
  return open;
}

/** A command that runs in the folder runs in the candidate's. */
function inFolder({ invocation, cwd, env = {}, ...command }: OracleCommand, base: string): OracleCommand {
  const moved = (template: Template) => movedTo(template, realPath(base));
  const environment = Object.entries(env).map(([name, value]) => [name, moved(value)]);
  return {
    ...command,
    invocation: movedInvocation(invocation, moved),
    cwd: moved(cwd),
    env: Object.fromEntries(environment),
  };
}

function movedInvocation(invocation: OracleCommand['invocation'], moved: (template: Template) => Template) {
  if ('line' in invocation) return { ...invocation, line: moved(invocation.line) };
  return 'program' in invocation
    ? { program: moved(invocation.program), args: invocation.args.map(moved) }
    : invocation;
}

function movedTo({ source, parts }: Template, base: string): Template {
  return {
    source,
    parts: parts.flatMap((part) => {
      const inside = typeof part === 'object' && 'real' in part ? within(base, realPath(part.real)) : undefined;
      if (inside === undefined) return [part];
      return [{ slot: 'directory' as const }, ...(inside === '' ? [] : [sep + inside])];
    }),
  };
}
