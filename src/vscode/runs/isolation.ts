/** One isolation of the difference between a failing document and a passing one. */
import type { TextDocument } from 'vscode';
import { l10n } from 'vscode';
import type { Isolated } from '../../reduction/events/events';
import type { IsolationJob } from '../../reduction/job';
import { apart } from '../window/figureWords';
import type { DocumentJob, Pair } from './jobs';
import type { IsolatedTexts, WatchedEvent } from '../thread/messages';
import { Run } from './run';
import type { Doing, Named } from './run';

export interface IsolationResult extends IsolatedTexts {
  readonly isolated: Isolated;
}

export class Isolation extends Run<{ readonly kind: 'isolate'; readonly job: IsolationJob }, IsolationResult> {
  readonly doing: Doing = {
    title: l10n.t('Isolating {0}', this.name),
    busy: l10n.t('{0} is already being isolated: stop that run first.', this.name),
    first: l10n.t('testing both files'),
  };
  extent: string | undefined;
  private isolated: Isolated | undefined;

  /** The document of the run is the one that fails. */
  constructor(
    readonly pair: Pair,
    made: DocumentJob<IsolationJob>,
    named: Named,
  ) {
    super(pair.failing, made, named, { kind: 'isolate', job: made.job });
  }

  override anew(failing: TextDocument, change: Partial<IsolationJob>): Isolation {
    return new Isolation({ ...this.pair, failing }, { ...this.made, job: { ...this.made.job, ...change } }, this.named);
  }

  get end(): Isolated | undefined {
    return this.result?.isolated;
  }

  protected override toResult(texts: IsolatedTexts): IsolationResult {
    return { isolated: this.isolated!, ...texts };
  }

  protected override watch(event: WatchedEvent): void {
    super.watch(event);
    if (event.event === 'calibrated') this.extent = apart(this.figures.started!.difference!);
    if (event.event === 'narrowed') this.extent = apart(event);
    if (event.event !== 'isolated') return;
    this.isolated = event;
    if (this.extent) this.extent = apart(event);
  }
}
