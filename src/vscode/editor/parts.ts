/** Parts of documents: those that are left, which one goes to; lines that are gone, as folds; and parts that are never removed. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { grouped } from '../../reduction/events/progress';
import { movedBy } from '../../text/protected';
import { type Range, complement, merged } from '../../text/ranges';
import { Owner } from '../window/owner';
import { Problem } from '../window/problems';

/** Text on one line, this far apart at most, is one part, UTF-16 code units. */
const near = 200;

/** Sorted. `removed`: sorted and disjoint. Parts on neighbouring lines are one. */
export function keptParts(text: string, removed: readonly Range[]): Range[] {
  const parts = complement(removed, text.length).flatMap((range) => trimmed(text, range) ?? []);
  return merged(parts, (gap) => isSmall(text, gap));
}

/** The next of the parts after this offset, or before it; beyond the last one the first. */
export function nextPart(parts: readonly Range[], offset: number, step: 1 | -1): Range | undefined {
  return step === 1
    ? (parts.find(({ start }) => start > offset) ?? parts[0])
    : (parts.findLast(({ start }) => start < offset) ?? parts.at(-1));
}

/** Without the blanks at its ends; undefined if there is nothing else. */
function trimmed(text: string, { start, end }: Range): Range | undefined {
  const kept = text.slice(start, end);
  const from = kept.search(/\S/);
  return from < 0 ? undefined : { start: start + from, end: start + kept.trimEnd().length };
}

/** No whole line between them, and little of a long one. */
function isSmall(text: string, { start, end }: Range): boolean {
  const line = text.indexOf('\n', start);
  if (line < 0 || line >= end) return end - start <= near;
  const next = text.indexOf('\n', line + 1);
  return next < 0 || next >= end;
}

/** The lines of which something is left, as they were; a `⋯ 120 lines` for each run of others. `removed`: sorted and disjoint. */
export function keptLines(text: string, removed: readonly Range[]): string {
  const kept = keptParts(text, removed);
  const told: string[] = [];
  let [at, gone, next] = [0, 0, 0];
  // The empty one closes the last run.
  for (const line of [...text.split(/(?<=\n)/), '']) {
    const start = at;
    at += line.length;
    while (next < kept.length && kept[next].end <= start) next++;
    const isGone = line !== '' && !(next < kept.length && kept[next].start < at);
    if (!isGone && gone > 0) told.push(gone === 1 ? '⋯ 1 line\n' : `⋯ ${grouped(gone)} lines\n`);
    gone = isGone ? gone + 1 : 0;
    if (!isGone) told.push(line);
  }
  return told.join('');
}

/**
 * *Fold Removed Lines*, in the active editor. A folding range of ours would lose against one of the language that begins on the same line, and
 * VS Code folds only where the focus is: so these are ranges as a user makes them from a selection, by command (docs/notes/window.md).
 */
export class RemovedFolds {
  private readonly folded = new Map<string, readonly LineRun[]>();

  /** `keptIn`: the parts that are left of a document; undefined if nothing was removed. */
  constructor(private readonly keptIn: (document: vscode.TextDocument) => readonly Range[] | undefined) {}

  /** What is removed now; what was folded before is folded anew. Throws `Problem` if there is nothing. */
  async fold(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const runs = editor ? this.runsOf(editor) : [];
    if (!editor || runs.length === 0) {
      throw new Problem(l10n.t('Nothing to fold: no two lines in a row were removed.'));
    }
    await this.unfold(editor.document.uri);
    await onLines(editor, runs, 'editor.createFoldingRangeFromSelection');
    this.keep(editor.document.uri, runs);
  }

  /** Only in the active editor; in another one folds stay until the command is used there. */
  async unfold(uri = vscode.window.activeTextEditor?.document.uri): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const runs = uri && this.folded.get(uri.toString());
    if (!editor || !runs || editor.document.uri.toString() !== uri.toString()) return;
    await onLines(editor, runs, 'editor.removeManualFoldingRanges');
    this.keep(uri, []);
  }

  private runsOf({ document }: vscode.TextEditor): LineRun[] {
    const lineAt = (offset: number) => document.positionAt(offset).line;
    const lines = Array.from({ length: document.lineCount }, (_, line) => document.lineAt(line).text);
    const kept = this.keptIn(document)?.map(({ start, end }) => ({ first: lineAt(start), last: lineAt(end) }));
    return kept ? removedRuns(lines, kept) : [];
  }

  private keep(uri: vscode.Uri, runs: readonly LineRun[]): void {
    if (runs.length > 0) this.folded.set(uri.toString(), runs);
    else this.folded.delete(uri.toString());
    const paths = [...this.folded.keys()].map((one) => vscode.Uri.parse(one).path);
    void vscode.commands.executeCommand('setContext', 'whittle.foldedPaths', paths);
  }
}

/** These commands act on what is selected: it is for a moment. Whoever folds goes on to read at the same place. */
async function onLines(editor: vscode.TextEditor, runs: readonly LineRun[], command: string): Promise<void> {
  const { document, selections: before } = editor;
  const [top] = editor.visibleRanges;
  const wasVisible = editor.visibleRanges.some((range) => range.contains(editor.selection.active));
  const lastLine = document.lineCount - 1;
  editor.selections = runs.map(({ first, last }) => {
    const { end } = document.lineAt(Math.min(last, lastLine)).range;
    return new vscode.Selection(new vscode.Position(Math.min(first, lastLine), 0), end);
  });
  await vscode.commands.executeCommand(command);
  editor.selections = before.map((selection) => outOf(runs, selection));
  if (top) editor.revealRange(new vscode.Range(top.start, top.start), vscode.TextEditorRevealType.AtTop);
  // What was folded away above the cursor may be a screen long.
  if (wasVisible) editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** A cursor in lines that are hidden would show them: it goes to the first line, as with every fold. */
function outOf(runs: readonly LineRun[], selection: vscode.Selection): vscode.Selection {
  const { start, end } = selection;
  const run = runs.find(({ first, last }) => end.line > first && start.line <= last);
  return run ? new vscode.Selection(run.first, 0, run.first, 0) : selection;
}

/** Lines, the last one included. */
export interface LineRun {
  readonly first: number;
  readonly last: number;
}

/** The lines between those that are kept; blank ones at the ends do not count. A single line has nothing to fold. */
export function removedRuns(lines: readonly string[], kept: readonly LineRun[]): LineRun[] {
  const isBlank = (line: number) => lines[line].trim() === '';
  const ends = [...kept, { first: lines.length, last: lines.length }];
  return ends.flatMap(({ first: next }, at) => {
    let [first, last] = [at === 0 ? 0 : ends[at - 1].last + 1, next - 1];
    while (first < last && isBlank(first)) first++;
    while (first < last && isBlank(last)) last--;
    return first < last ? [{ first, last }] : [];
  });
}

/** Chosen by the user, marked in every editor, and moved along with edits. */
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
