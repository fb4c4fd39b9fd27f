/** Decorations of documents, kept for every visible editor of theirs. The documents are not touched. */
import * as vscode from 'vscode';

export class Decorated implements vscode.Disposable {
  private readonly shown = new Map<string, readonly vscode.DecorationOptions[]>();
  private decoration: vscode.TextEditorDecorationType;
  private readonly editors = vscode.window.onDidChangeVisibleTextEditors((editors) =>
    editors.forEach(this.apply, this),
  );

  constructor(private readonly look: () => vscode.DecorationRenderOptions) {
    this.decoration = vscode.window.createTextEditorDecorationType(look());
  }

  of(uri: vscode.Uri): readonly vscode.DecorationOptions[] {
    return this.shown.get(uri.toString()) ?? [];
  }

  show(uri: vscode.Uri, decorations: readonly vscode.DecorationOptions[]): void {
    if (decorations.length === 0 && !this.shown.delete(uri.toString())) return;
    if (decorations.length > 0) this.shown.set(uri.toString(), decorations);
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() === uri.toString()) this.apply(editor);
    }
  }

  restyle(): void {
    this.decoration.dispose();
    this.decoration = vscode.window.createTextEditorDecorationType(this.look());
    vscode.window.visibleTextEditors.forEach(this.apply, this);
  }

  dispose(): void {
    this.editors.dispose();
    this.decoration.dispose();
  }

  private apply(editor: vscode.TextEditor): void {
    editor.setDecorations(this.decoration, [...this.of(editor.document.uri)]);
  }
}

/** `offsets`: start, end, …. */
export function rangesIn(document: vscode.TextDocument, offsets: readonly number[]): vscode.DecorationOptions[] {
  const place = (at: number) => document.positionAt(Math.max(0, offsets[at]));
  return offsets.flatMap((_, at) => (at % 2 === 0 ? [{ range: new vscode.Range(place(at), place(at + 1)) }] : []));
}
