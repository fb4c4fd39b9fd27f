/**
 * *Fold Removed Lines*, in the active editor. A folding range of ours would lose against one of the language that begins on the same line, and
 * VS Code folds only where the focus is: so these are ranges as a user makes them from a selection, by command (docs/notes/window.md).
 */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Range } from '../../text/ranges';
import { Problem } from '../window/buttons';

export class RemovedFolds {
  /** By the document's address. */
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

/** Which lines of a document are removed whole: runs of them can be folded away. */

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
