/** The view *History*: what was interrupted, then the last reductions, the newest first. */
import * as vscode from 'vscode';
import type { InterruptedRun } from '../resuming/interrupted';
import type { History } from './history';
import { interruptedItem } from './interruptedItem';
import { keptItem } from './keptItem';
import type { KeptRun } from './store';

/** How long ago it was is written anew so often, ms. */
const gapMs = 60_000;

/** A row of the view. */
export type HistoryEntry = KeptRun | InterruptedRun;

export class HistoryView implements vscode.TreeDataProvider<HistoryEntry>, vscode.Disposable {
  static readonly id = 'whittle.historyView';
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view = vscode.window.createTreeView(HistoryView.id, { treeDataProvider: this });
  private readonly timer = setInterval(() => this.view.visible && this.changed.fire(), gapMs);
  private readonly listeners: vscode.Disposable[];

  constructor(private readonly history: History) {
    this.timer.unref();
    this.listeners = [this.view, this.changed, history.onDidChange(() => this.changed.fire())];
  }

  async getChildren(entry?: HistoryEntry): Promise<HistoryEntry[]> {
    if (entry) return [];
    const { interrupted, store } = this.history;
    return [...(await interrupted.list()), ...(await store.list())];
  }

  getTreeItem(entry: HistoryEntry): vscode.TreeItem {
    return 'note' in entry ? interruptedItem(entry) : keptItem(entry);
  }

  dispose(): void {
    clearInterval(this.timer);
    for (const listener of this.listeners) listener.dispose();
  }
}
