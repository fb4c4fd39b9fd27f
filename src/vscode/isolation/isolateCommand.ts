/** *Isolate Difference*: asks for the other file, which may be one of a commit, and for the oracle, then runs. */
import { basename, dirname, extname, isAbsolute } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Controller } from '../controller';
import { type OracleRequest, askAndStart } from '../oracles/oracleChoice';
import { firstChange } from '../results/results';
import { startThread, assets } from '../thread';
import { activeUri, browsed, documentFor, openFiles, openText } from '../window/addresses';
import { Problem, requireTrust, saveAsButton } from '../window/problems';
import type { FileAt } from '../../failingTests/changed';

/** For keybindings and other extensions: with both, nothing is asked. */
export interface IsolationRequest extends OracleRequest {
  /** An address, or a path from the folder of the failing file; '' is the empty file. */
  readonly passing?: vscode.Uri | string;
}

/** What is selected in the explorer, or a request. */
type Given = IsolationRequest | readonly vscode.Uri[];

/** `at`: unset for the active file. */
export async function isolateDifference(controller: Controller, at = activeUri(), given: Given = {}) {
  const failing = await documentFor(at && fileOf(at));
  controller.runs.requireIdle(failing.uri);
  const request = Array.isArray(given) ? { passing: otherOf(failing.uri, given) } : (given as IsolationRequest);
  const file = request.passing ?? (await choosePassing(failing));
  if (file === undefined) return undefined;
  const passing = file === '' ? undefined : await openText(addressOf(file, failing.uri));
  return askAndStart(controller, failing.uri, (chosen) => controller.isolate(failing, passing, chosen), request);
}

/** Undefined if no other file is selected. */
function otherOf(failing: vscode.Uri, selected: readonly vscode.Uri[]): vscode.Uri | undefined {
  const others = selected.filter((uri) => uri.toString() !== failing.toString());
  if (others.length > 1) {
    throw new Problem(l10n.t('Too many files are selected: select one that fails and one that passes.'));
  }
  return others[0];
}

function addressOf(passing: vscode.Uri | string, failing: vscode.Uri): vscode.Uri {
  if (typeof passing !== 'string') return passing;
  if (/^[a-z][a-z\d+.-]+:/i.test(passing)) return vscode.Uri.parse(passing);
  return isAbsolute(passing) ? failing.with({ path: passing }) : vscode.Uri.joinPath(failing, '..', passing);
}

/** Limit on the offered files of the folder. */
const most = 12;

/** Asks for a file that is similar to the failing one and passes. Undefined if the user cancels. */
async function choosePassing(document: vscode.TextDocument): Promise<IsolationRequest['passing']> {
  const { uri: failing } = document;
  const folder = vscode.Uri.joinPath(failing, '..');
  const inCommit = async () => {
    const commit = await askForCommit(failing);
    return commit === undefined ? undefined : earlier(document, commit);
  };
  const row = (label: string, choose: () => Promise<IsolationRequest['passing']>, description?: string) => {
    return { label, description, alwaysShow: true, choose };
  };
  const files = async () => [
    ...(await similarFiles(failing)),
    row(`$(git-commit) ${l10n.t('The Same File in a Commit…')}`, inCommit),
    row(`$(new-file) ${l10n.t('Empty File')}`, async () => '', l10n.t('start from nothing')),
    row(`$(folder-opened) ${l10n.t('Browse…')}`, () => browsed(l10n.t('Which file passes?'), l10n.t('Choose'), folder)),
  ];
  const choice = await vscode.window.showQuickPick(files(), {
    title: l10n.t('Choose a similar file that passes'),
    placeHolder: l10n.t('Whittle finds the difference that makes {0} fail', basename(failing.path)),
    matchOnDescription: true,
  });
  return choice?.choose();
}

/** Files that are open, then those of the folder. */
async function similarFiles(failing: vscode.Uri) {
  const files = new Map([...openFiles(), ...(await filesBeside(failing))].map((uri) => [uri.toString(), uri]));
  files.delete(failing.toString());
  return [...files.values()].map((uri) => ({
    label: `$(file) ${basename(uri.path)}`,
    description: dirname(uri.path) === dirname(failing.path) ? '' : vscode.workspace.asRelativePath(uri),
    choose: async () => uri,
  }));
}

/** Files of the same folder and extension; similar names come first. */
async function filesBeside(failing: vscode.Uri): Promise<vscode.Uri[]> {
  const folder = vscode.Uri.joinPath(failing, '..');
  const extension = extname(failing.path);
  const entries = await Promise.resolve(vscode.workspace.fs.readDirectory(folder)).catch(() => []);
  const alike = (name: string) => firstChange(name, basename(failing.path));
  return entries
    .filter(([name, type]) => type & vscode.FileType.File && extname(name) === extension)
    .map(([name]) => name)
    .sort((a, b) => alike(b) - alike(a) || a.localeCompare(b))
    .slice(0, most + 1)
    .map((name) => vscode.Uri.joinPath(folder, name));
}

/** The commit that a diff from the timeline shows comes first. Undefined if the user cancels. */
function askForCommit(uri: vscode.Uri): Promise<string | undefined> {
  const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  const shown = input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
  return askForRevision(uri, {
    title: l10n.t('In Which Commit Does {0} Pass?', basename(uri.path)),
    placeHolder: l10n.t('Whittle finds the change since then that makes it fail'),
    path: uri.fsPath,
    first: shown?.scheme === 'git' ? (JSON.parse(shown.query) as { ref: string }).ref : undefined,
  });
}

export const revisionScheme = 'whittle-revision';

export function registerRevisions(): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(revisionScheme, {
    provideTextDocumentContent: async (uri) => (await fileAt(fileOf(uri), uri.query)).text,
  });
}

/** The file whose earlier text this is, here or in VS Code's own views of git; other addresses stay. */
export function fileOf(uri: vscode.Uri): vscode.Uri {
  return uri.scheme === revisionScheme || uri.scheme === 'git' ? uri.with({ scheme: 'file', query: '' }) : uri;
}

/** The address of a document's text in a commit. Throws `Problem` if that is its text now, and `RunFailed`. */
async function earlier(document: vscode.TextDocument, commit: string): Promise<vscode.Uri> {
  const { uri } = document;
  if (uri.scheme !== 'file')
    throw new Problem(l10n.t('{0} is not a file yet: save it first.', basename(uri.path)), saveAsButton());
  const { hash, name, text } = await fileAt(uri, commit);
  if (text.replace(/^\ufeff/, '') === document.getText()) {
    throw new Problem(l10n.t('{0} is the same in {1}: choose another commit.', basename(uri.path), name));
  }
  return uri.with({ scheme: revisionScheme, query: hash });
}

function fileAt({ fsPath: file }: vscode.Uri, at: string): Promise<FileAt> {
  return startThread<FileAt>({ kind: 'fileAt', job: { file, assets }, at }).outcome;
}

const mostCommits = 50;

interface RevisionQuestion {
  readonly title: string;
  readonly placeHolder: string;
  /** Only commits that have changed it. */
  readonly path?: string;
  /** Hash of the commit at the top. */
  readonly first?: string;
}

/** Undefined if the user cancels. Throws `NotTrusted`. */
export async function askForRevision(uri: vscode.Uri, { title, placeHolder, path, first }: RevisionQuestion) {
  requireTrust();
  const other = { label: `$(edit) ${l10n.t('Enter a Revision…')}`, description: '', hash: undefined };
  const commits = (await commitsOf(uri, path)).map(([hash, date, subject]) => ({
    label: `$(git-commit) ${subject}`,
    description: `${hash.slice(0, 7)} · ${date}`,
    hash,
  }));
  commits.sort((one, another) => Number(another.hash === first) - Number(one.hash === first));
  const options = { title, placeHolder, matchOnDescription: true };
  const picked = await vscode.window.showQuickPick([...commits, other], options);
  if (!picked || picked.hash !== undefined) return picked?.hash;
  const entered = await vscode.window.showInputBox({ prompt: l10n.t('A commit, a branch or a tag') });
  return entered?.trim() || undefined;
}

/** Hash, date and subject of each; none without a repository. */
async function commitsOf({ fsPath }: vscode.Uri, path: string | undefined): Promise<string[][]> {
  const all = ['log', '--no-show-signature', `--max-count=${mostCommits}`, '--format=%H%x09%as%x09%s'];
  const args = path === undefined ? all : [...all, '--', path];
  const { stdout } = await promisify(execFile)('git', args, { cwd: dirname(fsPath) }).catch(() => ({ stdout: '' }));
  const lines = stdout.split('\n').filter(Boolean);
  return lines.map((line) => line.split('\t'));
}
