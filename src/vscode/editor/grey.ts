/** The grey text of reductions, in all documents of theirs; it goes when a document is edited, and comes back when that is undone. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { type Range, complement, paired } from '../../text/ranges';
import { resultScheme } from '../results/results';
import type { Reducing } from '../runs/folderReduction';
import { reduceButton, Problem } from '../window/buttons';
import { Decorated, Fade } from './fade';
import { RemovedFolds } from './removedFolds';

/** As long as more of the text is left, marks would say nothing. */
const mostMarked = 0.5;

class Kept implements vscode.Disposable {
  private readonly parts = new Map<string, readonly Range[]>();
  private readonly marks = new Decorated(() => ({
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    overviewRulerColor: new vscode.ThemeColor('whittle.keptRuler'),
    overviewRulerLane: vscode.OverviewRulerLane.Full,
  }));

  /** `removed`: start, end, … in the document's text. */
  show(document: vscode.TextDocument, removed: readonly number[]): void {
    if (removed.length === 0) return this.clear(document.uri);
    const parts = keptParts(document.getText(), paired(removed));
    this.parts.set(document.uri.toString(), parts);
    const kept = parts.reduce((sum, { start, end }) => sum + end - start, 0);
    const isLittle = kept < mostMarked * document.getText().length;
    this.marks.show(document.uri, isLittle ? parts.map((part) => ({ range: rangeOf(document, part) })) : []);
  }

  clear(uri: vscode.Uri): void {
    this.parts.delete(uri.toString());
    this.marks.show(uri, []);
  }

  /** Undefined if nothing was removed. */
  partsOf(uri: vscode.Uri): readonly Range[] | undefined {
    return this.parts.get(uri.toString());
  }

  /** The marked ranges. */
  of(uri: vscode.Uri): vscode.Range[] {
    return this.marks.of(uri).map(({ range }) => range);
  }

  /** Selects the next part in the active editor, or the one before. Throws `Problem` if nothing was removed. */
  go(step: 1 | -1): void {
    const editor = vscode.window.activeTextEditor;
    const parts = editor && this.partsOf(editor.document.uri);
    const part = parts && nextPart(parts, editor.document.offsetAt(editor.selection.start), step);
    if (!part) {
      throw new Problem(l10n.t('Nothing has been removed here yet: reduce a file first.'), reduceButton());
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

/** Text on one line, this far apart at most, is one part, UTF-16 code units. */
const near = 200;

/** Sorted. `removed`: sorted and disjoint. Parts on neighbouring lines are one. */
export function keptParts(text: string, removed: readonly Range[]): Range[] {
  const parts: { start: number; end: number }[] = [];
  for (const range of complement(removed, text.length)) {
    const part = trimmed(text, range);
    const last = parts.at(-1);
    if (!part) continue;
    if (last && isSmall(text, last.end, part.start)) last.end = part.end;
    else parts.push(part);
  }
  return parts;
}

/** The next of the parts after this offset, or before it; beyond the last one the first. */
export function nextPart(parts: readonly Range[], offset: number, step: 1 | -1): Range | undefined {
  return step === 1
    ? (parts.find(({ start }) => start > offset) ?? parts[0])
    : (parts.findLast(({ start }) => start < offset) ?? parts.at(-1));
}

/** Without the blanks at its ends; undefined if there is nothing else. */
function trimmed(text: string, { start, end }: Range): { start: number; end: number } | undefined {
  const kept = text.slice(start, end);
  const from = kept.search(/\S/);
  return from < 0 ? undefined : { start: start + from, end: start + kept.trimEnd().length };
}

/** No whole line between them, and little of a long one. */
function isSmall(text: string, start: number, end: number): boolean {
  const line = text.indexOf('\n', start);
  if (line < 0 || line >= end) return end - start <= near;
  const next = text.indexOf('\n', line + 1);
  return next < 0 || next >= end;
}

export class Grey implements vscode.Disposable {
  readonly fade = new Fade();
  readonly kept = new Kept();
  readonly folds = new RemovedFolds((uri) => this.kept.partsOf(uri));
  /** Their users were warned of the edit. */
  private readonly told = new WeakSet<Reducing>();
  private readonly listeners = [
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) void this.edited(document);
    }),
    vscode.workspace.onDidOpenTextDocument((document) => {
      const reduction = this.reductionOf(document);
      if (reduction) this.showIn(document, reduction);
    }),
  ];

  constructor(private readonly of: (uri: vscode.Uri) => Reducing | undefined) {}

  show(reduction: Reducing): void {
    for (const document of reduction.documents) this.showIn(document, reduction);
  }

  /** Not on edited text, and not in place, where the editor shows the candidate itself. */
  private showIn(document: vscode.TextDocument, reduction: Reducing): void {
    const removal = reduction.removalIn(document);
    if (!removal) return;
    this.kept.show(document, removal.removed);
    const inserted = removal.inserted.filter(({ text }) => text.trim() !== '');
    this.fade.show(document, removal.removed, inserted);
  }

  clear(uri: vscode.Uri): void {
    this.fade.clear(uri);
    this.kept.clear(uri);
    void this.folds.unfold(uri);
  }

  dispose(): void {
    for (const part of [...this.listeners, this.fade, this.kept]) part.dispose();
  }

  /** None in a result: its text is what is left. */
  private reductionOf({ uri }: vscode.TextDocument): Reducing | undefined {
    return uri.scheme === resultScheme ? undefined : this.of(uri);
  }

  private async edited(document: vscode.TextDocument): Promise<void> {
    const reduction = this.reductionOf(document);
    if (!reduction) return;
    if (reduction.removalIn(document)) return this.showIn(document, reduction);
    this.fade.clear(document.uri);
    this.kept.clear(document.uri);
    if (!reduction.running || reduction.inPlace || this.told.has(reduction)) return;
    this.told.add(reduction);
    const choice = await vscode.window.showWarningMessage(
      l10n.t('You edited {0} during the reduction. It continues with the original text.', basename(document.uri.path)),
      l10n.t('Stop Reduction'),
    );
    if (choice) reduction.stop();
  }
}
