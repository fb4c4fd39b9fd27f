/** A line above a file that is being reduced or has a result: figures and actions. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { testCount } from '../window/figureWords';
import { resultScheme } from '../results/derived';
import { actionsOf } from '../results/resultActions';
import type { Runs } from '../runs/runs';
import { settingsFor } from '../window/settings';
import { throttled } from '../window/throttled';

/** Between two updates of the figures, ms. */
const gapMs = 500;

export class RunLens implements vscode.CodeLensProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.changed.event;
  private readonly tell = throttled(() => this.changed.fire(), gapMs);
  private readonly listeners: vscode.Disposable[];

  constructor(private readonly runs: Runs) {
    this.listeners = [
      this.changed,
      runs.onDidChange(this.tell),
      vscode.languages.registerCodeLensProvider('*', this),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('whittle.codeLens')) this.tell();
      }),
    ];
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    if (uri.scheme === resultScheme || !settingsFor(uri).codeLens) return [];
    const runs = this.runs.of(uri);
    const run = runs.find(({ running }) => running) ?? runs.findLast(({ end }) => end);
    if (!run) return [];
    const { extent, tests, end, doing } = run;
    const title = extent ? `${extent} · ${testCount(end?.tests ?? tests)}` : l10n.t('Whittle: {0}', doing.first);
    const top = new vscode.Range(0, 0, 0, 0);
    return [{ title, command: 'whittle.showPanel' }, ...actionsOf(run)].map(
      (action) => new vscode.CodeLens(top, { ...action, arguments: [uri] }),
    );
  }

  dispose(): void {
    this.tell.dispose();
    for (const listener of this.listeners) listener.dispose();
  }
}
