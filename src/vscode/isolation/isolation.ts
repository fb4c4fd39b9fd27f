/** One isolation of the difference between a failing document and a passing one. */
import { l10n } from 'vscode';
import { inPlace } from '../../oracle/places/inPlace/inPlace';
import type { SettledRule } from '../../oracle/calibration/calibrateProperty';
import type { Isolated } from '../../reduction/events/events';
import type { IsolationJob } from '../../reduction/job';
import { apart } from '../window/figureWords';
import type { Pair } from '../runs/jobs';
import type { ChosenOracle } from '../oracles/taskOracle';
import type { IsolatedTexts, WatchedEvent } from '../thread/messages';
import { Run } from '../runs/run';
import type { Doing } from '../runs/run';

export interface IsolationResult extends IsolatedTexts {
  readonly isolated: Isolated;
}

/** How its oracle was named. */
export type Chosen = Pick<ChosenOracle, 'recipe' | 'task'>;

export class Isolation extends Run<{ readonly kind: 'isolate'; readonly job: IsolationJob }, IsolationResult> {
  readonly doing: Doing = {
    title: l10n.t('Isolating {0}', this.name),
    busy: l10n.t('{0} is already being isolated: stop that run first.', this.name),
    first: l10n.t('testing both files'),
  };
  extent: string | undefined;
  /** What its commands are judged by, once that is known. */
  rules: readonly SettledRule[] = [];
  /** Length of the byte order mark that the file has and the document has not. */
  readonly markLength: number;
  /** Does the file change as candidates are tested in its place? */
  readonly inPlace: boolean;
  private readonly version: number;
  private isolated: Isolated | undefined;

  /** The document of the run is the one that fails. */
  constructor(
    readonly pair: Pair,
    readonly job: IsolationJob,
    readonly chosen: Chosen,
  ) {
    super(pair.failing, { kind: 'isolate', job });
    this.markLength = job.text.length - pair.failing.getText().length;
    this.inPlace = job.place === inPlace.name;
    this.version = pair.failing.version;
  }

  get end(): Isolated | undefined {
    return this.result?.isolated;
  }

  /** The document was edited since it began. */
  get outdated(): boolean {
    return this.document.version !== this.version;
  }

  protected override toResult(texts: IsolatedTexts): IsolationResult {
    return { isolated: this.isolated!, ...texts };
  }

  protected override watch(event: WatchedEvent): void {
    super.watch(event);
    if (event.event === 'calibrated') this.rules = event.rules;
    if (event.event === 'narrowed') this.extent = apart(event);
    if (event.event === 'isolated') this.isolated = event;
  }
}
