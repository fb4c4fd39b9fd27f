/** One comparison of searches on one document. */
import type { TextDocument } from 'vscode';
import { l10n } from 'vscode';
import type { SizePoint } from '../../charts/series';
import { Clock } from '../../reduction/clock';
import type { Row } from '../../reduction/comparison/comparison';
import type { Size } from '../../reduction/events/events';
import type { Job } from '../../reduction/job';
import { sizes } from '../window/figureWords';
import { Figures } from '../runs/figures';
import type { WatchedEvent } from '../thread/messages';
import { Run } from '../runs/run';

interface Work {
  readonly kind: 'compare';
  readonly job: Job;
  readonly contenders: readonly string[];
  readonly round: number;
}

/** The contender that runs now. */
interface Current {
  readonly index: number;
  /** The unchanged input; undefined as long as it was not read. */
  before?: Size;
  after?: Size;
  tests: number;
  readonly course: SizePoint[];
  readonly clock: Clock;
}

export class Comparison extends Run<Work, readonly Row[]> {
  readonly doing = {
    title: l10n.t('Comparing searches on {0}', this.name),
    busy: l10n.t('{0} is already being compared: stop that run first.', this.name),
    first: l10n.t('testing the unchanged file'),
  };
  /** It ends with rows, not with one result. */
  readonly end = undefined;
  /** Each contender has it for itself: it does not end the whole. */
  override get budget() {
    return {};
  }

  readonly rows: Row[] = [];
  current: Current | undefined;
  /** By the user. */
  stopped = false;
  /** Of those that have ended. */
  private earlier = 0;

  constructor(
    document: TextDocument,
    readonly job: Job,
    readonly contenders: readonly string[],
    round: number,
  ) {
    super(document, { kind: 'compare', job, contenders, round });
  }

  get extent(): string | undefined {
    const { current, contenders } = this;
    if (!current?.before || !current.after) return undefined;
    const name = l10n.t('{0}, {1} of {2}', contenders[current.index], current.index + 1, contenders.length);
    return `${name} · ${sizes(current.before.tokens, current.after.tokens)}`;
  }

  override stop(): void {
    this.stopped = true;
    super.stop();
  }

  protected override toResult(rows: readonly Row[]): readonly Row[] {
    this.current = undefined;
    return rows;
  }

  protected override watch(event: WatchedEvent): void {
    if (event.event === 'contender') this.begin(event.index);
    super.watch(event);
    // Its course is drawn beside those of the others.
    this.figures.course.length = 0;
    const { current } = this;
    if (!current) return;
    if (event.event === 'candidate') current.tests = event.tests;
    this.tests = this.earlier + current.tests;
    if (event.event === 'started') current.before = current.after = event;
    if (event.event === 'calibrated' || (event.event === 'resumed' && current.course.length > 0)) current.clock.start();
    if (event.event === 'calibrated') this.add(current, current.before!);
    if (event.event === 'paused') current.clock.stop();
    if (event.event === 'shrunk') this.add(current, event);
    if (event.event === 'compared') this.finish(event.row);
  }

  private begin(index: number): void {
    this.figures = new Figures();
    this.current = { index, tests: 0, course: [], clock: new Clock() };
  }

  private add(current: Current, size: Size): void {
    current.after = size;
    current.course.push({ tests: current.tests, ms: current.clock.ms, size: size.tokens });
  }

  private finish(row: Row): void {
    this.rows.push(row);
    this.earlier += row.tests;
    this.current = undefined;
  }
}
