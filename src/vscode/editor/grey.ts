/** The grey text of reductions, in all documents of theirs; it goes when a document is edited, and comes back when that is undone. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Reducing } from '../runs/reducing';
import { resultScheme } from '../results/derived';
import { Fade } from './fade';
import { Kept } from './kept';
import { RemovedFolds } from './removedFolds';

export class Grey implements vscode.Disposable {
  readonly fade = new Fade();
  readonly kept = new Kept();
  readonly folds = new RemovedFolds(this.fade);
  /** Their users were warned of the edit. */
  private readonly told = new WeakSet<Reducing>();
  private readonly listeners = [
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) void this.edited(document);
    }),
    vscode.workspace.onDidOpenTextDocument((document) => {
      const reduction = this.reductionOf(document);
      if (reduction) this.showIn(document, reduction);
    }),
  ];

  constructor(private readonly of: (uri: vscode.Uri) => Reducing | undefined) {}

  show(reduction: Reducing): void {
    for (const document of reduction.documents) this.showIn(document, reduction);
  }

  /** Not on edited text, and not in place, where the editor shows the candidate itself. */
  private showIn(document: vscode.TextDocument, reduction: Reducing): void {
    const removal = reduction.removalIn(document);
    if (!removal) return;
    this.kept.show(document, removal.removed);
    const inserted = removal.inserted.filter(({ text }) => text.trim() !== '');
    this.fade.show(document, removal.removed, inserted);
  }

  clear(uri: vscode.Uri): void {
    this.fade.clear(uri);
    this.kept.clear(uri);
    void this.folds.unfold(uri);
  }

  dispose(): void {
    for (const part of [...this.listeners, this.fade, this.kept]) part.dispose();
  }

  /** None in a result: its text is what is left. */
  private reductionOf({ uri }: vscode.TextDocument): Reducing | undefined {
    return uri.scheme === resultScheme ? undefined : this.of(uri);
  }

  private async edited(document: vscode.TextDocument): Promise<void> {
    const reduction = this.reductionOf(document);
    if (!reduction) return;
    if (reduction.removalIn(document)) return this.showIn(document, reduction);
    this.fade.clear(document.uri);
    this.kept.clear(document.uri);
    if (!reduction.running || reduction.inPlace || this.told.has(reduction)) return;
    this.told.add(reduction);
    const choice = await vscode.window.showWarningMessage(
      l10n.t('You edited {0} during the reduction. It continues with the original text.', basename(document.uri.path)),
      l10n.t('Stop Reduction'),
    );
    if (choice) reduction.stop();
  }
}
