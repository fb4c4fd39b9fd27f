/** Marks what is left of a file in its overview ruler, and goes from one part of it to the next. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { paired, type Range } from '../../text/ranges';
import { DocumentProblem } from '../runs/jobs';
import { reduceButton } from '../window/buttons';
import { Decorated } from './decorated';
import { keptParts, nextPart } from './keptParts';

/** As long as more of the text is left, marks would say nothing. */
const mostMarked = 0.5;

export class Kept implements vscode.Disposable {
  private readonly parts = new Map<string, readonly Range[]>();
  private readonly marks = new Decorated(() => ({
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    overviewRulerColor: new vscode.ThemeColor('whittle.keptRuler'),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
  }));

  /** `removed`: start, end, … in the document's text. */
  show(document: vscode.TextDocument, removed: readonly number[]): void {
    const parts = removed.length > 0 ? keptParts(document.getText(), paired(removed)) : [];
    this.parts.set(document.uri.toString(), parts);
    const kept = parts.reduce((sum, { start, end }) => sum + end - start, 0);
    const isLittle = kept < mostMarked * document.getText().length;
    this.marks.show(document.uri, isLittle ? parts.map((part) => ({ range: rangeOf(document, part) })) : []);
  }

  clear(uri: vscode.Uri): void {
    this.parts.delete(uri.toString());
    this.marks.show(uri, []);
  }

  /** The marked ranges. */
  of(uri: vscode.Uri): vscode.Range[] {
    return this.marks.of(uri).map(({ range }) => range);
  }

  /** Selects the next part in the active editor, or the one before. Throws `DocumentProblem` if nothing was removed. */
  go(step: 1 | -1): void {
    const editor = vscode.window.activeTextEditor;
    const parts = editor && this.parts.get(editor.document.uri.toString());
    const part = parts && nextPart(parts, editor.document.offsetAt(editor.selection.start), step);
    if (!part) {
      throw new DocumentProblem(l10n.t('Nothing has been removed here yet: reduce a file first.'), reduceButton());
    }
    const range = rangeOf(editor.document, part);
    editor.selection = new vscode.Selection(range.start, range.end);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  dispose(): void {
    this.marks.dispose();
  }
}

function rangeOf(document: vscode.TextDocument, { start, end }: Range): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}
