/** The views of runs: panel, status bar, marks of candidates, lines above files. */
import type * as vscode from 'vscode';
import { CandidateMarks } from '../editor/candidateMarks';
import { RunLens } from '../editor/codeLens';
import { StatusBar } from '../window/statusBar';
import { ElementsView } from '../elements/elementsView';
import type { Runs } from '../runs/runs';
import { RunView } from './runView';
import { Shown } from './shown';

export class Panel implements vscode.Disposable {
  readonly candidates: CandidateMarks;
  readonly runView: RunView;
  readonly elements: ElementsView;
  readonly statusBar: StatusBar;
  private readonly parts: readonly vscode.Disposable[];

  /** `assets`: the folder with the built page. */
  constructor(runs: Runs, assets: vscode.Uri) {
    const shown = new Shown(runs);
    this.candidates = new CandidateMarks(runs);
    this.runView = new RunView(runs, shown, assets);
    this.elements = new ElementsView(shown);
    this.statusBar = new StatusBar(runs, shown);
    this.parts = [this.candidates, this.runView, this.elements, this.statusBar, new RunLens(runs), shown];
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
  }
}
