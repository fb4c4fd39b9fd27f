/**
 * Several searches on one input, one after the other. Each has the whole budget and starts without the others' verdicts, so that each
 * has the figures of a search alone. The rule is learned once: all keep the same property.
 */
import { thinned, type SizePoint } from '../../charts/chart';
import { Clock, type Controls } from '../controls';
import { type Row, measured } from './comparison';
import { inRound, inTurn } from './contenders';
import type { Calibrated, Listener, ReductionEvent, Size } from '../events/events';
import type { Job } from '../job';
import { reduce } from '../reduce';

/** A caller's input besides job and contenders. */
export interface Comparing {
  /** The events between `contender` and `compared` belong to that contender. */
  readonly onEvent: Listener;
  /** Ends the comparison, with the rows so far. */
  readonly signal: AbortSignal;
  readonly controls: Controls;
  /** From 1, which is meant if it is unset: each has the next seed. */
  readonly round?: number;
}

/**
 * Rows in the order of `contenders`; the row of a failed one gives the reason.
 *
 * Throws `JobError` and `OracleError` if the first one cannot start: then none can.
 */
export async function compare(job: Job, contenders: readonly string[], comparing: Comparing): Promise<Row[]> {
  const rows: Row[] = [];
  await inTurn({ ...job, journal: undefined }, contenders, async (common, index) => {
    if (comparing.signal.aborted) return undefined;
    const name = contenders[index];
    comparing.onEvent({ event: 'contender', name, index, of: contenders.length });
    const course = new Course();
    const search = inRound(name, comparing.round ?? 1);
    const row = await rowOf({ ...common, search }, name, course, comparing, index === 0);
    if (!row) return undefined;
    rows.push(row);
    comparing.onEvent({ event: 'compared', row });
    return course.calibrated?.rules ?? [];
  });
  return rows;
}

/** Undefined if it was stopped before its search began. */
async function rowOf(
  job: Job,
  name: string,
  course: Course,
  { onEvent, signal, controls }: Comparing,
  isFirst: boolean,
): Promise<Row | undefined> {
  const listener: Listener = (event) => {
    course.watch(event);
    onEvent(event);
  };
  try {
    const { finished } = await reduce(job, listener, signal, controls);
    const unbegun = finished.ending === 'interrupted' && finished.search.tests === 0;
    return unbegun ? undefined : { ...measured(name, finished), course: course.points() };
  } catch (error) {
    if (isFirst && !course.calibrated) throw error;
    const { before, tests, ms } = course;
    const { message: problem } = error as Error;
    return { name, ending: 'failed', problem, before, tests, oracleMs: 0, ms, confirmed: false, course: [] };
  } finally {
    course.stop();
  }
}

/** The figures of one run, from its events. */
class Course {
  calibrated: Calibrated | undefined;
  before: Size | undefined;
  tests = 0;
  private readonly all: SizePoint[] = [];
  private readonly search = new Clock();
  private readonly began = performance.now();

  watch(event: ReductionEvent): void {
    if (event.event === 'started') this.before = { bytes: event.bytes, tokens: event.tokens };
    if (event.event === 'calibrated') {
      this.calibrated = event;
      this.search.start();
      this.add(this.before!.tokens);
    }
    if (event.event === 'paused') this.search.stop();
    if (event.event === 'resumed' && this.calibrated) this.search.start();
    if (event.event === 'candidate') this.tests = event.tests;
    if (event.event === 'accepted') this.add(event.tokens);
  }

  stop(): void {
    this.search.stop();
  }

  /** Points up to now. */
  points(): SizePoint[] {
    const last = this.all.at(-1);
    if (last) this.add(last.size);
    return thinned(this.all, ({ tests }) => tests);
  }

  get ms(): number {
    return Math.round(performance.now() - this.began);
  }

  private add(size: number): void {
    this.all.push({ tests: this.tests, ms: Math.round(this.search.ms), size });
  }
}
