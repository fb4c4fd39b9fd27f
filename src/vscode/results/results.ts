/** The result beside the original: a read-only document, a diff, and Apply as one edit that one undo takes back. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { derivedUri, firstChange, type DerivedTexts } from './derived';
import type { Reduction } from '../runs/reduction';

const kind = 'reduced';

export function resultUri(original: vscode.Uri): vscode.Uri {
  return derivedUri(original, kind);
}

export class Results {
  constructor(private readonly texts: DerivedTexts) {}

  /** The focus stays where it is. */
  async showBeside({ document, result }: Reduction): Promise<void> {
    const uri = this.texts.keep(document.uri, kind, result!.text);
    const shown = await this.texts.open(uri, document.languageId);
    const at = shown.positionAt(firstChange(document.getText(), result!.text));
    await vscode.window.showTextDocument(shown, {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: false,
      selection: new vscode.Range(at, at),
    });
  }

  async showDiff({ document, result }: Reduction): Promise<void> {
    const uri = this.texts.keep(document.uri, kind, result!.text);
    await vscode.commands.executeCommand(
      'vscode.diff',
      document.uri,
      uri,
      l10n.t('{0} ↔ reduced', basename(document.uri.path)),
      { preview: false } satisfies vscode.TextDocumentShowOptions,
    );
  }

  /** False if VS Code refused the edit. */
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
    const uri = resultUri(original);
    this.texts.drop(uri);
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter((tab) => shows(tab, uri.toString()));
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
  }
}

function shows({ input }: vscode.Tab, uri: string): boolean {
  if (input instanceof vscode.TabInputText) return input.uri.toString() === uri;
  return input instanceof vscode.TabInputTextDiff && input.modified.toString() === uri;
}
