/** The views of runs: panel, status bar, lines above files. */
import type * as vscode from 'vscode';
import { RunLens } from '../editor/codeLens';
import { StatusBar } from '../window/statusBar';
import type { Runs } from '../runs/runs';
import { RunView } from './runView';
import { Shown } from './shown';

export class Panel implements vscode.Disposable {
  readonly runView: RunView;
  readonly statusBar: StatusBar;
  private readonly parts: readonly vscode.Disposable[];

  /** `assets`: the folder with the built page. */
  constructor(runs: Runs, assets: vscode.Uri) {
    const shown = new Shown(runs);
    this.runView = new RunView(runs, shown, assets);
    this.statusBar = new StatusBar(runs, shown);
    this.parts = [this.runView, this.statusBar, new RunLens(runs), shown];
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
  }
}
