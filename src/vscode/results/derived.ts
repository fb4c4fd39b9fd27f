/** Read-only documents that runs have made, addressed as if they lay beside the file that they were made from. */
import { extname } from 'node:path';
import * as vscode from 'vscode';

export const resultScheme = 'whittle-result';

/** The path of `original` with `kind` before the extension, as the terminal would call it. */
export function derivedPath(original: vscode.Uri, kind: string): string {
  const extension = extname(original.path);
  return `${original.path.slice(0, original.path.length - extension.length)}.${kind}${extension}`;
}

/** The address of what a run has made of `original`. */
export function derivedUri(original: vscode.Uri, kind: string): vscode.Uri {
  return vscode.Uri.from({ scheme: resultScheme, path: derivedPath(original, kind), query: original.toString() });
}

/** The document that a result was made from; any other address is its own. */
export function originalUri(uri: vscode.Uri): vscode.Uri {
  return uri.scheme === resultScheme ? vscode.Uri.parse(uri.query, true) : uri;
}

/** Where two texts begin to differ. */
export function firstChange(before: string, after: string): number {
  let at = 0;
  while (at < after.length && before[at] === after[at]) at++;
  return at;
}

/** A text that changes while it is open takes a moment to arrive, ms; if it never does, that is no reason not to show it. */
const longestMoment = 5000;

const lines = (text: string) => text.replace(/\r\n?/g, '\n');

/** Until the document says this: one that was opened before has the text of before at first. */
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

  /** Where the text can be read from now on. */
  keep(original: vscode.Uri, kind: string, text: string): vscode.Uri {
    const uri = derivedUri(original, kind);
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
    return uri;
  }

  /** Opens a text that is kept, in a language; nothing is shown yet. */
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
