/** The grey text of reductions; it goes when the document is edited, and comes back when that is undone. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Reduction } from '../runs/reduction';
import { resultScheme } from '../results/derived';
import { Fade } from './fade';
import { Kept } from './kept';
import { RemovedFolds } from './removedFolds';

export class Grey implements vscode.Disposable {
  readonly fade = new Fade();
  readonly kept = new Kept();
  readonly folds = new RemovedFolds(this.fade);
  /** Their users were warned of the edit. */
  private readonly told = new WeakSet<Reduction>();
  private readonly edits = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length > 0) void this.edited(document);
  });

  constructor(private readonly of: (uri: vscode.Uri) => Reduction | undefined) {}

  /** Not on edited text, and not in place, where the editor shows the candidate itself. */
  show({ document, outdated, made: { markLength }, removed, inserted }: Reduction): void {
    if (outdated) return;
    const offsets = removed.map((offset) => offset - markLength);
    this.kept.show(document, offsets);
    this.fade.show(
      document,
      offsets,
      inserted.flatMap(({ at, text }) => (text.trim() === '' ? [] : [{ at: at - markLength, text }])),
    );
  }

  clear(uri: vscode.Uri): void {
    this.fade.clear(uri);
    this.kept.clear(uri);
    void this.folds.unfold(uri);
  }

  dispose(): void {
    for (const part of [this.edits, this.fade, this.kept]) part.dispose();
  }

  private async edited(document: vscode.TextDocument): Promise<void> {
    const reduction = this.of(document.uri);
    if (!reduction || document.uri.scheme === resultScheme) return;
    if (!reduction.outdated) return this.show(reduction);
    this.fade.clear(document.uri);
    this.kept.clear(document.uri);
    if (!reduction.running || reduction.inPlace || this.told.has(reduction)) return;
    this.told.add(reduction);
    const choice = await vscode.window.showWarningMessage(
      l10n.t('You edited {0} during the reduction. It continues with the original text.', reduction.name),
      l10n.t('Stop Reduction'),
    );
    if (choice) reduction.stop();
  }
}
