/**
 * *Fold Removed Lines*, in the active editor. A folding range of ours would lose against one of the language that begins on the same line, and
 * VS Code folds only where the focus is: so these are ranges as a user makes them from a selection, by command (docs/notes/window.md).
 */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { DocumentProblem } from '../runs/jobs';
import type { Fade } from './fade';
import { removedRuns, type LineRun } from './removedLines';

export class RemovedFolds {
  /** By the document's address. */
  private readonly folded = new Map<string, readonly LineRun[]>();

  constructor(private readonly fade: Fade) {}

  /** What is removed now; what was folded before is folded anew. Throws `DocumentProblem` if there is nothing. */
  async fold(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const runs = editor ? this.runsOf(editor) : [];
    if (!editor || runs.length === 0) {
      throw new DocumentProblem(l10n.t('Nothing to fold: no two lines in a row were removed.'));
    }
    const look = looking(editor, runs);
    await this.unfold(editor.document.uri);
    await onLines(editor, runs, 'editor.createFoldingRangeFromSelection');
    look();
    this.keep(editor.document.uri, runs);
  }

  /** Only in the active editor; in another one folds stay until the command is used there. */
  async unfold(uri = vscode.window.activeTextEditor?.document.uri): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const runs = uri && this.folded.get(uri.toString());
    if (!editor || !runs || editor.document.uri.toString() !== uri.toString()) return;
    const look = looking(editor, runs);
    await onLines(editor, runs, 'editor.removeManualFoldingRanges');
    look();
    this.keep(uri, []);
  }

  private runsOf({ document }: vscode.TextEditor): LineRun[] {
    const lines = Array.from({ length: document.lineCount }, (_, line) => document.lineAt(line).text);
    return removedRuns(lines, this.fade.of(document.uri));
  }

  private keep(uri: vscode.Uri, runs: readonly LineRun[]): void {
    if (runs.length > 0) this.folded.set(uri.toString(), runs);
    else this.folded.delete(uri.toString());
    const paths = [...this.folded.keys()].map((one) => vscode.Uri.parse(one).path);
    void vscode.commands.executeCommand('setContext', 'whittle.foldedPaths', paths);
  }
}

/** Whoever folds goes on to read at the same place: the function brings it back into view. */
function looking(editor: vscode.TextEditor, runs: readonly LineRun[]): () => void {
  const line = lookedAt(editor, runs);
  const type = vscode.TextEditorRevealType.InCenterIfOutsideViewport;
  return () => editor.revealRange(new vscode.Range(line, 0, line, 0), type);
}

/** The line of the cursor if it is in view, else the first one in view, of those that stay. */
function lookedAt({ visibleRanges, selection }: vscode.TextEditor, runs: readonly LineRun[]): number {
  const lines = visibleRanges.flatMap(({ start, end }) =>
    Array.from({ length: end.line - start.line + 1 }, (_, at) => start.line + at),
  );
  const left = lines.filter((line) => !runs.some(({ first, last }) => first <= line && line <= last));
  const { line: cursor } = selection.active;
  return left.includes(cursor) ? cursor : (left[0] ?? lines[0]);
}

/** These commands act on what is selected: it is for a moment. */
async function onLines(editor: vscode.TextEditor, runs: readonly LineRun[], command: string): Promise<void> {
  const before = editor.selections;
  const { document } = editor;
  const lastLine = document.lineCount - 1;
  editor.selections = runs.map(({ first, last }) => {
    const { end } = document.lineAt(Math.min(last, lastLine)).range;
    return new vscode.Selection(new vscode.Position(Math.min(first, lastLine), 0), end);
  });
  await vscode.commands.executeCommand(command);
  editor.selections = before.map((selection) => outOf(runs, selection));
}

/** A cursor in lines that are hidden would show them: it goes to the first line, as with every fold. */
function outOf(runs: readonly LineRun[], selection: vscode.Selection): vscode.Selection {
  const { start, end } = selection;
  const run = runs.find(({ first, last }) => end.line > first && start.line <= last);
  return run ? new vscode.Selection(run.first, 0, run.first, 0) : selection;
}
