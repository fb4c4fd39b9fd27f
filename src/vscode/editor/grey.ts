/** The grey text of reductions, in all documents of theirs; it goes when a document is edited, and comes back when that is undone. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Insertion } from '../../host/port';
import { type Range, complement, paired } from '../../text/ranges';
import { resultScheme } from '../results/results';
import type { Reducing } from '../runs/kinds';
import { reduceButton, Problem } from '../window/buttons';
import { type Decorations, decorated, rangeOf } from './decorations';
import { RemovedFolds } from './removedFolds';

/** As long as more of the text is left, marks would say nothing. */
const mostMarked = 0.5;

export class Grey implements vscode.Disposable {
  /** The parts that are left, by the addresses of documents of which something was removed. */
  private readonly parts = new Map<string, readonly Range[]>();
  readonly folds = new RemovedFolds((uri) => this.parts.get(uri.toString()));
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

  constructor(
    private readonly decorations: Decorations,
    private readonly of: (uri: vscode.Uri) => Reducing | undefined,
  ) {}

  show(reduction: Reducing): void {
    for (const document of reduction.documents) this.showIn(document, reduction);
  }

  /** Of all documents of a run. */
  clear({ paths }: Reducing): void {
    for (const address of this.parts.keys()) {
      if (!paths.has(address)) continue;
      const uri = vscode.Uri.parse(address);
      this.hide(uri);
      void this.folds.unfold(uri);
    }
  }

  /** Selects the next part in the active editor, or the one before. Throws `Problem` if nothing was removed. */
  go(step: 1 | -1): void {
    const editor = vscode.window.activeTextEditor;
    const parts = editor && this.parts.get(editor.document.uri.toString());
    const part = parts && nextPart(parts, editor.document.offsetAt(editor.selection.start), step);
    if (!part) {
      throw new Problem(l10n.t('Nothing has been removed here yet: reduce a file first.'), reduceButton());
    }
    const range = rangeOf(editor.document, part);
    editor.selection = new vscode.Selection(range.start, range.end);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  dispose(): void {
    for (const part of this.listeners) part.dispose();
  }

  /** Not on edited text, and not in place, where the editor shows the candidate itself. */
  private showIn(document: vscode.TextDocument, reduction: Reducing): void {
    const removal = reduction.removalIn(document);
    if (!removal) return;
    const { uri } = document;
    const removed = paired(removal.removed);
    if (removed.length === 0 && removal.inserted.length === 0) return this.hide(uri);
    const text = document.getText();
    const parts = keptParts(text, removed);
    this.parts.set(uri.toString(), parts);
    const kept = parts.reduce((sum, { start, end }) => sum + end - start, 0);
    this.decorations.show(uri, {
      removed: decorated(document, removed),
      inserted: removal.inserted
        .filter((one) => one.text.trim() !== '')
        .map((insertion) => insertedText(document, insertion)),
      kept: kept < mostMarked * text.length ? decorated(document, parts) : [],
    });
  }

  private hide(uri: vscode.Uri): void {
    this.parts.delete(uri.toString());
    this.decorations.show(uri, { removed: [], inserted: [], kept: [] });
  }

  /** None in a result: its text is what is left. */
  private reductionOf({ uri }: vscode.TextDocument): Reducing | undefined {
    return uri.scheme === resultScheme ? undefined : this.of(uri);
  }

  private async edited(document: vscode.TextDocument): Promise<void> {
    const reduction = this.reductionOf(document);
    if (!reduction) return;
    if (reduction.removalIn(document)) return this.showIn(document, reduction);
    this.hide(document.uri);
    if (!reduction.running || reduction.inPlace || this.told.has(reduction)) return;
    this.told.add(reduction);
    const choice = await vscode.window.showWarningMessage(
      l10n.t('You edited {0} during the reduction. It continues with the original text.', basename(document.uri.path)),
      l10n.t('Stop Reduction'),
    );
    if (choice) reduction.stop();
  }
}

/** Long texts are cut; line ends would not be shown. */
function insertedText(document: vscode.TextDocument, { at, text }: Insertion): vscode.DecorationOptions {
  const contentText = text.replace(/\s+/g, ' ').slice(0, 80);
  const color = new vscode.ThemeColor('whittle.insertedText');
  const range = rangeOf(document, { start: at, end: at });
  return { range, renderOptions: { after: { contentText, color, fontStyle: 'italic' } } };
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
