/** A run, and the state that it has brought its subject to, and what that cost. Each verdict and each new state is told. */
import type { Content } from '../oracle/content';
import { type Tally, untold } from '../oracle/judging/repeat';
import type { OracleAnswer } from '../oracle/oracle';
import type { Property } from '../oracle/property';
import type { Controls } from './controls';
import type { Commit } from './drive/drive';
import type { Confirmation } from './ending/confirm';
import type { OtherFailures } from './ending/otherFailures';
import type { Earlier, Listener } from './events/events';
import type { Job } from './job';
import type { Journal } from './journal/journal';
import type { RunLimits } from './limits';
import type { Subject, SubjectSize } from './subjects/subject';

export interface Run {
  readonly job: Job<unknown>;
  readonly subject: Subject;
  readonly property: Property;
  readonly state: RunState;
  readonly trail: Trail;
  /** Committed verdicts of all walks, in their order. */
  readonly answers: Map<string, OracleAnswer>;
  readonly others: OtherFailures;
  readonly journal: Journal | undefined;
  readonly onEvent: Listener;
  /** The user's: ends the run at once. */
  readonly signal: AbortSignal;
  readonly limits: RunLimits;
  readonly controls: Controls;
  /** Called with each better result. */
  readonly onBest?: (contentOf: () => Content) => void;
}

/** The verdicts of a journal, with which a resumed run begins, are told in one go. */
export class RunState {
  /** Verdicts that the search has committed. */
  readonly counts = { tests: 0, cacheHits: 0 };
  /** Oracle processes of the processes before this one, and the sum of their times, ms. */
  readonly earlier = { runs: 0, ms: 0 };
  current: unknown;
  size: SubjectSize;
  /** Deviation of the number that is to become small, if it differs from run to run. */
  noise?: number;
  /** That number, of states. */
  private readonly numbers = new WeakMap<object, number>();
  private number: number | undefined;
  private readonly course: Earlier['course'][number][] = [];
  private label = '';

  constructor(
    private readonly subject: Pick<Subject, 'original' | 'sizeOf' | 'told'>,
    private readonly onEvent: Listener,
    private replay: { readonly isReplaying: boolean } | undefined,
  ) {
    this.current = subject.original;
    this.size = subject.sizeOf(this.current);
    if (!replay?.isReplaying) this.replay = undefined;
  }

  /** `next`: the state that the verdict leads to; undefined if that is the same. */
  commit({ answer, cached, recorded, expected }: Omit<Commit<unknown>, 'candidate'>, next: unknown): void {
    const { verdict, ms, timedOut } = answer;
    if (!cached && !recorded) this.resumed();
    const { counts } = this;
    if (cached) counts.cacheHits++;
    else counts.tests++;
    if (recorded) {
      this.earlier.runs++;
      this.earlier.ms += ms;
    }
    const facts = { verdict, cached, ms, ...(timedOut && { timedOut }), tests: counts.tests, expected };
    if (!this.replay) this.onEvent({ event: 'candidate', ...facts });
    if (next !== undefined) {
      this.measured(next, answer.value);
      this.become(next, answer.tally);
    }
    if (this.replay?.isReplaying === false) this.resumed();
  }

  measured(state: unknown, number: number | undefined): void {
    if (number !== undefined) this.numbers.set(state as object, number);
    this.number = number ?? this.number;
  }

  numberOf(state: unknown): number | undefined {
    return this.numbers.get(state as object) ?? this.number;
  }

  /** `shown`: of a flaky test, how often the bug showed. */
  become(state: unknown, shown?: Tally): void {
    const size = this.subject.sizeOf(state);
    const number = (this.number = this.numberOf(state));
    if (this.replay) this.course.push({ tests: this.counts.tests, ms: this.earlier.ms, tokens: size.tokens });
    else
      this.onEvent({
        ...this.subject.told(state, size, this.current, this.counts.tests),
        shown,
        ...(number !== undefined && { number }),
      });
    this.current = state;
    this.size = size;
  }

  enter(label: string): void {
    if (label === this.label) return;
    this.label = label;
    if (!this.replay) this.onEvent({ event: 'phase', label });
  }

  skip(label: string): void {
    if (!this.replay) this.onEvent({ event: 'skipped', label });
  }

  /** The journal tells no more: tells what it led to. */
  resumed(): void {
    if (!this.replay) return;
    this.replay = undefined;
    const { subject, current, size, counts, earlier, course, label, onEvent } = this;
    onEvent({ event: 'resumed', tests: counts.tests, journal: { ms: earlier.ms, course } });
    if (course.length > 0) onEvent(subject.told(current, size, subject.original, counts.tests));
    if (label) onEvent({ event: 'phase', label });
  }
}

/** A state of a search with a flaky test, and its runs. */
export interface Shown {
  readonly state: unknown;
  tally: Tally;
  certificate?: Confirmation;
  /** How often the search came back to it, and had come no further. */
  returns?: number;
}

/** A state is kept if it has at most so much of the one that was kept before it. */
const step = 0.8;

/**
 * The states that a search has gone through, for the case that its result turns out to be wrong: some of them, so that the way back
 * is not long and little is lost on it, and the last one of which it is known that the test still refused something after it.
 */
export class Trail {
  /** The candidate that was refused last. */
  lastRefused: object | undefined;
  /** Candidates that were refused since a state held. */
  row = 0;
  /** The last state before the test has refused something for the last time. */
  lastSure: unknown;
  /** Each much smaller than the one before it; the first is the original. */
  private readonly milestones: unknown[];
  private smallest = Infinity;
  /** Of a flaky test: states that show the bug often enough, as far as is known. The first one is the original. */
  readonly trusted: Shown[];
  /** States since the last of them. */
  since: Shown[] = [];
  /** Keys of contents that show the bug too seldom. */
  readonly refuted = new Set<string>();

  constructor(private last: unknown) {
    this.lastSure = last;
    this.milestones = [last];
    this.trusted = [{ state: last, tally: untold }];
  }

  /** The state held. `size`: in any unit; `shown`: of a flaky test. */
  held(state: unknown, size: number, shown?: Tally): void {
    if (shown) this.since.push({ state, tally: shown });
    if (size <= step * this.smallest) {
      this.milestones.push(state);
      this.smallest = size;
    }
    [this.last, this.row] = [state, 0];
  }

  /** The test has turned out to be flaky, as these runs of the original tell. */
  waver(tally: Tally): void {
    this.trusted[0].tally = tally;
    if (this.since.length > 0 || this.last === this.milestones[0]) return;
    this.since = [...this.earlier.slice(1), this.last].map((state) => ({ state, tally: untold }));
  }

  /** The last of so many states is trusted, and the search goes on from there. */
  trust(states: number): void {
    if (states > 0) this.trusted.push(this.since[states - 1]);
    this.since = [];
    this.goOn();
  }

  /** The search goes on from the last trusted state. */
  goOn(): void {
    const { state } = this.trusted.at(-1)!;
    [this.last, this.lastSure, this.row] = [state, state, 0];
  }

  /** What held before was tested by an oracle that can say no. */
  refused(candidate?: object): void {
    this.lastSure = this.last;
    this.row++;
    this.lastRefused = candidate ?? this.lastRefused;
  }

  /** From the original to ever smaller ones, without the last. */
  get earlier(): readonly unknown[] {
    return this.milestones.filter((state) => state !== this.last);
  }
}
