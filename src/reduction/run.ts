/** A whole run, whatever its subject: calibrate, search, confirm. What happens is told as events. */
import * as l10n from '@vscode/l10n';
import { adaptiveTimeout, fixedTimeout } from '../oracle/calibration/timeout';
import type { Property } from '../oracle/property';
import { calibratedOnce, describedCommands, endOf, tellingFailure, withProperty } from './session';
import { deadline, tellPauses } from './controls';
import { crowdingOf } from './drive/loops';
import { settled, unmeasured, type Measured } from './ending/settle';
import { trivialNotice } from './ending/trivial';
import type { Ending, EndTold } from './events/events';
import type { Job } from './job';
import { Journal, requireUsable } from './journal/journal';
import { modeOf } from './plan';
import { RunState, Trail } from './state';
import type { Subject } from './subjects/subject';
import { walk, type WalkEnd, type Walking, type WalkLimits } from './walk';

interface Reduced<C extends object, S, E extends EndTold> {
  readonly finished: E;
  readonly state: S;
  readonly subject: Subject<C, S, E>;
}

export interface Watching<C extends object, S> extends Pick<
  Walking<C, S>,
  'onEvent' | 'signal' | 'controls' | 'onBest'
> {
  /** For verdicts that do not come from the job's commands. */
  readonly withProperty?: typeof withProperty;
}

/** An abort of `signal` ends it at once with the best result so far. Throws `JobError` and `OracleError`. */
export function runSubject<C extends object, S, E extends EndTold>(
  job: Job<unknown>,
  open: () => Promise<Subject<C, S, E>>,
  watching: Watching<C, S>,
): Promise<Reduced<C, S, E>> {
  const { onEvent } = watching;
  const lend = watching.withProperty ?? withProperty;
  return tellingFailure(onEvent, async () => {
    const subject = await open();
    try {
      await requireUsable(job.journal, subject.identity);
      return await lend(job, subject.target, subject.input.input, onEvent, (property) =>
        toEnd(job, subject, property, watching),
      );
    } finally {
      subject.dispose();
    }
  });
}

async function toEnd<C extends object, S, E extends EndTold>(
  job: Job<unknown>,
  subject: Subject<C, S, E>,
  property: Property,
  watching: Watching<C, S>,
): Promise<Reduced<C, S, E>> {
  const { onEvent, signal } = watching;
  const began = performance.now();
  onEvent({ event: 'started', ...subject.started, oracle: describedCommands(job.oracle) });
  const run = { ...watching, job, subject, property, trail: new Trail(subject.original), refused: {} };
  const found = await search(run);
  const end = await settled(run, found);
  const { state } = end;
  if (state !== found.state) onEvent(subject.told(state, subject.sizeOf(state), found.state, found.counts.tests));
  if (end.flaky) onEvent({ event: 'notice', message: end.flaky });
  // A function has no output of which more can be demanded, and may rely on texts like its input.
  const isAsked = !signal.aborted && job.oracle.kind !== 'function';
  const notice = isAsked
    ? await trivialNotice(property, subject, end, { ...found.measured, signal }).catch(() => undefined)
    : undefined;
  if (notice) onEvent({ event: 'notice', message: notice });
  property.far?.tell();
  const finished = subject.ended(state, { ...endOf(run, began, found, end), notice });
  onEvent(finished);
  return { finished, state, subject };
}

interface Searched<S> extends WalkEnd<S>, Pick<RunState<S>, 'counts' | 'earlier'>, Pick<WalkLimits, 'answers'> {
  readonly measured: Measured;
}

type Opened<C extends object, S> = Omit<Walking<C, S>, 'state' | 'stop' | 'journal' | 'mode'> & {
  readonly job: Job<unknown>;
};

/** Calibrates and walks the search; an abort on the way leaves the best so far. */
async function search<C extends object, S>(opened: Opened<C, S>): Promise<Searched<S>> {
  const { job, subject, signal, controls, onEvent, property } = opened;
  const timer = deadline(signal, job.limits.maxMs, controls);
  const journal = job.journal && (await Journal.open(job.journal, subject.identity, onEvent));
  const state = new RunState(subject, onEvent, journal);
  const { counts, earlier } = state;
  const quiet = tellPauses(controls, onEvent, counts);
  const answers = new Map();
  let ending: Ending | undefined;
  try {
    const measured = await calibratedOnce(opened, journal);
    const { timeoutMs } = job.tests;
    const mode = modeOf(job, measured.cores, property.far);
    const crowding = property.far ? 1 : crowdingOf(mode.jobs, measured.cores);
    const timeout = timeoutMs === undefined ? adaptiveTimeout(measured, crowding) : fixedTimeout(timeoutMs);
    const run = { ...opened, state, stop: timer.signal, journal, mode };
    const found = await walks(run, { timeout, maxTests: job.limits.maxTests, answers }, timeoutMs);
    ending = found.ending;
    return { ...found, counts, earlier, answers, measured: { ...measured, timeoutMs: found.timeoutMs } };
  } catch (error) {
    if (!signal.aborted) throw error;
    ending = 'interrupted';
    return { ending, state: subject.original, counts, earlier, answers, measured: unmeasured };
  } finally {
    state.resumed();
    timer.release();
    quiet();
    journal?.close(ending);
  }
}

/**
 * A thorough search begins again from the original until a round brings nothing. When the last one has ended, a fresh search from the
 * result tests what timed out again, with twice the time. Verdicts are remembered, so that only what is new is tested.
 */
async function walks<C extends object, S>(
  run: Walking<C, S>,
  limits: WalkLimits,
  userTimeoutMs: number | undefined,
): Promise<WalkEnd<S> & { readonly timeoutMs: number }> {
  const { again } = run.subject;
  let best = await walk(run, limits);
  for (let round = 2; again && best.ending === 'done'; round++) {
    const before = best.state;
    best = await walk({ ...run, subject: again(before) }, limits, (label) => l10n.t('Round {0}: {1}', round, label));
    if (best.state === before) break;
  }
  const { most } = limits.timeout;
  const second = best.ending === 'done' ? secondChance(run, limits, userTimeoutMs) : undefined;
  if (!second) return { ...best, timeoutMs: most };
  const found = await walk(run, second, onceMoreLabel);
  return { ...found, timeoutMs: Math.max(most, second.timeout.most) };
}

export const onceMoreLabel = () => l10n.t('Repeating tests that timed out');

/** Forgets what timed out; undefined if nothing did or no test is left. A time-out that the user has chosen is not doubled. */
export function secondChance(
  { property, journal }: { readonly property: Pick<Property, 'forgetTimeouts'>; readonly journal?: Journal },
  { timeout, maxTests, answers }: WalkLimits,
  userTimeoutMs?: number,
): WalkLimits | undefined {
  const slow = [...answers].filter(([, answer]) => answer.timedOut).map(([key]) => key);
  if (slow.length === 0 || answers.size === maxTests) return undefined;
  property.forgetTimeouts();
  for (const key of slow) {
    answers.delete(key);
    journal?.forget(key);
  }
  return {
    timeout: fixedTimeout(userTimeoutMs ?? 2 * timeout.ms),
    // Forgotten tests have been paid for.
    maxTests: maxTests === undefined ? undefined : maxTests - slow.length,
    answers,
  };
}
