/** Read-only documents made by runs, addressed as files beside the original. */
import { extname } from 'node:path';
import * as vscode from 'vscode';

export const resultScheme = 'whittle-result';

/** The path of `original` with `kind` before the extension, as in the terminal. */
export function derivedPath(original: vscode.Uri, kind: string): string {
  const extension = extname(original.path);
  return `${original.path.slice(0, original.path.length - extension.length)}.${kind}${extension}`;
}

export function derivedUri(original: vscode.Uri, kind: string): vscode.Uri {
  return vscode.Uri.from({ scheme: resultScheme, path: derivedPath(original, kind), query: original.toString() });
}

/** The document that a result was made from; other addresses stay. */
export function originalUri(uri: vscode.Uri): vscode.Uri {
  return uri.scheme === resultScheme ? vscode.Uri.parse(uri.query, true) : uri;
}

/** Where two texts begin to differ. */
export function firstChange(before: string, after: string): number {
  let at = 0;
  while (at < after.length && before[at] === after[at]) at++;
  return at;
}

/** Longest wait for a changed text, ms; then it is shown as it is. */
const longestMoment = 5000;

const lines = (text: string) => text.replace(/\r\n?/g, '\n');

/** Waits for the document to have this text: an open one has its earlier text at first. */
function says(document: vscode.TextDocument, text: string): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      listener.dispose();
      clearTimeout(timer);
      resolve();
    };
    const look = () => lines(document.getText()) === lines(text) && done();
    const listener = vscode.workspace.onDidChangeTextDocument((change) => change.document === document && look());
    const timer = setTimeout(done, longestMoment);
    look();
  });
}

export class DerivedTexts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(resultScheme, this);

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  keep(original: vscode.Uri, kind: string, text: string): vscode.Uri {
    const uri = derivedUri(original, kind);
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
    return uri;
  }

  async open(uri: vscode.Uri, languageId: string): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument(uri);
    await says(document, this.provideTextDocumentContent(uri));
    return vscode.languages.setTextDocumentLanguage(document, languageId);
  }

  drop(uri: vscode.Uri): void {
    this.texts.delete(uri.toString());
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }
}
