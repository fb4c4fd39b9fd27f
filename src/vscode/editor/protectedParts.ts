/** Parts of documents that are never removed: chosen by the user, marked in every editor, and moved along with edits. */
import * as vscode from 'vscode';
import { movedBy } from '../../text/protected';
import { type Range, merged } from '../../text/ranges';
import { Owner } from '../window/owner';

export class ProtectedParts extends Owner {
  private readonly parts = new Map<string, readonly Range[]>();
  private readonly changed = this.own(new vscode.EventEmitter<void>());
  readonly onDidChange = this.changed.event;

  constructor() {
    super();
    const { onDidChangeTextDocument, onDidCloseTextDocument } = vscode.workspace;
    this.own(onDidChangeTextDocument(({ document, contentChanges }) => this.edited(document, contentChanges)));
    this.own(onDidCloseTextDocument((document) => this.of(document.uri).length > 0 && this.set(document, [])));
  }

  /** Offsets in the document's text. */
  of(uri: vscode.Uri): readonly Range[] {
    return this.parts.get(uri.toString()) ?? [];
  }

  add(document: vscode.TextDocument, ranges: readonly Range[]): void {
    this.set(document, merged([...this.of(document.uri), ...ranges]));
  }

  /** Frees each part that touches one of these ranges. */
  free(document: vscode.TextDocument, ranges: readonly Range[]): void {
    const touches = (part: Range) => ranges.some(({ start, end }) => start <= part.end && part.start <= end);
    const left = this.of(document.uri).filter((part) => !touches(part));
    this.set(document, left);
  }

  private set(document: vscode.TextDocument, ranges: readonly Range[]): void {
    this.parts.set(document.uri.toString(), ranges);
    this.changed.fire();
    const paths = [...this.parts].flatMap(([uri, { length }]) => (length > 0 ? [vscode.Uri.parse(uri).path] : []));
    void vscode.commands.executeCommand('setContext', 'whittle.protectedPaths', paths);
  }

  private edited(document: vscode.TextDocument, changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    const before = this.of(document.uri);
    if (before.length === 0 || changes.length === 0) return;
    // Changes come from the end of the text on.
    const moved = changes.reduce(
      (parts, { rangeOffset: start, rangeLength, text }) =>
        movedBy(parts, { start, end: start + rangeLength }, text.length),
      before,
    );
    this.set(document, moved);
  }
}
