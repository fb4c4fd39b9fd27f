/** The figures of a run and the course of its size, from its events. */
import type { SizePoint } from '../../charts/series';
import type { ClusterStatus, CrewMember } from '../../cluster/terms';
import type { Calibrated, Earlier, Finished, Started } from '../../reduction/events/events';
import { Losses } from '../../reduction/events/progress';
import type { WatchedEvent } from '../../host/port';

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

/** The tests looked ahead, and the gain that is not worth waiting for, as a share of the original. */
const ahead = 100;
const littleGain = 0.02;

/** A result that is not smaller than this share of the original is no result yet. */
const mostLeft = 0.5;

/**
 * Will the next hundred tests gain less than 2%? They are expected to gain as much as the last hundred did, and never more than is left.
 * `course`: sizes so far, in order; `tests`: those so far.
 */
export function isGoodEnough(course: readonly SizePoint[], tests: number): boolean {
  const before = course[0]?.size ?? 0;
  const now = course.at(-1)?.size ?? 0;
  if (before === 0 || now > mostLeft * before) return false;
  const then = course.findLast((point) => point.tests <= tests - ahead)?.size;
  const gain = then === undefined ? now : Math.min(now, then - now);
  return gain < littleGain * before;
}

/** The workers of a run on a cluster: their tests and their speed. */
export interface CrewRow extends CrewMember {
  /** Tests a second since it joined; unset while it does not work. */
  readonly pace?: number;
}

export class Crew {
  private status: ClusterStatus = { workers: [], asked: 0 };
  /** Of each worker: its tests, and the time of the run, when it joined. */
  private readonly joined: ({ readonly tests: number; readonly ms: number } | undefined)[] = [];
  private ms = 0;

  /** `ms`: time of the search. */
  add(status: ClusterStatus, ms: number): void {
    this.status = status;
    this.ms = ms;
    status.workers.forEach(({ state, tests }, at) => {
      this.joined[at] = state === 'working' ? (this.joined[at] ?? { tests, ms }) : undefined;
    });
  }

  get rows(): CrewRow[] {
    return this.status.workers.map((worker, at) => ({ ...worker, pace: this.paceOf(worker, at) }));
  }

  get working(): number {
    return this.workers.length;
  }

  /** Tests at once. */
  get slots(): number {
    return this.workers.reduce((sum, { slots }) => sum + slots, 0);
  }

  /** Tests that no worker has a slot for. */
  get waiting(): number {
    return Math.max(0, this.status.asked - this.slots);
  }

  /** Unset if Redis answers. */
  get silentMs(): number | undefined {
    return this.status.silentMs;
  }

  private get workers(): CrewMember[] {
    return this.status.workers.filter(({ state }) => state === 'working');
  }

  private paceOf({ tests }: CrewMember, at: number): number | undefined {
    const since = this.joined[at];
    return since && this.ms > since.ms ? (1000 * (tests - since.tests)) / (this.ms - since.ms) : undefined;
  }
}
