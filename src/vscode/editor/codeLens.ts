/** A line above a file that is being reduced, or was: how far it is, and what can be done. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { testCount } from '../window/figureWords';
import { resultScheme } from '../results/derived';
import { Isolation } from '../runs/isolation';
import type { Run } from '../runs/run';
import type { Runs } from '../runs/runs';
import { settingsFor } from '../window/settings';
import { throttled } from '../window/throttled';

/** The figures change at most so often, ms. */
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
    const top = new vscode.Range(0, 0, 0, 0);
    return lensesOf(run).map(
      ({ title, command }) => new vscode.CodeLens(top, { title, command: `whittle.${command}`, arguments: [uri] }),
    );
  }

  dispose(): void {
    this.tell.dispose();
    for (const listener of this.listeners) listener.dispose();
  }
}

interface Lens {
  readonly title: string;
  readonly command: string;
}

function lensesOf(run: Run): Lens[] {
  const { extent, tests, end, doing, paused } = run;
  const figures = extent ? `${extent} · ${testCount(end?.tests ?? tests)}` : l10n.t('Whittle: {0}', doing.first);
  const head = { title: figures, command: 'showPanel' };
  if (!run.running) return [head, ...actions(run)];
  const pausing = paused
    ? { title: l10n.t('Resume'), command: 'resume' }
    : { title: l10n.t('Pause'), command: 'pause' };
  return [head, pausing, { title: l10n.t('Stop'), command: 'stop' }];
}

function actions(run: Run): Lens[] {
  if (run instanceof Isolation) {
    return [
      { title: l10n.t('Show Diff'), command: 'showDifference' },
      { title: l10n.t('Save Both…'), command: 'saveDifference' },
    ];
  }
  return [
    { title: l10n.t('Apply'), command: 'applyResult' },
    { title: l10n.t('Show Diff'), command: 'showDiff' },
    { title: l10n.t('Copy'), command: 'copyResult' },
    { title: l10n.t('Discard'), command: 'discardResult' },
    { title: '…', command: 'resultActions' },
  ];
}
