/** Files as they are in a commit, as read-only documents: the passing side of an isolation, also of one that is resumed or repeated. */
import { execFile } from 'node:child_process';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { FileAt } from '../../failingTests/changed';
import type { Controller } from '../controller';
import type { Reduction } from '../runs/kinds';
import { assets, startThread } from '../thread';
import { commandButton, requireTrust, saveAsButton, Problem } from '../window/problems';

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
export async function earlier(document: vscode.TextDocument, commit: string): Promise<vscode.Uri> {
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

/** The usual search without an end at statements. A test keeps the words of its author. */
const toTokens = 'default+until=tokens+simplify=off';

/** How many commits the picker shows. */
const mostCommits = 50;

/** Continues from the result, to single tokens. */
export async function keepShrinking(controller: Controller, reduction: Reduction) {
  const change = { ...reduction.continuingAt(reduction.removal), search: toTokens };
  return controller.presented(await controller.again(reduction, change));
}

/** Restarts the reduction with the revision that the user chooses. Undefined if the user cancels. Throws `Problem`. */
export async function choosePassingRevision(controller: Controller, reduction: Reduction | undefined) {
  const { oracle } = reduction?.job ?? {};
  const test = oracle?.kind === 'test' ? oracle : undefined;
  if (!reduction || !test) {
    throw new Problem(
      l10n.t('No test of this file is being reduced: run Reduce Failing Test first.'),
      commandButton(l10n.t('Reduce Test'), 'whittle.reduceFailingTest'),
    );
  }
  const passesAt = await askForRevision(reduction.uri, {
    title: l10n.t('At Which Revision Does the Test Pass?'),
    placeHolder: l10n.t('Each result will pass with the sources of this revision'),
  });
  return passesAt === undefined
    ? undefined
    : controller.presented(await controller.again(reduction, { oracle: { ...test, passesAt } }));
}

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
