/** Marks lightly what the candidate that is tested now would remove or change, in every visible editor of the document. */
import * as vscode from 'vscode';
import type { Run } from '../runs/run';
import type { Runs } from '../runs/runs';
import { settingsFor } from '../window/settings';

export class CandidateMarks implements vscode.Disposable {
  private readonly decoration = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('whittle.candidateBackground'),
    borderWidth: '1px',
    borderStyle: 'dotted',
    borderColor: new vscode.ThemeColor('whittle.candidateBorder'),
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  private readonly ranges = new Map<string, readonly vscode.Range[]>();
  private readonly disposables: vscode.Disposable[];

  constructor(private readonly runs: Runs) {
    this.disposables = [
      this.decoration,
      runs.onDidBegin((run) => this.follow(run)),
      vscode.window.onDidChangeVisibleTextEditors((editors) => editors.forEach((editor) => this.apply(editor))),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('whittle.showCandidate')) this.switch();
      }),
    ];
  }

  /** What is marked now. */
  of(uri: vscode.Uri): readonly vscode.Range[] {
    return this.ranges.get(uri.toString()) ?? [];
  }

  /** `ranges`: offsets in the document's text, start, end, …. */
  show(document: vscode.TextDocument, ranges: readonly number[]): void {
    const key = document.uri.toString();
    if (ranges.length === 0 && !this.ranges.has(key)) return;
    const place = (at: number) => document.positionAt(ranges[at]);
    const marked = ranges.flatMap((_, at) => (at % 2 === 0 ? new vscode.Range(place(at), place(at + 1)) : []));
    if (marked.length > 0) this.ranges.set(key, marked);
    else this.ranges.delete(key);
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() === key) this.apply(editor);
    }
  }

  dispose(): void {
    for (const part of this.disposables) part.dispose();
  }

  private follow(run: Run): void {
    run.watchCandidates(settingsFor(run.uri).showCandidate);
    const listener = run.onCandidate((ranges) => this.showOf(run, ranges));
    const end = () => {
      listener.dispose();
      this.show(run.document, []);
    };
    run.ended.then(end, end);
  }

  /** Not where the text is another by now, and not in place, where the editor shows the candidate itself. */
  private showOf(run: Run, ranges: readonly number[]): void {
    const { document, made, outdated, inPlace } = run;
    const shown = outdated || inPlace ? [] : ranges.map((offset) => Math.max(0, offset - made.markLength));
    this.show(document, shown);
  }

  private switch(): void {
    for (const run of this.runs.running) {
      const { showCandidate } = settingsFor(run.uri);
      run.watchCandidates(showCandidate);
      if (!showCandidate) this.show(run.document, []);
    }
  }

  private apply(editor: vscode.TextEditor): void {
    editor.setDecorations(this.decoration, this.of(editor.document.uri));
  }
}
