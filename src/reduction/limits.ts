/**
 * The limits of a run hold for all of it: calibration, search and verification. How many tests fit is known after the first one; then
 * calibration and verification get their share, and the search gets the rest. Pauses do not count.
 */
import * as l10n from '@vscode/l10n';
import type { PropertyCalibration } from '../oracle/calibration/calibrateProperty';
import type { Tally } from '../oracle/judging/repeat';
import { Clock, type Controls, deadline } from './controls';
import type { ChildController } from './drive/pool';
import { JobError, type Limits } from './job';

/** How the unchanged input did, the times of a test and its time-out, ms, and the cores that it keeps busy. */
export type Measured = Tally &
  Pick<PropertyCalibration, 'ms' | 'timeoutMs' | 'cores' | 'tests' | 'wrong' | 'value' | 'noise'>;

export const unmeasured: Measured = { held: 0, runs: 0, ms: 0, timeoutMs: 0, cores: 1 };

/** Fewer tests than these cannot find anything. */
const fewest = 4;

/** Tests at the end may take a little longer than those at the beginning. */
const slack = 1.2;

export class RunLimits {
  private readonly clock = new Clock();
  private readonly whole: ChildController;
  private tests: number;
  /** When the first test had ended, and how long one takes with all that is around it, ms. */
  private first = NaN;
  private testMs = 0;
  /** Tests that calibration has taken. */
  private calibration = 0;

  private readonly limits: Limits;

  constructor(
    private readonly given: Limits,
    private readonly parent: AbortSignal,
    private readonly controls: Controls,
  ) {
    const { maxMs, maxTests, share = 1 } = given;
    this.limits = { ...given, maxMs: maxMs && share * maxMs, maxTests: maxTests && Math.ceil(share * maxTests) };
    this.tests = this.limits.maxTests ?? Infinity;
    this.whole = deadline(parent, this.limits.maxMs, controls, this.clock);
  }

  /** Aborted by the user, or when the time of the run is over. */
  get signal(): AbortSignal {
    return this.whole.signal;
  }

  get isOver(): boolean {
    return this.signal.aborted && !this.parent.aborted;
  }

  /** Called once, with the time of the first test, ms: how often the unchanged input is tested. Throws `JobError` if nothing else fits. */
  readonly calibrationRuns = (ms: number): number => {
    this.first = Math.min(this.clock.ms, this.first || Infinity);
    const fitting = 1 + this.fitting(ms);
    if (fitting < fewest) throw tooShort(this.given, Math.max(ms, this.first));
    this.tests = Math.min(this.tests, fitting);
    // One of them is of the empty input.
    return this.planFor(this.tests).calibration - 1;
  };

  /** How often a flaky test runs on the unchanged input, at most: its rate is worth a share of the tests. */
  readonly learningRuns = (): number => this.tests / 8;

  private fitting(ms: number): number {
    return Math.round(((this.limits.maxMs ?? Infinity) - this.clock.ms) / Math.max(1, ms));
  }

  /** The share of a run with so many tests: of the unchanged input (with the empty one), and of the result (with both of them). */
  private planFor(tests: number) {
    // A resumed run has its calibration behind it.
    const few = Number.isNaN(this.first) ? 6 : 12;
    return { calibration: tests < 20 ? 2 : 4, verification: tests < few ? 0 : tests < 40 ? 3 : 7 };
  }

  /** What is left for the search. */
  search({ ms, runs, tests = 0 }: Pick<Measured, 'ms' | 'runs' | 'tests'>) {
    const { maxMs, maxTests } = this.limits;
    // Else nothing would be left of a short time to come to what the journal knows.
    if (Number.isNaN(this.first)) this.tests = Math.min(this.tests, this.fitting(ms));
    const { calibration, verification } = this.planFor(this.tests);
    // After the first run there were the others, and one of the empty input.
    this.testMs = Math.max(ms, (this.clock.ms - this.first) / runs || 0);
    const most = maxMs && Math.max(0, maxMs - slack * this.testMs * verification);
    const stop = deadline(this.signal, most, this.controls, this.clock);
    this.controls.finishing.addEventListener('abort', stop.abort, { once: true });
    this.calibration = Math.max(calibration, tests);
    const kept = this.calibration + this.planFor(maxTests ?? 0).verification;
    return { stop, maxTests: maxTests && Math.max(0, maxTests - kept) };
  }

  /** Tests that fit after so many of the search, if one takes that many ms. */
  left({ ms }: Pick<Measured, 'ms'>, searched: number): number {
    const { maxMs = Infinity, maxTests = Infinity } = this.limits;
    const { verification } = this.planFor(this.tests);
    // What was planned may well fit, though the last test of the search took its time to end.
    const each = Math.max(1, ms, this.testMs);
    const inTime = this.isOver ? 0 : Math.max(verification, Math.floor((maxMs - this.clock.ms) / each));
    // A resumed run may begin beyond the limit.
    return Math.min(inTime, Math.max(this.planFor(maxTests).verification, maxTests - this.calibration - searched));
  }

  /** What a search needs to begin. If there was no time for it, that is the reason of its error. */
  async before<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await work(this.signal);
    } catch (error) {
      throw this.isOver ? tooShort(this.given, this.clock.ms, !(this.first > 0)) : error;
    }
  }

  release(): void {
    this.whole.release();
  }
}

/** `ms`: what the test has taken, at least; or what came before it, if that is `early`. */
function tooShort({ maxMs = 0, share = 1 }: Limits, ms: number, early = false): JobError {
  const inSeconds = (value: number) =>
    String(value < 9950 ? Number((value / 1000).toPrecision(2)) : Math.ceil(value / 1000));
  const enough = Math.ceil(((early ? 3 : 20) * ms) / 1000 / share);
  const [limit, each] = [inSeconds(maxMs), inSeconds(ms)];
  return new JobError(
    early
      ? l10n.t(
          'The limit of {0} s was over before the first test of a candidate: allow more (‹maxTime={1}›).',
          limit,
          enough,
        )
      : l10n.t(
          'A limit of {0} s leaves no time for a search: a test of the unchanged input takes {1} s, so allow at least {2} s (‹maxTime={2}›).',
          ...[limit, each, enough],
        ),
  );
}

/** Of two runs that have their limits together, the share of the first one. */
const firstShare = 2 / 3;

export const firstOfTwo = (limits: Limits): Limits => ({ ...limits, share: firstShare });

/** `spent`: by the first one, ms. */
export function secondOfTwo({ maxMs, maxTests }: Limits, spent: number): Limits {
  return {
    maxMs: maxMs && Math.max(1, maxMs - spent),
    maxTests: maxTests && Math.max(1, maxTests - Math.ceil(maxTests * firstShare)),
  };
}
