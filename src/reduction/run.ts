/** A whole run, whatever its subject: calibrate, search, confirm. What happens is told as events. */
import * as l10n from '@vscode/l10n';
import { adaptiveTimeout, fixedTimeout } from '../oracle/calibration/timeout';
import type { Content } from '../oracle/content';
import type { Pass } from '../oracle/passes/passes';
import type { Property } from '../oracle/property';
import { tellPauses } from './controls';
import { crowdingOf } from './drive/loops';
import { settled } from './ending/settle';
import { trivialNotice } from './ending/trivial';
import type { Ending, EndTold } from './events/events';
import type { Job } from './job';
import { Journal, requireUsable } from './journal/journal';
import { RunLimits } from './limits';
import { lendingPasses } from './passes';
import { modeOf } from './plan';
import { calibratedOnce, describedCommands, endOf, tellingFailure, withProperty } from './session';
import { unmeasured, type Measured, RunState, Trail } from './state';
import { searchedAgain, type Subject } from './subjects/subject';
import { walk, type Run, type WalkEnd, type Walking } from './walk';

interface Reduced<S, E extends EndTold> {
  readonly finished: E;
  readonly state: S;
  /** The very bytes that were tested last; of an isolation those that fail, and those that pass. */
  readonly content: Content;
  readonly passing?: Content;
}

export interface Watching extends Pick<Run<never, never>, 'onBest'> {
  /** For verdicts that do not come from the job's commands. */
  readonly withProperty?: typeof withProperty;
  /** Those of a run that has begun before its search was known; it ends with this one. */
  readonly limits?: RunLimits;
}

/** An abort of `signal` ends it at once with the best result so far. Throws `JobError` and `OracleError`. */
export function runSubject<C extends object, S, E extends EndTold>(
  job: Job<unknown>,
  watching: Watching & Pick<Run<C, S>, 'onEvent' | 'signal' | 'controls'>,
  open: (passes: readonly Pass[]) => Promise<Subject<C, S, E>>,
): Promise<Reduced<S, E>> {
  const { onEvent, withProperty: lend = withProperty } = watching;
  const limits = watching.limits ?? new RunLimits(job.limits, watching.signal, watching.controls);
  const work = async (passes: readonly Pass[]) => {
    const subject = await open(passes);
    try {
      await requireUsable(job.journal, subject.identity);
      return await lend(job, subject.target, subject.input.input, onEvent, (property) =>
        toEnd({ ...watching, job, property, limits }, subject),
      );
    } finally {
      subject.dispose();
    }
  };
  return tellingFailure(onEvent, () => lendingPasses(job, onEvent, work)).finally(() => limits.release());
}

/** Tests of a verification, and of other texts than the result. */
const mostAtEnd = 12;

async function toEnd<C extends object, S, E extends EndTold>(
  watching: Pick<Run<C, S>, 'job' | 'property' | 'onEvent' | 'signal' | 'controls' | 'limits' | 'onBest'>,
  subject: Subject<C, S, E>,
): Promise<Reduced<S, E>> {
  const { job, property, onEvent, signal, limits } = watching;
  const began = performance.now();
  onEvent({ event: 'started', ...subject.started, oracle: describedCommands(job.oracle) });
  const journal = job.journal && (await Journal.open(job.journal, subject.identity, onEvent));
  const { original } = subject;
  const state = new RunState(subject, onEvent, journal);
  const run = { ...watching, subject, journal, state, trail: new Trail<S, C>(original), answers: new Map() };
  const found = await search(run);
  const end = await settled(run, found);
  if (end.state !== state.current)
    onEvent(subject.told(end.state, subject.sizeOf(end.state), state.current, state.counts.tests));
  if (end.flaky) onEvent({ event: 'notice', message: end.flaky });
  // A function has no output of which more can be demanded, and may rely on texts like its input.
  const isRoom = limits.left(found.measured, state.counts.tests) >= mostAtEnd;
  const isAsked = isRoom && !signal.aborted && job.oracle.kind !== 'function';
  const notice = isAsked ? await trivialNotice(run, end, found.measured).catch(() => undefined) : undefined;
  const doubt = notice ?? job.doubt;
  if (doubt) onEvent({ event: 'notice', message: doubt });
  property.far?.tell();
  const finished = subject.ended(end.state, { ...endOf(run, began, found, end), notice: doubt });
  onEvent(finished);
  const [content, passing] = [subject.contentOf(end.state), subject.passingOf?.(end.state)];
  return { finished, state: end.state, content, passing };
}

/** Calibrates and walks the search; an abort on the way leaves the best so far. */
async function search<C extends object, S>(run: Run<C, S>): Promise<WalkEnd & { readonly measured: Measured }> {
  const { job, signal, controls, onEvent, property, state, journal, limits } = run;
  let release = () => {};
  const quiet = tellPauses(controls, onEvent, state.counts);
  let ending: Ending | undefined;
  try {
    const measured = await limits.before(() => calibratedOnce(run));
    const { timeoutMs } = job.tests;
    const mode = modeOf(job, measured.cores, property.far);
    const crowding = property.far ? 1 : crowdingOf(mode.jobs, measured.cores);
    const timeout = timeoutMs === undefined ? adaptiveTimeout(measured, crowding) : fixedTimeout(timeoutMs);
    const { stop, maxTests } = limits.search(measured);
    ({ release } = stop);
    const found = await walks(run, { timeout, maxTests, mode, stop: stop.signal });
    ending = found.ending;
    return { ...found, measured: { ...measured, timeoutMs: found.timeoutMs } };
  } catch (error) {
    if (!signal.aborted) throw error;
    ending = 'interrupted';
    return { ending, measured: unmeasured };
  } finally {
    state.resumed();
    release();
    quiet();
    journal?.close(ending);
  }
}

/**
 * A thorough search begins again from the original until a round brings nothing. When the last one has ended, a fresh search from the
 * result tests what timed out again, with twice the time. Verdicts are remembered, so that only what is new is tested.
 */
async function walks<C extends object, S>(run: Run<C, S>, walking: Walking) {
  const { subject, state } = run;
  const { again } = subject;
  let best = await walk(run, walking);
  for (let round = 2; again && best.ending === 'done'; round++) {
    const before = state.current;
    const smaller = { ...run, subject: searchedAgain(subject, again, before) };
    best = await walk(smaller, walking, (label) => l10n.t('Round {0}: {1}', round, label));
    if (state.current === before) break;
  }
  const { most } = walking.timeout;
  const second = best.ending === 'done' ? secondChance(run, walking, run.job.tests.timeoutMs) : undefined;
  if (!second) return { ...best, timeoutMs: most };
  const found = await walk(run, { ...walking, ...second }, onceMoreLabel);
  return { ...found, timeoutMs: Math.max(most, second.timeout.most) };
}

export const onceMoreLabel = () => l10n.t('Repeating tests that timed out');

/** Forgets what timed out; undefined if nothing did or no test is left. A time-out that the user has chosen is not doubled. */
export function secondChance(
  {
    property,
    journal,
    answers,
  }: Pick<Run<object, unknown>, 'answers'> & {
    readonly property: Pick<Property, 'forgetTimeouts'>;
    readonly journal?: Journal;
  },
  { timeout, maxTests }: Pick<Walking, 'timeout' | 'maxTests'>,
  userTimeoutMs?: number,
): Pick<Walking, 'timeout' | 'maxTests'> | undefined {
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
  };
}
