/**
 * Greys out what has been removed: one decoration type, the ranges kept per document, applied to every visible editor of it
 * and again whenever the visible editors change. The document itself is not touched.
 */
import * as vscode from 'vscode';
import { settingsFor } from './settings';

export class Fade implements vscode.Disposable {
  private decoration = decorationType();
  private readonly ranges = new Map<string, readonly vscode.Range[]>();
  private readonly disposables: vscode.Disposable[];

  constructor() {
    this.disposables = [
      vscode.window.onDidChangeVisibleTextEditors((editors) => editors.forEach((editor) => this.apply(editor))),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('whittle.fadedOpacity')) this.restyle();
      }),
    ];
  }

  /** `offsets`: start, end, start, end, … in the document's text. */
  show(document: vscode.TextDocument, offsets: readonly number[]): void {
    const ranges: vscode.Range[] = [];
    for (let at = 0; at + 1 < offsets.length; at += 2) {
      ranges.push(new vscode.Range(document.positionAt(offsets[at]), document.positionAt(offsets[at + 1])));
    }
    this.ranges.set(document.uri.toString(), ranges);
    this.applyTo(document.uri);
  }

  clear(uri: vscode.Uri): void {
    if (!this.ranges.delete(uri.toString())) return;
    this.applyTo(uri);
  }

  /** What is grey now. */
  of(uri: vscode.Uri): readonly vscode.Range[] {
    return this.ranges.get(uri.toString()) ?? [];
  }

  dispose(): void {
    this.decoration.dispose();
    this.disposables.forEach((disposable) => disposable.dispose());
  }

  private applyTo(uri: vscode.Uri): void {
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() === uri.toString()) this.apply(editor);
    }
  }

  private apply(editor: vscode.TextEditor): void {
    editor.setDecorations(this.decoration, this.of(editor.document.uri));
  }

  private restyle(): void {
    this.decoration.dispose();
    this.decoration = decorationType();
    vscode.window.visibleTextEditors.forEach((editor) => this.apply(editor));
  }
}

function decorationType(): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    opacity: `${settingsFor(undefined).fadedOpacity} !important`,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    overviewRulerColor: new vscode.ThemeColor('whittle.removedRuler'),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
  });
}
