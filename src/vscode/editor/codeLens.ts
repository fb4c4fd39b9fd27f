/** A line above a file that has a result: figures and actions. */
import * as vscode from 'vscode';
import { testCount } from '../window/figureWords';
import { resultScheme } from '../results/results';
import { actionsOf } from '../results/resultActions';
import type { Run } from '../runs/run';
import type { Runs } from '../runs/runs';

export class RunLens implements vscode.CodeLensProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.changed.event;
  /** The runs, and which of them are over. */
  private told = '';
  private readonly listeners: vscode.Disposable[];

  constructor(private readonly runs: Runs) {
    this.listeners = [
      this.changed,
      runs.onDidChange(() => this.update()),
      vscode.languages.registerCodeLensProvider('*', this),
    ];
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const run = uri.scheme === resultScheme ? undefined : this.endedOn(uri);
    if (!run) return [];
    const title = [run.extent, testCount(run.end!.tests)].filter(Boolean).join(' · ');
    const top = new vscode.Range(0, 0, 0, 0);
    return [{ title, command: 'whittle.showPanel' }, ...actionsOf(run)].map(
      (action) => new vscode.CodeLens(top, { ...action, arguments: [uri] }),
    );
  }

  /** None while a run is under way: the line would move the text. */
  private endedOn(uri: vscode.Uri): Run | undefined {
    const runs = this.runs.of(uri);
    return runs.some(({ running }) => running) ? undefined : runs.findLast(({ end }) => end);
  }

  /** A run tells much before its end. */
  private update(): void {
    const state = this.runs.all().map(({ startedAt, running }) => `${startedAt} ${running}`);
    if (state.join() === this.told) return;
    this.told = state.join();
    this.changed.fire();
  }

  dispose(): void {
    for (const listener of this.listeners) listener.dispose();
  }
}
