/** A run on one document: a reduction or an isolation. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { commandButton, reduceButton } from '../window/buttons';
import type { DocumentRunJob } from '../thread/messages';
import { DocumentProblem, type DocumentJob } from './jobs';
import { Run, type Named } from './run';

export abstract class DocumentRun<R = unknown, O = unknown> extends Run<R, O> {
  /** The document's text when the run began. */
  readonly originalText: string;

  constructor(
    readonly document: vscode.TextDocument,
    override readonly made: DocumentJob,
    named: Named,
  ) {
    super(document.uri, made, named);
    this.originalText = this.job.input.text.slice(made.markLength);
  }

  override get job(): DocumentRunJob {
    return this.made.job;
  }

  override get documents(): readonly vscode.TextDocument[] {
    return [this.document];
  }

  /** The document was edited since the run began. */
  get outdated(): boolean {
    return this.document.getText() !== this.originalText;
  }

  /** The document as it is now: VS Code may have closed and reopened it. Throws `DocumentProblem` if its file is gone. */
  async current(): Promise<vscode.TextDocument> {
    try {
      if (!this.document.isUntitled) await vscode.workspace.fs.stat(this.uri);
      return await vscode.workspace.openTextDocument(this.uri);
    } catch {
      throw new DocumentProblem(
        l10n.t('{0} no longer exists: use Show Result Beside, then copy or save the result.', this.name),
        commandButton(l10n.t('Show Result Beside'), 'whittle.showResult', this.uri),
      );
    }
  }

  override async renewed(): Promise<vscode.TextDocument> {
    const document = await this.current();
    if (document.getText() === this.originalText) return document;
    const message = l10n.t('The file has changed since the run began: start it again.');
    throw new DocumentProblem(message, reduceButton(this.uri));
  }
}
