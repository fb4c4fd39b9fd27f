/** Shows in the explorer what is gone of a folder that is reduced: its files, and directories without any file left. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { FolderReduction } from '../runs/kinds';
import type { Runs } from '../runs/runs';
import { throttled } from '../window/throttled';

/** Between two updates, ms. */
const gapMs = 250;

export class GoneFiles implements vscode.FileDecorationProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeFileDecorations = this.changed.event;
  /** Of the runs, when they were drawn. */
  private drawn = '';
  private readonly update = throttled(() => this.updateNow(), gapMs);
  private readonly parts: vscode.Disposable;

  constructor(private readonly runs: Pick<Runs, 'all' | 'onDidChange'>) {
    const registration = vscode.window.registerFileDecorationProvider(this);
    this.parts = vscode.Disposable.from(this.update, this.changed, runs.onDidChange(this.update), registration);
  }

  /** By the last run that has files there. */
  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const address = uri.toString();
    const isThere = (one: string) => one === address || one.startsWith(`${address}/`);
    const run = this.folders.findLast(({ paths }) => [...paths.keys()].some(isThere));
    if (!run) return undefined;
    const names = [...run.paths].filter(([one]) => isThere(one)).map(([, name]) => name);
    if (names.every((name) => run.removals.get(name)?.gone)) {
      const faded = new vscode.ThemeColor('whittle.goneFile');
      return new vscode.FileDecoration('×', l10n.t('Whittle: the failure does not need it'), faded);
    }
    const isSmaller = run.paths.has(address) && run.removals.has(names[0]);
    return isSmaller ? new vscode.FileDecoration('✂', l10n.t('Whittle: a part of it is needed')) : undefined;
  }

  dispose(): void {
    this.parts.dispose();
  }

  private get folders(): FolderReduction[] {
    return this.runs.all().filter((run) => run instanceof FolderReduction);
  }

  private updateNow(): void {
    const state = this.folders.map(({ startedAt, course }) => `${startedAt} ${course.length}`).join();
    if (state === this.drawn) return;
    this.drawn = state;
    this.changed.fire(undefined);
  }
}
