/** One reduction of one document. */
import * as vscode from 'vscode';
import type { Finished } from '../reduction/events';
import type { Job } from '../reduction/job';
import { sizes } from '../reduction/progress';
import type { WatchedEvent } from './messages';
import { Run } from './run';

export interface ReductionResult {
  readonly finished: Finished;
  /** The document's new text, without a byte order mark. */
  readonly text: string;
}

export class Reduction extends Run<{ readonly kind: 'reduce'; readonly job: Job }, ReductionResult> {
  readonly doing = { active: 'Reducing', passive: 'reduced', first: 'testing the unchanged file' };

  /** The document's text when the reduction began. */
  readonly originalText: string;
  /** The document was edited while it was being reduced, and the user was told. */
  outdated = false;

  private tokens = { before: 0, after: 0 };
  private finished: Finished | undefined;

  /** `markLength`: UTF-16 units of the file's byte order mark, which the document does not have. */
  constructor(
    document: vscode.TextDocument,
    job: Job,
    readonly markLength: number,
  ) {
    super(document, { kind: 'reduce', job });
    this.originalText = document.getText();
  }

  get extent(): string | undefined {
    const { before, after } = this.tokens;
    return before > 0 ? sizes(before, after) : undefined;
  }

  get end(): Finished | undefined {
    return this.result?.finished;
  }

  /** The document as it is now: VS Code may have closed it and opened it anew. */
  async current(): Promise<vscode.TextDocument> {
    return vscode.workspace.openTextDocument(this.uri);
  }

  protected override toResult(text: string): ReductionResult {
    return { finished: this.finished!, text: text.slice(this.markLength) };
  }

  protected override watch(event: WatchedEvent): void {
    super.watch(event);
    if (event.event === 'started') this.tokens = { before: event.tokens, after: event.tokens };
    if (event.event === 'shrunk') this.tokens = { ...this.tokens, after: event.tokens };
    if (event.event !== 'finished') return;
    this.tokens = event.tokens;
    this.finished = event;
  }
}
