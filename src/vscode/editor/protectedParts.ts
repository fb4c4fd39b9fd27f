/** Parts of documents that are never removed: chosen by hand, marked in every editor, and moved along when the text is edited. */
import * as vscode from 'vscode';
import { movedBy } from '../../text/protected';
import { merged } from '../../text/ranges';
import type { Range } from '../../text/ranges';

export class ProtectedParts implements vscode.Disposable {
  private readonly parts = new Map<string, readonly Range[]>();
  private readonly decoration = vscode.window.createTextEditorDecorationType({
    borderStyle: 'dashed',
    borderWidth: '1px',
    borderColor: new vscode.ThemeColor('whittle.protectedBorder'),
    overviewRulerColor: new vscode.ThemeColor('whittle.protectedBorder'),
    overviewRulerLane: vscode.OverviewRulerLane.Right,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  private readonly listeners = [
    vscode.window.onDidChangeVisibleTextEditors((editors) => editors.forEach((editor) => this.apply(editor))),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => this.edited(document, contentChanges)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.of(uri).length > 0 && this.set(uri, [])),
  ];

  /** Offsets in the document's text. */
  of(uri: vscode.Uri): readonly Range[] {
    return this.parts.get(uri.toString()) ?? [];
  }

  /** Protects these parts too. */
  add(uri: vscode.Uri, ranges: readonly Range[]): void {
    this.set(uri, merged([...this.of(uri), ...ranges]));
  }

  /** Protects no part any more that touches one of these. */
  free(uri: vscode.Uri, ranges: readonly Range[]): void {
    const touches = (part: Range) => ranges.some(({ start, end }) => start <= part.end && part.start <= end);
    this.set(
      uri,
      this.of(uri).filter((part) => !touches(part)),
    );
  }

  dispose(): void {
    for (const part of [this.decoration, ...this.listeners]) part.dispose();
  }

  private set(uri: vscode.Uri, ranges: readonly Range[]): void {
    this.parts.set(uri.toString(), ranges);
    vscode.window.visibleTextEditors.forEach((editor) => this.apply(editor));
    void vscode.commands.executeCommand('setContext', 'whittle.protectedPaths', this.paths());
  }

  private paths(): string[] {
    return [...this.parts].filter(([, ranges]) => ranges.length > 0).map(([uri]) => vscode.Uri.parse(uri).path);
  }

  private edited(document: vscode.TextDocument, changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    const before = this.of(document.uri);
    if (before.length === 0 || changes.length === 0) return;
    // Changes are told from the end of the text on.
    const moved = changes.reduce(
      (parts, { rangeOffset: start, rangeLength, text }) =>
        movedBy(parts, { start, end: start + rangeLength }, text.length),
      before,
    );
    this.set(document.uri, moved);
  }

  private apply(editor: vscode.TextEditor): void {
    const { document } = editor;
    const place = ({ start, end }: Range) => new vscode.Range(document.positionAt(start), document.positionAt(end));
    editor.setDecorations(this.decoration, this.of(document.uri).map(place));
  }
}
