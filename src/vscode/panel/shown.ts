/** Which run the views show: the one that was chosen, that of the active editor, the one that runs, or the last. */
import * as vscode from 'vscode';
import type { Run } from '../run';
import type { Runs } from '../runs';

export class Shown implements vscode.Disposable {
  private chosen: Run | undefined;
  /** Whose editor was the active one last: a reader of the log, or of nothing, still looks at that run. */
  private looked: Run | undefined;
  private readonly changed = new vscode.EventEmitter<void>();
  /** Another run may be shown now, or the one that is shown has got on. */
  readonly onDidChange = this.changed.event;
  private readonly listeners = [this.changed, vscode.window.onDidChangeActiveTextEditor((editor) => this.look(editor))];

  constructor(private readonly runs: Runs) {
    this.listeners.push(runs.onDidChange(() => this.changed.fire()));
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
    this.chosen = this.runs.all().find((run) => idOf(run) === id);
    this.changed.fire();
  }

  dispose(): void {
    for (const listener of this.listeners) listener.dispose();
  }

  private look(editor: vscode.TextEditor | undefined): void {
    const run = editor && lastOf(this.runs.of(editor.document.uri));
    if (run) this.looked = run;
    if (run && run.uri.toString() !== this.chosen?.uri.toString()) this.chosen = undefined;
    this.changed.fire();
  }
}

/** The same as long as the window knows the run. */
export function idOf(run: Run): string {
  return `${run.doing.title} ${run.uri}`;
}

/** What runs comes before what has ended. */
function lastOf(runs: readonly Run[]): Run | undefined {
  return runs.findLast(({ running }) => running) ?? runs.at(-1);
}
