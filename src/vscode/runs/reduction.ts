/** One reduction of one document. */
import type * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Finished } from '../../reduction/events/events';
import type { Job } from '../../reduction/job';
import { sizes } from '../window/figureWords';
import type { DocumentJob } from './jobs';
import type { Insertion, WatchedEvent } from '../thread/messages';
import { Run } from './run';
import type { Doing, Named } from './run';

export interface ReductionResult {
  readonly finished: Finished;
  /** The document's new text, without a byte order mark. */
  readonly text: string;
}

export class Reduction extends Run<{ readonly kind: 'reduce'; readonly job: Job }, ReductionResult> {
  readonly doing: Doing;

  /** What of the text is gone, as of the last batch: start, end, …; byte order mark included. */
  removed: readonly number[] = [];
  /** What was put in, likewise. */
  inserted: readonly Insertion[] = [];

  private tokens = { before: 0, after: 0 };
  private finished: Finished | undefined;

  constructor(document: vscode.TextDocument, made: DocumentJob, named: Named) {
    super(document, made, named, { kind: 'reduce', job: made.job });
    const first = l10n.t('testing the unchanged file');
    const { runner } = named.recipe ?? {};
    this.doing = {
      title: l10n.t('Reducing {0}', this.name),
      busy: l10n.t('{0} is already being reduced: stop that run first.', this.name),
      first: runner ? `${runner}: ${first}` : first,
    };
  }

  override anew(document: vscode.TextDocument, change: Partial<Job>): Reduction {
    const { made, named } = this;
    const journal = made.job.journal && { ...made.job.journal, fresh: true };
    return new Reduction(document, { ...made, job: { ...made.job, ...change, journal } }, named);
  }

  get extent(): string | undefined {
    const { before, after } = this.tokens;
    return before > 0 ? sizes(before, after) : undefined;
  }

  get end(): Finished | undefined {
    return this.result?.finished;
  }

  protected override toResult(text: string): ReductionResult {
    return { finished: this.finished!, text: text.slice(this.made.markLength) };
  }

  protected override watch(event: WatchedEvent): void {
    super.watch(event);
    if (event.event === 'started') this.tokens = { before: event.tokens, after: event.tokens };
    if (event.event === 'shrunk') {
      this.tokens = { ...this.tokens, after: event.tokens };
      if (event.removed) [this.removed, this.inserted] = [event.removed, event.inserted ?? []];
    }
    if (event.event !== 'finished') return;
    this.tokens = event.tokens;
    this.finished = event;
  }
}
