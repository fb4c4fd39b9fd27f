/** Lightly marks the text that the current candidate leaves out. */
import * as vscode from 'vscode';
import { DocumentRun } from '../runs/documentRun';
import type { Run } from '../runs/run';
import type { Runs } from '../runs/runs';
import { settingsFor } from '../window/settings';
import { Decorated, rangesIn } from './decorated';

export class CandidateMarks implements vscode.Disposable {
  private readonly marks = new Decorated(() => ({
    backgroundColor: new vscode.ThemeColor('whittle.candidateBackground'),
    borderWidth: '1px',
    borderStyle: 'dotted',
    borderColor: new vscode.ThemeColor('whittle.candidateBorder'),
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  }));
  private readonly parts: vscode.Disposable[];

  constructor(private readonly runs: Runs) {
    this.parts = [
      this.marks,
      runs.onDidBegin((run) => this.follow(run)),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('whittle.showCandidate')) this.switch();
      }),
    ];
  }

  /** The marked ranges. */
  of(uri: vscode.Uri): vscode.Range[] {
    return this.marks.of(uri).map(({ range }) => range);
  }

  /** `offsets`: start, end, … in the document's text. */
  show(document: vscode.TextDocument, offsets: readonly number[]): void {
    this.marks.show(document.uri, rangesIn(document, offsets));
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
  }

  /** Of a run on several files, candidates are not told. */
  private follow(run: Run): void {
    if (!(run instanceof DocumentRun)) return;
    const { document, made, inPlace } = run;
    run.watchCandidates(settingsFor(run.uri).showCandidate);
    // Not on edited text, and not in place, where the editor shows the candidate itself.
    const listener = run.onCandidate((offsets) =>
      this.show(document, run.outdated || inPlace ? [] : offsets.map((offset) => offset - made.markLength)),
    );
    const end = () => {
      listener.dispose();
      this.show(document, []);
    };
    run.ended.then(end, end);
  }

  private switch(): void {
    for (const run of this.runs.running) {
      if (!(run instanceof DocumentRun)) continue;
      const { showCandidate } = settingsFor(run.uri);
      run.watchCandidates(showCandidate);
      if (!showCandidate) this.show(run.document, []);
    }
  }
}
