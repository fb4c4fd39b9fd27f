/** The figures of a run and the course of its size, from its events. */
import type { Calibrated, Earlier, Finished, Started } from '../../reduction/events/events';
import { Losses } from '../../reduction/events/expected';
import { Crew } from './crew';
import { isGoodEnough } from './goodEnough';
import type { WatchedEvent } from '../thread/messages';
import type { SizePoint } from '../../charts/series';

export class Figures {
  started: Started | undefined;
  calibrated: Calibrated | undefined;
  /** Of a run on a cluster. */
  crew: Crew | undefined;
  unit = 'tokens';
  /** Of several files, how many there were and how many are left. */
  files: Finished['files'];
  readonly course: SizePoint[] = [];
  private readonly losses = new Losses();
  /** Tests of this process, without those answered from memory; those that held; their wall times, ms. */
  tests = 0;
  held = 0;
  testMs = 0;
  /** Time of the search before it was resumed. */
  earlierMs = 0;
  /** See `isGoodEnough`; of a reduction. */
  isGoodEnough = false;

  /** `ms`: time of the search in this process. */
  add(event: WatchedEvent, ms: number): void {
    if (event.event === 'started') {
      this.started = event;
      if (event.difference) this.unit = event.difference.unit;
      if (event.files) this.files = { before: event.files.length, after: event.files.length };
      this.course.push({ tests: 0, ms: 0, size: event.difference?.changes ?? event.tokens });
    }
    if (event.event === 'calibrated') this.calibrated = event;
    if (event.event === 'cluster') (this.crew ??= new Crew()).add(event, ms);
    if (event.event === 'resumed' && event.journal) this.addEarlier(event.journal);
    if (event.event === 'started') this.losses.add({ tests: 0, tokens: event.tokens });
    if (event.event === 'shrunk') this.losses.add(event);
    if (event.event === 'shrunk' && event.files !== undefined && this.files) {
      this.files = { ...this.files, after: event.files };
    }
    if (event.event === 'shrunk') this.course.push({ tests: event.tests, ms: this.earlierMs + ms, size: event.tokens });
    if (event.event === 'narrowed') this.course.push({ tests: event.tests, ms, size: event.changes });
    if (event.event === 'candidate' && !this.isGoodEnough) this.isGoodEnough = this.seemsEnough(event.tests);
    if (event.event === 'candidate' && !event.cached) {
      this.tests++;
      this.testMs += event.ms;
      if (event.verdict === 'holds') this.held++;
    }
  }

  /** The first size and the last one. */
  get ends(): { readonly before: number; readonly after: number } {
    const { course } = this;
    return { before: course[0]?.size ?? 0, after: course.at(-1)?.size ?? 0 };
  }

  /** See there. `tests`: those so far. */
  testsExpected(tests: number): number | undefined {
    return this.started && this.losses.expected(this.started, tests);
  }

  private seemsEnough(tests: number): boolean {
    return !this.started?.difference && isGoodEnough(this.course, tests);
  }

  /** Tests at once share their time. */
  private addEarlier({ ms, course }: Earlier): void {
    course.forEach((point) => this.losses.add(point));
    const jobs = this.calibrated?.jobs ?? 1;
    for (const { tests, ms, tokens } of course) this.course.push({ tests, ms: ms / jobs, size: tokens });
    this.earlierMs = ms / jobs;
  }
}
