/** One reduction of one document. */
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Finished } from '../../reduction/events/events';
import { inPlace } from '../../oracle/places/inPlace/inPlace';
import type { Job } from '../../reduction/job';
import { sizes } from '../window/figureWords';
import type { SettledRule } from '../../oracle/calibration/calibrateProperty';
import { DocumentProblem } from './jobs';
import type { Insertion, WatchedEvent } from '../thread/messages';
import type { Recipe } from '../oracles/recipe';
import { Run } from './run';
import type { Doing } from './run';

export interface ReductionResult {
  readonly finished: Finished;
  /** The document's new text, without a byte order mark. */
  readonly text: string;
}

export class Reduction extends Run<{ readonly kind: 'reduce'; readonly job: Job }, ReductionResult> {
  readonly doing: Doing;

  /** The document's text when the reduction began. */
  readonly originalText: string;
  /** The document was edited while it was being reduced, and the user was told. */
  outdated = false;

  /** Does the file change as candidates are tested in its place? */
  readonly inPlace: boolean;

  /** What of the text is gone, as of the last batch: start, end, …; byte order mark included. */
  removed: readonly number[] = [];
  /** What was put in, likewise. */
  inserted: readonly Insertion[] = [];
  /** What its commands are judged by, once that is known. */
  rules: readonly SettledRule[] = [];

  private tokens = { before: 0, after: 0 };
  private finished: Finished | undefined;

  /** `markLength`: UTF-16 units of the file's byte order mark, which the document does not have. */
  constructor(
    document: vscode.TextDocument,
    readonly job: Job,
    readonly markLength: number,
    readonly recipe?: Recipe,
    /** The name of the task that is its oracle, if one is. */
    readonly task?: string,
  ) {
    super(document, { kind: 'reduce', job });
    const first = l10n.t('testing the unchanged file');
    this.doing = {
      title: l10n.t('Reducing {0}', this.name),
      busy: l10n.t('{0} is already being reduced: stop that run first.', this.name),
      first: recipe?.runner ? `${recipe.runner}: ${first}` : first,
    };
    this.originalText = job.text.slice(markLength);
    this.inPlace = job.place === inPlace.name;
  }

  get extent(): string | undefined {
    const { before, after } = this.tokens;
    return before > 0 ? sizes(before, after) : undefined;
  }

  get end(): Finished | undefined {
    return this.result?.finished;
  }

  /** The document as it is now: VS Code may have closed it and opened it anew. Throws `DocumentProblem` if its file is gone. */
  async current(): Promise<vscode.TextDocument> {
    try {
      if (!this.document.isUntitled) await vscode.workspace.fs.stat(this.uri);
      return await vscode.workspace.openTextDocument(this.uri);
    } catch {
      throw new DocumentProblem(
        l10n.t('{0} no longer exists: use Show Result Beside, then copy or save the result.', this.name),
      );
    }
  }

  protected override toResult(text: string): ReductionResult {
    return { finished: this.finished!, text: text.slice(this.markLength) };
  }

  protected override watch(event: WatchedEvent): void {
    super.watch(event);
    if (event.event === 'calibrated') this.rules = event.rules;
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
