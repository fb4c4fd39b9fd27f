/** *Reduce Folder…*: asks for the folder if none was chosen, and for the oracle; then both become the job for the worker thread. */
import { basename, sep } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { TestFolder } from '../../failingTests/testFolder';
import type { TestJob } from '../../failingTests/testRun';
import type { FolderJob, OpenFile } from '../../host/port';
import { copy } from '../../oracle/places/copy';
import { realPath, within } from '../../oracle/places/roots';
import type { OracleCommand, Template } from '../../oracle/processes/command';
import type { FoundFolder } from '../../reduction/folder/findFolder';
import type { RuledCommand, TestOracle } from '../../reduction/job';
import { defaultSearch } from '../../reduction/searches/searchValue';
import { likelyOf } from '../../runners/testFile';
import type { Controller } from '../controller';
import type { ProtectedParts } from '../editor/parts';
import { chosenTest, openedTest } from '../failingTests/testCommands';
import { type OracleRequest, askAndStart } from '../oracles/oracleChoice';
import { sureRecipe } from '../oracles/suggestions';
import { type AskedOracle, type ChosenOracle, type Recipe, recipeOracle } from '../oracles/taskOracle';
import { documentJob, limitedJob, textOf } from '../runs/jobs';
import { FolderReduction } from '../runs/kinds';
import type { Made, Target } from '../runs/run';
import { assets, startThread } from '../thread';
import { activeUri, asUri, openText, showingProgress, statOf } from '../window/addresses';
import { Problem, requireTrust } from '../window/problems';

/** A folder, or the directory of several files. */
interface Folder extends Target {
  /** Where it was looked for: absolute paths. */
  readonly paths: readonly string[];
  readonly found: FoundFolder;
}

/** Throws `Problem`, `NotTrusted`, and `RunFailed` if there is no file that can be reduced. */
export async function folderOf(uris: readonly vscode.Uri[]): Promise<Folder> {
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
  { protectedParts }: Controller,
  folder: Folder,
  asked: AskedOracle,
  { reproduces, known }: { readonly reproduces?: boolean; readonly known?: TestFolder } = {},
): Promise<Made<FolderJob>> {
  const { uri, found } = folder;
  const job = await limitedJob(uri, asked);
  const test = known ?? (job.oracle.kind === 'test' ? await failingTest(asked) : undefined);
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
        open: await openFiles(folder, protectedParts, test),
        keep: asked.values.keep ?? [],
        reproduces,
      },
    },
  };
}

/** What the first run of a failing test tells. Throws `RunFailed`: it passes, is not found, does not end. */
export async function failingTest(asked: AskedOracle): Promise<TestFolder> {
  const { file = '', ...oracle } = asked.oracle as TestOracle;
  const document = await openText(vscode.Uri.file(file));
  const { job } = await documentJob(document, { ...asked, oracle });
  const work = { kind: 'test', job: job as TestJob } as const;
  const title = l10n.t('Running {0}', basename(file));
  return showingProgress(title, () => startThread<TestFolder>(work).outcome);
}

async function openFiles(
  { uri, found }: Folder,
  parts: ProtectedParts,
  test: TestFolder | undefined,
): Promise<Record<string, OpenFile>> {
  const addresses = new Map(found.files.map(({ path }) => [vscode.Uri.joinPath(uri, path).toString(), path]));
  const open: Record<string, OpenFile> = {};
  for (const document of vscode.workspace.textDocuments) {
    const path = addresses.get(document.uri.toString());
    if (path === undefined) continue;
    const text = document.isDirty ? await textOf(document) : undefined;
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

/** For keybindings and other extensions: with a command nothing is asked. */
export interface FolderRequest extends OracleRequest {
  /** Absolute; instead of the address. */
  readonly paths?: readonly string[];
}

type Given = FolderRequest | readonly vscode.Uri[];

/**
 * `item`: an address, or if the failure is to be reproduced, also an item of the Test Explorer. `given`: a request, or what is selected in
 * the explorer. Undefined if the user cancels. Throws `Problem`.
 */
export async function reduceFolder(
  controller: Controller,
  item: unknown,
  given: Given = {},
  reproduces = false,
): Promise<FolderReduction['result']> {
  requireTrust();
  const recipe = reproduces ? await testMeant(controller, item, given) : undefined;
  const known = recipe && (await failingTest(recipeOracle(recipe, vscode.Uri.file(recipe.testFile!))));
  const uris = known ? [vscode.Uri.file(known.base)] : await chosenUris(asUri(item), given);
  if (!uris) return undefined;
  const folder = await folderOf(uris);
  controller.runs.requireIdle(folder.uri);
  const start = async (chosen: ChosenOracle) => {
    const more = { reproduces, known: chosen.recipe === recipe ? known : undefined };
    return controller.run(FolderReduction, folder, await folderJob(controller, folder, chosen, more), chosen);
  };
  const request = recipe ? { recipe } : Array.isArray(given) ? {} : (given as FolderRequest);
  return askAndStart(controller, folder.uri, start, request, { ofFolder: folder.found });
}

/** Undefined if the user cancels. */
async function chosenUris(uri: vscode.Uri | undefined, given: Given): Promise<readonly vscode.Uri[] | undefined> {
  if (Array.isArray(given) && given.length > 0) return given as readonly vscode.Uri[];
  const { paths } = given as FolderRequest;
  if (paths) return paths.map((path) => vscode.Uri.file(path));
  if (uri) return [uri];
  const [first, ...others] = vscode.workspace.workspaceFolders ?? [];
  return vscode.window.showOpenDialog({
    title: l10n.t('Which folder causes the failure?'),
    openLabel: l10n.t('Reduce Folder'),
    canSelectFiles: false,
    canSelectFolders: true,
    defaultUri: others.length === 0 ? first?.uri : undefined,
  });
}

/**
 * `item`: of the Test Explorer, or an address; `given`: what is selected beside it, or a request with a command. Undefined if it is no
 * test of a runner that is recognised for sure. Throws `Problem`.
 */
async function testMeant(controller: Controller, item: unknown, given: unknown): Promise<Recipe | undefined> {
  const isAsked = Array.isArray(given) ? given.length > 1 : Object.keys(given ?? {}).length > 0;
  if (isAsked) return undefined;
  const test = chosenTest(item);
  const uri = test?.uri ?? asUri(item) ?? activeUri();
  const isFile = uri && (await statOf(uri))?.type === vscode.FileType.File;
  if (!test && !isFile) return undefined;
  const recipe = test ? (await openedTest(controller, item)).recipe : sureRecipe(await openText(uri!));
  return recipe && { ...recipe, testFile: uri!.fsPath };
}
