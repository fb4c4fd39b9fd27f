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
  private readonly parts: readonly vscode.Disposable[];

  constructor(private readonly runs: Pick<Runs, 'all' | 'onDidChange'>) {
    this.parts = [
      this.update,
      this.changed,
      runs.onDidChange(() => this.update()),
      vscode.window.registerFileDecorationProvider(this),
    ];
  }

  /** By the last run that knows it. */
  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const address = uri.toString();
    for (const { paths, removals, uri: folder } of this.folders.reverse()) {
      const path = paths.get(address);
      const change = path === undefined ? undefined : removals.get(path);
      if (path !== undefined) return change && (change.gone ? gone() : smaller());
      const inside = address.startsWith(`${folder}/`)
        ? [...paths.keys()].filter((one) => one.startsWith(`${address}/`))
        : [];
      if (inside.length > 0) return inside.every((one) => removals.get(paths.get(one)!)?.gone) ? gone() : undefined;
    }
    return undefined;
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
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

function gone(): vscode.FileDecoration {
  const faded = new vscode.ThemeColor('whittle.goneFile');
  return new vscode.FileDecoration('×', l10n.t('Whittle: the failure does not need it'), faded);
}

function smaller(): vscode.FileDecoration {
  return new vscode.FileDecoration('✂', l10n.t('Whittle: a part of it is needed'));
}
