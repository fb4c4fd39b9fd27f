/** Data from the events of one run of a comparison: its sizes over time, and its tests by kind. */
import { mostPoints, thinnedBy } from '../../charts/series';
import type { SizePoint } from '../../charts/series';
import { Clock } from '../clock';
import type { Calibrated, ReductionEvent, Size } from '../events/events';
import type { Row } from './comparison';
import { QueryCounter } from './queries';

export class Course {
  calibrated: Calibrated | undefined;
  before: Size | undefined;
  tests = 0;
  oracleMs = 0;
  readonly counter = new QueryCounter();
  private readonly all: SizePoint[] = [];
  private readonly search = new Clock();
  private readonly began = performance.now();

  watch(event: ReductionEvent): void {
    if (event.event === 'phase') this.counter.beginList();
    if (event.event === 'started') this.before = { bytes: event.bytes, tokens: event.tokens };
    if (event.event === 'calibrated') {
      this.calibrated = event;
      this.search.start();
      this.add(this.before!.tokens);
    }
    if (event.event === 'paused') this.search.stop();
    if (event.event === 'resumed' && this.calibrated) this.search.start();
    if (event.event === 'candidate') {
      this.tests = event.tests;
      if (!event.cached) this.oracleMs += Math.round(event.ms);
    }
    if (event.event === 'accepted') this.add(event.tokens);
  }

  stop(): void {
    this.search.stop();
  }

  counted(): Pick<Row, 'queries' | 'swept'> {
    return { queries: this.counter.queries, swept: this.counter.minimality };
  }

  /** Points up to now. */
  points(): SizePoint[] {
    const last = this.all.at(-1);
    if (last) this.add(last.size);
    return thinnedBy(this.all, mostPoints, ({ tests }) => tests);
  }

  get ms(): number {
    return Math.round(performance.now() - this.began);
  }

  private add(size: number): void {
    this.all.push({ tests: this.tests, ms: Math.round(this.search.ms), size });
  }
}
