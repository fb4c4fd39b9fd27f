/** A whole run, whatever its subject: calibrate, search, confirm. What happens is told as events. */
import { adaptiveTimeout, fixedTimeout } from '../oracle/calibration/timeout';
import { calibratedOnce } from './calibrateSubject';
import { deadline, tellPauses } from './controls';
import type { Ending, EndTold } from './events/events';
import type { Job } from './job';
import { Journal, requireUsable } from './journal/journal';
import { onceMoreLabel, secondChance, type WalkLimits } from './ending/onceMore';
import { crowdingOf } from './drive/loops';
import { modeOf } from './plan';
import { describedCommands, endOf, tellingFailure, unmeasured, withProperty, type Measured } from './session';
import { settledRun, trivialNotice } from './ending/runEnd';
import type { Subject } from './subjects/subject';
import { labelTeller, noCounts } from './events/tell';
import { walkedInRounds } from './rounds';
import { walked, type Walkable, type Walking } from './walked';
import { Trail } from './ending/trail';

interface Reduced<C extends object, S, E extends EndTold> {
  readonly finished: E;
  readonly state: S;
  readonly subject: Subject<C, S, E>;
}

export interface Watching<C extends object, S> extends Pick<
  Walkable<C, S, EndTold>,
  'onEvent' | 'signal' | 'controls' | 'onCommit' | 'onBest'
> {
  /** For verdicts that do not come from the job's commands. */
  readonly withProperty?: typeof withProperty;
}

/** All that the parts of one run need. */
interface SubjectRun<C extends object, S, E extends EndTold> extends Watching<C, S>, Walkable<C, S, E> {
  readonly job: Job<unknown>;
}

/** An abort of `signal` ends it at once with the best result so far. Throws `JobError` and `OracleError`. */
export function reduceSubject<C extends object, S, E extends EndTold>(
  job: Job<unknown>,
  open: () => Promise<Subject<C, S, E>>,
  watching: Watching<C, S>,
): Promise<Reduced<C, S, E>> {
  const lend = watching.withProperty ?? withProperty;
  return tellingFailure(watching.onEvent, async () => {
    const subject = await open();
    try {
      await requireUsable(job.journal, subject.identity);
      const trail = new Trail(subject.original);
      return await lend(job, subject.target, subject.input.input, watching.onEvent, (property) =>
        toEnd({ ...watching, job, subject, property, search: noCounts(), trail, refused: {} }),
      );
    } finally {
      subject.dispose();
    }
  });
}

async function toEnd<C extends object, S, E extends EndTold>(run: SubjectRun<C, S, E>): Promise<Reduced<C, S, E>> {
  const { job, subject, property, onEvent } = run;
  const began = performance.now();
  onEvent({ event: 'started', ...subject.started, oracle: describedCommands(job.oracle) });
  const found = await searched(run);
  const end = await settledRun(run, found);
  const { state } = end;
  if (state !== found.state) onEvent(subject.told(state, subject.sizeOf(state), found.state, run.search.tests));
  if (end.flaky) onEvent({ event: 'notice', message: end.flaky });
  // A function has no output of which more can be demanded, and may rely on texts like its input.
  const notice =
    run.signal.aborted || job.oracle.kind === 'function'
      ? undefined
      : await trivialNotice(property, subject, end, { ...found.measured, signal: run.signal }).catch(() => undefined);
  if (notice) onEvent({ event: 'notice', message: notice });
  property.far?.tell();
  const finished = subject.ended(state, { ...endOf(run, began, found, end), notice });
  onEvent(finished);
  return { finished, state, subject };
}

interface Searched<S> {
  readonly ending: Ending;
  readonly problem?: string;
  readonly state: S;
  readonly measured: Measured;
  /** Committed verdicts, in their order. */
  readonly answers: WalkLimits['answers'];
}

/** Calibrates and walks the search; an abort on the way leaves the best so far. */
async function searched<C extends object, S, E extends EndTold>(run: SubjectRun<C, S, E>): Promise<Searched<S>> {
  const { job, subject, signal, controls, onEvent } = run;
  const timer = deadline(signal, job.limits.maxMs, controls);
  const quiet = tellPauses(controls, onEvent, run.search);
  const journal = job.journal && (await Journal.open(job.journal, subject.identity, onEvent));
  let ending: Ending | undefined;
  try {
    const measured = await calibratedOnce(run, journal);
    const { timeoutMs } = job.tests;
    const { maxTests } = job.limits;
    const { far } = run.property;
    const mode = modeOf(job, measured.cores, far);
    const crowding = far ? 1 : crowdingOf(mode.jobs, measured.cores);
    const timeout = timeoutMs === undefined ? adaptiveTimeout(measured, crowding) : fixedTimeout(timeoutMs);
    const limits = { timeout, maxTests, answers: new Map() };
    const found = await walkedTwice({ ...run, journal, mode }, limits, timer.signal);
    ending = found.ending;
    return { ...found, measured: { ...measured, timeoutMs: found.timeoutMs }, answers: limits.answers };
  } catch (error) {
    if (!signal.aborted) throw error;
    ending = 'interrupted';
    return { ending, state: subject.original, measured: unmeasured, answers: new Map() };
  } finally {
    timer.release();
    quiet();
    await journal?.close(ending);
  }
}

/** Walks the search; if it ends and some tests timed out, one from its result. */
async function walkedTwice<C extends object, S, E extends EndTold>(
  run: Walking<C, S, E> & { readonly job: Job<unknown> },
  limits: WalkLimits,
  stop: AbortSignal,
): Promise<Omit<Searched<S>, 'measured' | 'answers'> & { readonly timeoutMs: number }> {
  const { property, job } = run;
  const tellPhase = labelTeller(run.onEvent);
  const first = await walkedInRounds(run, limits, { stop, onPhase: tellPhase });
  const second = first.ending === 'done' ? secondChance(property, limits, job.tests.timeoutMs) : undefined;
  if (!second) return { ...first, timeoutMs: limits.timeout.most };
  const found = await walked(run, first.state, second, { stop, onPhase: () => tellPhase(onceMoreLabel()) });
  return { ...found, timeoutMs: Math.max(limits.timeout.most, second.timeout.most) };
}
