/** A folder, or several files, and an oracle → the job for the worker thread. */
import { basename, sep } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { FoundFolder } from '../../reduction/folder/findFolder';
import type { RuledCommand } from '../../reduction/job';
import type { OracleCommand, Template } from '../../oracle/processes/command';
import { copy } from '../../oracle/places/copy';
import { realPath, within } from '../../oracle/places/roots';
import type { ProtectedParts } from '../editor/protectedParts';
import type { FolderMade } from '../runs/kinds';
import { defaultSearch } from '../../reduction/searches/searchValue';
import type { TestFolder } from '../../failingTests/testFolder';
import { likelyOf } from '../../runners/testFile';
import type { TestJob } from '../../failingTests/testRun';
import { type AskedOracle, type Target, documentJob, limitedJob, markOf } from '../runs/jobs';
import type { OpenFile } from '../../host/port';
import { startThread } from '../thread';
import { openText, showingProgress } from '../window/addresses';
import { Problem } from '../window/buttons';

/** A folder, or the directory of several files. */
export interface Folder extends Target {
  /** Where it was looked for: absolute paths. */
  readonly paths: readonly string[];
  readonly found: FoundFolder;
}

/** Throws `Problem`, `NotTrusted`, and `RunFailed` if there is no file that can be reduced. */
export async function folderOf(uris: readonly vscode.Uri[], assets: string): Promise<Folder> {
  const remote = uris.find(({ scheme }) => scheme !== 'file');
  if (remote) {
    throw new Problem(l10n.t('{0} is not on this disk: choose a folder that is.', basename(remote.path)));
  }
  const paths = uris.map(({ fsPath }) => fsPath);
  const found = await startThread<FoundFolder>({ kind: 'find', job: { paths, assets } }).outcome;
  return { uri: vscode.Uri.file(found.base), paths, found };
}

/** Unsaved edits count. Throws `Problem` and `RuleError`. */
export async function folderJob(
  folder: Folder,
  asked: AskedOracle,
  parts: Pick<ProtectedParts, 'of'>,
  assets: string,
  { reproduces, known }: { readonly reproduces?: boolean; readonly known?: TestFolder } = {},
): Promise<FolderMade> {
  const { uri, found } = folder;
  const job = await limitedJob(uri, asked, assets);
  const test = known ?? (job.oracle.kind === 'test' ? await failingTest(asked, assets) : undefined);
  const moved = ({ command, rule }: RuledCommand) => ({ command: inFolder(command, found.base), rule });
  const { commands = [] } = job.oracle.kind === 'command' ? job.oracle : {};
  const own = test ? [{ command: test.command, rule: test.rule }] : commands.map(moved);
  const oracle = job.oracle.kind === 'workers' ? job.oracle : { kind: 'command' as const, commands: own };
  const all = found.files.map(({ path }) => path);
  return {
    job: {
      ...job,
      oracle,
      search: test && job.search === defaultSearch ? test.search : job.search,
      tests: { ...job.tests, place: copy.name },
      input: {
        paths: folder.paths,
        found,
        likely: test && likelyOf(test, all),
        open: await openFiles(folder, parts, test),
        keep: asked.overrides.keep ?? [],
        reproduces,
      },
    },
  };
}

/** What the first run of a failing test tells. Throws `RunFailed`: it passes, is not found, does not end. */
export async function failingTest(asked: AskedOracle, assets: string): Promise<TestFolder> {
  const { testFile = '', ...overrides } = asked.overrides;
  const document = await openText(vscode.Uri.file(testFile));
  const { job } = await documentJob(document, { ...asked, overrides }, { kept: [] }, assets);
  const work = { kind: 'test', job: job as TestJob } as const;
  const title = l10n.t('Running {0}', basename(testFile));
  return showingProgress(title, () => startThread<TestFolder>(work).outcome);
}

async function openFiles(
  { uri, found }: Folder,
  parts: Pick<ProtectedParts, 'of'>,
  test: TestFolder | undefined,
): Promise<Record<string, OpenFile>> {
  const addresses = new Map(found.files.map(({ path }) => [vscode.Uri.joinPath(uri, path).toString(), path]));
  const open: Record<string, OpenFile> = {};
  for (const document of vscode.workspace.textDocuments) {
    const path = addresses.get(document.uri.toString());
    if (path === undefined) continue;
    const text = document.isDirty ? (await markOf(document)) + document.getText() : undefined;
    const mark = document.encoding === 'utf8bom' ? 1 : 0;
    const slice = path === test?.test ? test.kept : [];
    const moved = slice.map(({ start, end }) => ({ start: start - mark, end: end - mark }));
    open[path] = { text, kept: [...parts.of(document.uri), ...moved] };
  }
  return open;
}

/** A command that runs in the folder runs in the candidate's: in its plain data, paths of the folder become slots. */
function inFolder(command: OracleCommand, base: string): OracleCommand {
  const root = realPath(base);
  const moved = (part: Template['parts'][number]): Template['parts'] => {
    const inside = typeof part === 'object' && 'real' in part ? within(root, realPath(part.real)) : undefined;
    if (inside === undefined) return [part];
    return [{ slot: 'directory' }, ...(inside === '' ? [] : [sep + inside])];
  };
  const isParts = (name: string, value: unknown): value is Template['parts'] =>
    name === 'parts' && Array.isArray(value);
  const text = JSON.stringify(command, (name, value: unknown) => (isParts(name, value) ? value.flatMap(moved) : value));
  return JSON.parse(text) as OracleCommand;
}
