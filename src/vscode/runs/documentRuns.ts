/** A run on one document: a reduction or an isolation. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { EndTold, Finished, Isolated } from '../../reduction/events/events';
import type { DocumentRunJob, Insertion, IsolatedTexts, Removal, WatchedEvent } from '../../host/port';
import { paired } from '../../text/ranges';
import { assembled } from '../../text/source';
import { commandButton, reduceButton, Problem } from '../window/buttons';
import { apart, sizes } from '../window/figureWords';
import { type DocumentJob } from './jobs';
import { type Doing, type Named, Run } from './run';

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

  /** The document as it is now: VS Code may have closed and reopened it. Throws `Problem` if its file is gone. */
  async current(): Promise<vscode.TextDocument> {
    try {
      if (!this.document.isUntitled) await vscode.workspace.fs.stat(this.uri);
      return await vscode.workspace.openTextDocument(this.uri);
    } catch {
      throw new Problem(
        l10n.t('{0} no longer exists: use Show Result Beside, then copy or save the result.', this.name),
        commandButton(l10n.t('Show Result Beside'), 'whittle.showResult', this.uri),
      );
    }
  }

  override async renewed(): Promise<vscode.TextDocument> {
    const document = await this.current();
    if (document.getText() === this.originalText) return document;
    const message = l10n.t('The file has changed since the run began: start it again.');
    throw new Problem(message, reduceButton(this.uri));
  }
}

/** One reduction of one document. */
export interface ReductionResult {
  readonly finished: Finished;
  /** The document's new text, without a byte order mark. */
  readonly text: string;
}

export class Reduction extends DocumentRun<ReductionResult, string> {
  readonly doing: Doing = {
    title: l10n.t('Reducing {0}', this.name),
    busy: l10n.t('{0} is already being reduced: stop that run first.', this.name),
    first: [this.named.recipe?.runner, l10n.t('testing the unchanged file')].filter(Boolean).join(': '),
  };

  /** Removed text, as of the last batch: start, end, …; byte order mark included. */
  removed: readonly number[] = [];
  /** Inserted text, likewise. */
  inserted: readonly Insertion[] = [];

  get extent(): string | undefined {
    const { course } = this.figures;
    return course[0]?.size ? sizes(course[0].size, course.at(-1)!.size) : undefined;
  }

  /** What is gone of the document; undefined if that was edited. */
  removalIn(_document: unknown): Removal | undefined {
    const { markLength } = this.made;
    if (this.document.getText() !== this.originalText) return undefined;
    return {
      removed: this.removed.map((offset) => offset - markLength),
      inserted: this.inserted.map(({ at, text }) => ({ at: at - markLength, text })),
    };
  }

  /** The document's text as far as it is reduced, as of the last batch; without a byte order mark. */
  get textNow(): string {
    return assembled(this.job.input.text, paired(this.removed), this.inserted).slice(this.made.markLength);
  }

  /** Did it end at the statements of a test? */
  get canShrink(): boolean {
    const { search = '' } = this.figures.started ?? {};
    return this.end !== undefined && this.job.oracle.kind === 'test' && search.includes('until=statements');
  }

  get end(): Finished | undefined {
    return this.result?.finished;
  }

  protected override toResult(text: string, told: EndTold): ReductionResult {
    return { finished: told as Finished, text: text.slice(this.made.markLength) };
  }

  protected override watch(event: WatchedEvent): void {
    super.watch(event);
    if (event.event === 'shrunk' && event.removed) {
      [this.removed, this.inserted] = [event.removed, event.inserted ?? []];
    }
  }
}

/** One isolation of the difference between a failing document and a passing one. */
export interface IsolationResult extends IsolatedTexts {
  readonly isolated: Isolated;
}

/** Its document is the one that fails. */
export class Isolation extends DocumentRun<IsolationResult, IsolatedTexts> {
  readonly doing: Doing = {
    title: l10n.t('Isolating {0}', this.name),
    busy: l10n.t('{0} is already being isolated: stop that run first.', this.name),
    first: l10n.t('testing both files'),
  };

  get extent(): string | undefined {
    const { calibrated, course, unit } = this.figures;
    return calibrated && apart({ changes: course.at(-1)!.size, unit });
  }

  get end(): Isolated | undefined {
    return this.result?.isolated;
  }

  protected override toResult(texts: IsolatedTexts, told: EndTold): IsolationResult {
    return { isolated: told as Isolated, ...texts };
  }
}
