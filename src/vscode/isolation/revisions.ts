/** Files as they are in a commit, as read-only documents: the passing side of an isolation, also of one that is resumed or repeated. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { FileAt } from '../../failingTests/changed';
import { DocumentProblem } from '../runs/jobs';
import { startThread } from '../thread/thread';
import { saveAsButton } from '../window/buttons';

export const revisionScheme = 'whittle-revision';

/** `assets`: the folder with the built thread. */
export function registerRevisions(assets: string): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(revisionScheme, {
    provideTextDocumentContent: async (uri) => (await fileAt(assets, fileOf(uri), uri.query)).text,
  });
}

/** The file whose earlier text this is, here or in VS Code's own views of git; other addresses stay. */
export function fileOf(uri: vscode.Uri): vscode.Uri {
  return uri.scheme === revisionScheme || uri.scheme === 'git' ? uri.with({ scheme: 'file', query: '' }) : uri;
}

/** The address of a document's text in a commit. Throws `DocumentProblem` if that is its text now, and `RunFailed`. */
export async function earlier(assets: string, document: vscode.TextDocument, commit: string): Promise<vscode.Uri> {
  const { uri } = document;
  if (uri.scheme !== 'file')
    throw new DocumentProblem(l10n.t('{0} is not a file yet: save it first.', basename(uri.path)), saveAsButton());
  const { hash, name, text } = await fileAt(assets, uri, commit);
  if (text.replace(/^\ufeff/, '') === document.getText()) {
    throw new DocumentProblem(l10n.t('{0} is the same in {1}: choose another commit.', basename(uri.path), name));
  }
  return uri.with({ scheme: revisionScheme, query: hash });
}

function fileAt(assets: string, { fsPath: file }: vscode.Uri, at: string): Promise<FileAt> {
  return startThread<FileAt>({ kind: 'fileAt', job: { file, assets }, at }).outcome;
}
