/** A whole run, whatever it makes smaller: calibrate, search, confirm. Files and editors are left to the caller. */
import { OracleError } from '../oracle/calibration/calibrate';
import type { Content } from '../oracle/content';
import type { Pass } from '../oracle/passes';
import type { SourceText } from '../text/source';
import { Controls } from './controls';
import { settled } from './ending/settle';
import { OtherFailures, slipNotice } from './ending/otherFailures';
import { brokenNotice, trivialNotice } from './ending/trivial';
import type { EndTold, Ending, Finished, Isolated, Listener } from './events/events';
import { withMissing } from './folder/missing';
import { type AnyJob, type IsolationJob, type Job, type ReductionJob, isFiles, isolates } from './job';
import { Journal, requireUsable } from './journal/journal';
import { RunLimits } from './limits';
import { lendingPasses } from './passes';
import { search, searchOn } from './run';
import { describedCommands, endOf, withProperty } from './session';
import { type Run, RunState, Trail } from './state';
import { differenceSubject } from './subjects/difference';
import { checkFiles, filesSubject } from './subjects/files';
import { type Subject, textSubject } from './subjects/subject';

export interface Outcome<E extends EndTold = EndTold, S = unknown> {
  readonly finished: E;
  readonly state: S;
  /** The very bytes that were tested last; of an isolation those that fail, and those that pass. */
  readonly content: Content;
  readonly passing?: Content;
}

export interface Watching extends Pick<Run, 'onBest'> {
  /** For verdicts that do not come from the job's commands. */
  readonly withProperty?: typeof withProperty;
  /** Makes a job that can be run of one that must be looked at first, such as a failing test. */
  readonly prepare?: (job: Job | IsolationJob, signal: AbortSignal) => Promise<Job | IsolationJob>;
}

type Rest = [onEvent: Listener, signal: AbortSignal, controls?: Controls, watching?: Watching];

/**
 * Reduces a text or several files, or isolates the difference between two texts. An abort of `signal` ends it at once with the best
 * result so far.
 *
 * Throws `JobError`, `OracleError` and what `prepare` throws (after a `failed` event); other errors come from the file system.
 */
export function reduce(job: IsolationJob, ...rest: Rest): Promise<Outcome<Isolated>>;
export function reduce(job: ReductionJob, ...rest: Rest): Promise<Outcome<Finished, SourceText>>;
export function reduce(job: AnyJob, ...rest: Rest): Promise<Outcome>;
export function reduce(given: AnyJob, ...[onEvent, signal, controls = new Controls(), watching = {}]: Rest) {
  const { withProperty: lend = withProperty, onBest } = watching;
  const limits = new RunLimits(given.limits, signal, controls);
  const work = async () => {
    const job = await limits.before((until) => prepared(given, onEvent, until, watching.prepare));
    return lendingPasses(isolates(job) ? {} : job, onEvent, async (passes) => {
      const subject = await opened(job, passes);
      try {
        await requireUsable(job.journal, subject.identity);
        return await lend(job, subject.target, subject.input.input, onEvent, (property) =>
          toEnd({ ...{ job, subject, property, onEvent, signal, controls, limits, onBest }, answers: new Map() }),
        );
      } finally {
        subject.dispose();
      }
    });
  };
  const tellFailure = (error: Error) => {
    const output = error instanceof OracleError ? error.output : undefined;
    onEvent({ event: 'failed', message: error.message, output });
    throw error;
  };
  return work()
    .catch(tellFailure)
    .finally(() => limits.release());
}

async function prepared(job: AnyJob, onEvent: Listener, until: AbortSignal, prepare: Watching['prepare']) {
  if (!isFiles(job)) return prepare ? prepare(job, until) : job;
  checkFiles(job);
  return withMissing(job, onEvent, until);
}

function opened(job: AnyJob, passes: readonly Pass[]): Promise<Subject> {
  if (isFiles(job)) return filesSubject(job, passes);
  return isolates(job) ? differenceSubject(job) : textSubject(job, passes);
}

/** Tests of a verification, and of other texts than the result. */
const mostAtEnd = 12;

async function toEnd(given: Omit<Run, 'journal' | 'state' | 'trail' | 'others'>): Promise<Outcome> {
  const { job, subject, property, onEvent, signal, limits } = given;
  const began = performance.now();
  onEvent({ event: 'started', ...subject.started, oracle: describedCommands(job.oracle) });
  const journal = job.journal && (await Journal.open(job.journal, subject.identity, onEvent));
  const state = new RunState(subject, onEvent, journal);
  const run = { ...given, journal, state, trail: new Trail(subject.original), others: new OtherFailures() };
  const { found, end } = await searched(run);
  if (end.state !== state.current)
    onEvent(subject.told(end.state, subject.sizeOf(end.state), state.current, state.counts.tests));
  // A function has no output of which more can be demanded, and may rely on texts like its input.
  const isRoom = limits.left(found.measured, state.counts.tests) >= mostAtEnd;
  const isAsked = isRoom && !signal.aborted && job.oracle.kind !== 'function';
  const notice = isAsked ? await trivialNotice(run, end, found.measured).catch(() => undefined) : undefined;
  const doubt = notice ?? job.doubt;
  const isBroken = job.oracle.kind === 'command' && subject.isBroken?.(end.state);
  const hint = doubt ?? (isBroken ? brokenNotice(subject.started.language) : undefined);
  const slip = end.confirmation.failure;
  for (const message of [hint, slip && slipNotice(slip)]) if (message) onEvent({ event: 'notice', message });
  property.far?.tell();
  const finished = subject.ended(end.state, { ...endOf(run, began, found, end), notice: doubt });
  onEvent(finished);
  const [content, passing] = [subject.contentOf(end.state), subject.passingOf?.(end.state)];
  return { finished, state: end.state, content, passing };
}

/** The search and its end; the search goes on if that shows that the test is flaky. */
async function searched(run: Run) {
  let ending: Ending | undefined;
  try {
    const found = await search(run);
    const end = await settled(run, found);
    ({ ending } = found);
    if (!end.wavers) return { found, end };
    ending = undefined;
    const more = await searchOn(run, found, end.wavers);
    ({ ending } = more);
    return { found: more, end: await settled(run, more) };
  } finally {
    run.journal?.close(ending);
  }
}
