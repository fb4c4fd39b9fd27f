/**
 * The shown run, for panel and status bar: the one begun or chosen last, until the editor of another run becomes active; then that one.
 * Else the run of the active editor, a running one, or the last one.
 */
import * as vscode from 'vscode';
import type { Run } from '../runs/run';
import type { Runs } from '../runs/runs';

export class Shown implements vscode.Disposable {
  /** Begun, chosen, or of an editor that became the active one. */
  private last: Run | undefined;
  private readonly changed = new vscode.EventEmitter<void>();
  /** The shown run, or its state, may have changed. */
  readonly onDidChange = this.changed.event;
  private readonly listeners: vscode.Disposable[];

  constructor(private readonly runs: Pick<Runs, 'all' | 'of' | 'onDidBegin' | 'onDidChange'>) {
    this.listeners = [
      this.changed,
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        const run = this.ofEditor(editor);
        this.show(run && run.uri.toString() !== this.last?.uri.toString() ? run : this.last);
      }),
      runs.onDidBegin((run) => this.show(run)),
      runs.onDidChange(() => this.changed.fire()),
    ];
  }

  get run(): Run | undefined {
    const all = this.runs.all();
    if (this.last && all.includes(this.last)) return this.last;
    return this.ofEditor(vscode.window.activeTextEditor) ?? lastOf(all);
  }

  choose(id: string): void {
    this.show(this.runs.all().find((run) => idOf(run) === id));
  }

  dispose(): void {
    for (const listener of this.listeners) listener.dispose();
  }

  private show(run: Run | undefined): void {
    this.last = run;
    this.changed.fire();
  }

  private ofEditor(editor: vscode.TextEditor | undefined): Run | undefined {
    return editor && lastOf(this.runs.of(editor.document.uri));
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
