/** One reduction of one document. */
import { l10n } from 'vscode';
import type { EndTold, Finished } from '../../reduction/events/events';
import { paired } from '../../text/ranges';
import { assembled } from '../../text/source';
import { sizes } from '../window/figureWords';
import type { Insertion, WatchedEvent } from '../thread/messages';
import type { Removal } from '../../reduction/watching/messages';
import { DocumentRun } from './documentRun';
import type { Doing } from './run';

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
    if (this.outdated) return undefined;
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
