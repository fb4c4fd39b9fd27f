/** Shows in the explorer what is gone of a folder that is reduced: its files, and directories without any file left. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { dirname } from 'node:path/posix';
import { FolderReduction } from '../runs/kinds';
import type { Runs } from '../runs/runs';
import { throttled } from '../window/throttled';

/** Between two updates, ms. */
const gapMs = 250;

/** `left`: directories with a file that is left. */
interface Shown {
  readonly run: FolderReduction;
  readonly left: ReadonlySet<string>;
}

export class GoneFiles implements vscode.FileDecorationProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeFileDecorations = this.changed.event;
  private shown: readonly Shown[] = [];
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

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const address = uri.toString();
    for (const { run, left } of this.shown) {
      const path = run.paths.get(address);
      if (path === undefined && !isInside(address, run)) continue;
      if (path === undefined) return left.has(address) || !hasFiles(address, run) ? undefined : gone();
      const change = run.removals.get(path);
      return change && (change.gone ? gone() : smaller());
    }
    return undefined;
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
  }

  private updateNow(): void {
    const folders = this.runs.all().filter((run) => run instanceof FolderReduction);
    const state = folders.map(({ startedAt, course }) => `${startedAt} ${course.length}`).join();
    if (state === this.drawn) return;
    this.drawn = state;
    this.shown = folders.reverse().map((run) => ({ run, left: directoriesLeft(run) }));
    this.changed.fire(undefined);
  }
}

function isInside(address: string, { uri }: FolderReduction): boolean {
  return address.startsWith(`${uri}/`);
}

function hasFiles(address: string, { paths }: FolderReduction): boolean {
  for (const file of paths.keys()) if (file.startsWith(`${address}/`)) return true;
  return false;
}

/** Addresses. */
function directoriesLeft({ paths, removals }: FolderReduction): Set<string> {
  const left = new Set<string>();
  for (const [address, path] of paths) {
    if (removals.get(path)?.gone) continue;
    for (let at = dirname(address); !left.has(at) && at.includes('/'); at = dirname(at)) left.add(at);
  }
  return left;
}

function gone(): vscode.FileDecoration {
  const faded = new vscode.ThemeColor('whittle.goneFile');
  return new vscode.FileDecoration('×', l10n.t('Whittle: the failure does not need it'), faded);
}

function smaller(): vscode.FileDecoration {
  return new vscode.FileDecoration('✂', l10n.t('Whittle: a part of it is needed'));
}
