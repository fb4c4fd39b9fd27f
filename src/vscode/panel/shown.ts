/**
 * The shown run, for panel, status bar and elements: the one begun or chosen last, until the editor of another run becomes active; then
 * the run of the active editor, or of the editor before it; else a running one, or the last one.
 */
import * as vscode from 'vscode';
import type { Run } from '../runs/run';
import type { Runs } from '../runs/runs';

export class Shown implements vscode.Disposable {
  private chosen: Run | undefined;
  /** Of the last active editor that has a run. */
  private looked: Run | undefined;
  private readonly changed = new vscode.EventEmitter<void>();
  /** The shown run, or its state, may have changed. */
  readonly onDidChange = this.changed.event;
  private readonly listeners: vscode.Disposable[];

  constructor(private readonly runs: Pick<Runs, 'all' | 'of' | 'onDidBegin' | 'onDidChange'>) {
    this.listeners = [
      this.changed,
      vscode.window.onDidChangeActiveTextEditor((editor) => this.look(editor)),
      runs.onDidBegin((run) => this.show(run)),
      runs.onDidChange(() => this.changed.fire()),
    ];
  }

  get run(): Run | undefined {
    const all = this.runs.all();
    const there = (run: Run | undefined) => (run && all.includes(run) ? run : undefined);
    const active = vscode.window.activeTextEditor;
    const ofActive = active && lastOf(this.runs.of(active.document.uri));
    return there(this.chosen) ?? ofActive ?? there(this.looked) ?? lastOf(all);
  }

  /** Until an editor of another run becomes the active one. */
  choose(id: string): void {
    this.show(this.runs.all().find((run) => idOf(run) === id));
  }

  dispose(): void {
    for (const listener of this.listeners) listener.dispose();
  }

  private show(run: Run | undefined): void {
    this.chosen = run;
    this.changed.fire();
  }

  private look(editor: vscode.TextEditor | undefined): void {
    const run = editor && lastOf(this.runs.of(editor.document.uri));
    if (run) this.looked = run;
    if (run && run.uri.toString() !== this.chosen?.uri.toString()) this.chosen = undefined;
    this.changed.fire();
  }
}

export function idOf(run: Run): string {
  return `${run.doing.title} ${run.uri}`;
}

/** Running runs first; of several, the one that began last. */
function lastOf(runs: readonly Run[]): Run | undefined {
  const byBegin = [...runs].sort((one, other) => one.startedAt - other.startedAt);
  return byBegin.findLast(({ running }) => running) ?? byBegin.at(-1);
}
