/** The state of a run, from its events: terminal, panel, status bar, comparison, history and report are views of it. */
import * as l10n from '@vscode/l10n';
import type { SizePoint } from '../../charts/chart';
import type { ClusterStatus } from '../../cluster/terms';
import type { SettledRule } from '../../oracle/calibration/calibrateProperty';
import type { Tally } from '../../oracle/judging/repeat';
import { Clock } from '../controls';
import type { BeforeAndAfter, Calibrated, Earlier, EndTold, Finished, PlainEvent, Smaller, Started } from './events';
import { apart, sizes, testsLeft } from './progress';

/** The part of it that windows keep on disk. */
export class State {
  /** The text of the `SearchValue` that runs. */
  search = '';
  /** What sizes are counted in: tokens, or the unit of an isolation. */
  unit = 'tokens';
  /** Of several files, how many there were and how many are left. */
  files?: Finished['files'];
  course: SizePoint[] = [];
  /** Committed so far. */
  tests = 0;
  /** Of its commands, once they are settled. */
  rules: readonly SettledRule[] = [];
  /** Time of the search before this process, ms. */
  earlierMs = 0;
  end?: EndTold;
}

/** After fewer tests nothing can be said of how many follow. */
const fewestTold = 8;

export class Progress extends State {
  calibrated: Calibrated | undefined;
  crew: Crew | undefined;
  running = true;
  phase = '';
  paused = false;
  /** Why it has paused itself: one sentence with the remedy. */
  problem: string | undefined;
  /** Committed before the run was resumed. */
  earlierTests = 0;
  /** Tests of this process that held; the wall times of all, ms. */
  held = 0;
  testMs = 0;
  /** Tests of this process that were ended. */
  timeouts = 0;
  /** The next tests will gain little: the result so far is worth a look. Once true, it stays so. */
  isGoodEnough = false;
  started: Started | undefined;
  /** Of a flaky test: in how many runs the smallest input so far showed the bug. */
  shown: Tally | undefined;
  /** Of that input, the number that is to become small. */
  number: number | undefined;
  /** The last one, and the time of the search then, ms. */
  private estimate: { readonly at: number; readonly ms: number } | undefined;
  private expected: number | undefined;

  constructor(protected readonly clock: Pick<Clock, 'ms' | 'start' | 'stop'> = new Clock()) {
    super();
  }

  add(event: PlainEvent | Smaller): void {
    switch (event.event) {
      case 'started':
        return this.begin(event);
      case 'calibrated':
        this.calibrated = event;
        this.rules = event.rules;
        if (!this.paused) this.clock.start();
        return;
      case 'paused':
        return this.setPaused(true, event.problem);
      case 'resumed':
        if (event.journal) this.addEarlier(event.journal);
        if (this.tests === 0) this.earlierTests = this.tests = event.tests;
        return this.setPaused(false);
      case 'phase':
        this.phase = event.label;
        return;
      case 'candidate':
        return this.count(event);
      case 'accepted':
        if (event.files !== undefined && this.files) this.files = { ...this.files, after: event.files };
        [this.shown, this.number] = [event.shown, event.number];
        return this.addSize(event.tests, event.tokens);
      case 'narrowed':
        this.shown = event.shown;
        return this.addSize(event.tests, event.changes);
      case 'cluster':
        this.crew = crewOf(event);
    }
  }

  /** Time of the search in this process, without pauses. */
  get ms(): number {
    return this.clock.ms;
  }

  /** Sizes in words; undefined while nothing is known. */
  get extent(): string | undefined {
    return extentOf(this);
  }

  /** Tests that the search expects to need still, if that can be said. */
  get testsExpected(): number | undefined {
    if (!this.running || this.paused || this.expected === undefined || this.tests < fewestTold) return undefined;
    return testsLeft(this.tests, this.expected - this.tests);
  }

  /** Of a test whose user waits for each: its time on the original, ms. Undefined for a quick one, and as soon as there is an estimate. */
  get slowMs(): number | undefined {
    const ms = this.calibrated?.ms ?? 0;
    return ms >= slow && this.msExpected === undefined ? ms : undefined;
  }

  /** Is the last estimate older than its own length? */
  get isLate(): boolean {
    const { at, ms } = this.estimate ?? { at: Infinity, ms: 0 };
    return this.running && this.ms - at > ms;
  }

  /** The time that those take at the pace of the second half so far: tests of a shorter text are faster. */
  get msExpected(): number | undefined {
    const { testsExpected, course, tests, earlierMs, ms } = this;
    const half = course.findLast((point) => point.tests <= tests / 2);
    if (testsExpected === undefined || !half || tests === 0) return undefined;
    return (testsExpected * (earlierMs + ms - half.ms)) / (tests - half.tests);
  }

  private begin(event: Started): void {
    const { search, difference, files, tokens } = event;
    this.started = event;
    this.search = search;
    if (difference) this.unit = difference.unit;
    if (files) this.files = { before: files.length, after: files.length };
    this.course.push({ tests: 0, ms: 0, size: difference?.changes ?? tokens });
  }

  private count(event: Extract<PlainEvent, { readonly event: 'candidate' }>): void {
    const { cached, ms, verdict, tests, expected } = event;
    this.tests = tests;
    this.expected = expected;
    this.isGoodEnough ||= this.unit === 'tokens' && isGoodEnough(this.course, tests);
    if (cached) return;
    this.testMs += ms;
    if (verdict === 'holds') this.held++;
    if (event.timedOut) this.timeouts++;
    const left = this.msExpected;
    this.estimate = left === undefined ? undefined : { at: this.ms, ms: left };
  }

  private addSize(tests: number, size: number): void {
    this.course.push({ tests, ms: this.earlierMs + this.ms, size });
  }

  /** Tests at once share their time. */
  private addEarlier({ ms, course }: Earlier): void {
    const jobs = this.calibrated?.jobs ?? 1;
    for (const { tests, ms, tokens } of course) this.course.push({ tests, ms: ms / jobs, size: tokens });
    this.earlierMs = ms / jobs;
  }

  private setPaused(paused: boolean, problem?: string): void {
    this.paused = paused;
    this.problem = problem;
    if (paused) this.clock.stop();
    else if (this.calibrated) this.clock.start();
  }
}

/** A test that a person notices, ms. */
const slow = 2000;

export function endsOf({ course }: Pick<State, 'course'>): BeforeAndAfter {
  return { before: course[0]?.size ?? 0, after: course.at(-1)?.size ?? 0 };
}

/** Sizes in words; undefined while nothing is known. */
export function extentOf(state: State): string | undefined {
  const { unit, files, rules } = state;
  const ends = endsOf(state);
  if (unit !== 'tokens') return rules.length > 0 ? apart({ changes: ends.after, unit }) : undefined;
  return ends.before === 0 ? undefined : sizes(ends, files);
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

/** The workers of a run on a cluster. */
export type Crew = ReturnType<typeof crewOf>;

/** `slots`: tests at once; `waiting`: tests that no worker has a slot for; `silentMs`: unset if Redis answers. */
export function crewOf({ workers, asked, silentMs }: ClusterStatus) {
  const working = workers.filter(({ state }) => state === 'working');
  const slots = working.reduce((sum, one) => sum + one.slots, 0);
  return { workers, working: working.length, slots, waiting: Math.max(0, asked - slots), silentMs };
}

/** `3 workers, 8 tests at once, 2 waiting`, or for how long Redis has been silent. */
export function crewWords({ working, slots, waiting, silentMs }: Crew): string {
  if (silentMs !== undefined) return l10n.t('Redis has been silent for {0} s', Math.round(silentMs / 1000));
  const rest = waiting === 0 ? '' : `, ${l10n.t('{0} waiting', waiting)}`;
  return `${workerCount(working, slots)}${rest}`;
}

function workerCount(workers: number, slots: number): string {
  if (workers === 0) return l10n.t('no workers');
  if (workers > 1) return l10n.t('{0} workers, {1} tests at once', workers, slots);
  return slots === 1 ? l10n.t('1 worker, 1 test at once') : l10n.t('1 worker, {0} tests at once', slots);
}
