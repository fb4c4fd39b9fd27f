/** The result beside the original: a read-only document, a diff, and Apply as one edit that one undo takes back. */
import { basename, extname } from 'node:path';
import * as vscode from 'vscode';
import type { Reduction } from './reduction';

export const resultScheme = 'whittle-result';

/** The address of the result for `original`; its name is as the terminal would call it. */
export function resultUri(original: vscode.Uri): vscode.Uri {
  const extension = extname(original.path);
  const name = original.path.slice(0, original.path.length - extension.length);
  return vscode.Uri.from({ scheme: resultScheme, path: `${name}.reduced${extension}`, query: original.toString() });
}

/** The document that a result was made from; any other address is its own. */
export function originalUri(uri: vscode.Uri): vscode.Uri {
  return uri.scheme === resultScheme ? vscode.Uri.parse(uri.query, true) : uri;
}

export class Results implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(resultScheme, this);

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  /** Opens the result beside the original; the cursor stays where it is. */
  async showBeside({ document, result }: Reduction): Promise<void> {
    const uri = this.keep(document.uri, result!.text);
    const opened = await vscode.workspace.openTextDocument(uri);
    const shown = await vscode.languages.setTextDocumentLanguage(opened, document.languageId);
    const at = shown.positionAt(firstChange(document.getText(), result!.text));
    await vscode.window.showTextDocument(shown, {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: true,
      selection: new vscode.Range(at, at),
    });
  }

  async showDiff({ document, result }: Reduction): Promise<void> {
    const uri = this.keep(document.uri, result!.text);
    await vscode.commands.executeCommand('vscode.diff', document.uri, uri, `${basename(document.uri.path)} ↔ reduced`);
  }

  /** Puts the result into the document. False if VS Code refused the edit. */
  async apply(document: vscode.TextDocument, text: string): Promise<boolean> {
    const all = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
    const at = document.positionAt(firstChange(document.getText(), text));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, all, text);
    const applied = await vscode.workspace.applyEdit(edit);
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() === document.uri.toString()) editor.revealRange(new vscode.Range(at, at));
    }
    return applied;
  }

  /** Closes the result and its diff, and drops the text. */
  async forget(original: vscode.Uri): Promise<void> {
    const uri = resultUri(original).toString();
    this.texts.delete(uri);
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter((tab) => shows(tab, uri));
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }

  private keep(original: vscode.Uri, text: string): vscode.Uri {
    const uri = resultUri(original);
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
    return uri;
  }
}

function shows({ input }: vscode.Tab, uri: string): boolean {
  if (input instanceof vscode.TabInputText) return input.uri.toString() === uri;
  return input instanceof vscode.TabInputTextDiff && input.modified.toString() === uri;
}

/** Where two texts begin to differ. */
function firstChange(before: string, after: string): number {
  let at = 0;
  while (at < after.length && before[at] === after[at]) at++;
  return at;
}
