/** A whole reduction of whatever it is: calibrate, search, confirm. What happens is told as events. */
import { OracleError } from '../oracle/calibration/calibrate';
import type { PropertyCalibration } from '../oracle/calibration/calibrateProperty';
import type { Content } from '../oracle/content';
import type { Property } from '../oracle/property';
import { adaptiveTimeout, fixedTimeout } from '../oracle/calibration/timeout';
import { deadline, pausing, tellPauses } from './controls';
import type { Controls } from './controls';
import type { Ending, Finished, Listener } from './events/events';
import type { Job } from './job';
import { Journal } from './journal/journal';
import { journaledWalk } from './journal/journaledWalk';
import type { Commit } from './drive/ledger';
import { labOf, watched } from './drive/lab';
import type { TestWatcher } from './drive/lab';
import { timed } from './drive/times';
import { onceMoreLabel, secondChance } from './ending/onceMore';
import type { WalkLimits } from './ending/onceMore';
import { modeOf } from './plan';
import { calibrated, describedCommands, endOf, problemOf, unmeasured, withProperty } from './session';
import type { Measured, PropertyJob } from './session';
import { settledReduction } from './ending/reductionEnd';
import type { Subject } from './subjects/subject';
import { acceptedEvent, commitTeller, labelTeller } from './events/tell';
import { noCounts } from './events/counts';
import type { SearchCounts } from './events/counts';
import type { StateWatcher } from './events/tell';
import { Trail } from './ending/trail';

/** What of a job does not depend on what is reduced. */
export type RunJob = PropertyJob &
  Pick<Job, 'landmarks' | 'search' | 'jobs' | 'timeoutMs' | 'maxMs' | 'maxTests' | 'targetTokens' | 'journal'>;

export interface Reduced<S> {
  readonly finished: Finished;
  readonly state: S;
  /** What was tested last. */
  readonly content: Content;
}

/** What a caller gives beside the job. */
export interface Watching<C> {
  readonly onEvent: Listener;
  /** The user's: ends the run at once. */
  readonly signal: AbortSignal;
  readonly controls: Controls;
  readonly onTest?: TestWatcher<C>;
  /** Told of each verdict that the search is given. */
  readonly onCommit?: (commit: Commit<C>) => void;
  /** Called with each state that held: the function gives the best result so far. */
  readonly onBest?: (contentOf: () => Content) => void;
  /** For verdicts that do not come from the job's commands. */
  readonly withProperty?: typeof withProperty;
}

/** All that the parts of one run need. */
interface Run<C extends object, S> extends Watching<C> {
  readonly job: RunJob;
  readonly subject: Subject<C, S>;
  readonly property: Property;
  readonly search: SearchCounts;
  readonly trail: Trail<S>;
  /** The candidate that was refused last. */
  readonly refused: { last?: C };
}

/** An abort of `signal` ends it at once with the best result so far. Throws `JobError` and `OracleError`. */
export function reduceSubject<C extends object, S>(
  job: RunJob,
  subject: Subject<C, S>,
  watching: Watching<C>,
): Promise<Reduced<S>> {
  const lend = watching.withProperty ?? withProperty;
  const trail = new Trail(subject.original);
  return lend(job, subject.input.input, watching.onEvent, (property) =>
    toEnd({ ...watching, job, subject, property, search: noCounts(), trail, refused: {} }),
  );
}

async function toEnd<C extends object, S>(run: Run<C, S>): Promise<Reduced<S>> {
  const { job, subject, property, onEvent } = run;
  const began = performance.now();
  onEvent({ event: 'started', ...subject.started, oracle: describedCommands(job) });
  const found = await searched(run);
  const end = await settledReduction(run, found);
  const content = subject.contentOf(end.state);
  if (end.state !== found.state) onEvent(acceptedEvent(subject, end.state, found.state, run.search.tests));
  property.far?.tell();
  const [before, after] = [subject.original, end.state].map((state) => subject.sizeOf(state));
  const finished: Finished = {
    event: 'finished',
    bytes: { before: before.bytes, after: after.bytes },
    tokens: { before: before.tokens, after: after.tokens },
    files: before.files === undefined ? undefined : { before: before.files, after: after.files! },
    ...endOf(run, began, found, end),
  };
  onEvent(finished);
  return { finished, state: end.state, content };
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
async function searched<C extends object, S>(run: Run<C, S>): Promise<Searched<S>> {
  const { job, subject, signal, controls, onEvent } = run;
  const timer = deadline(signal, job.maxMs, controls);
  const quiet = tellPauses(controls, onEvent, run.search);
  const journal = job.journal && (await Journal.open(job.journal, subject.identity, onEvent));
  let ending: Ending | undefined;
  try {
    const measured = await calibratedOnce(run, journal);
    const { timeoutMs, maxTests } = job;
    const timeout = timeoutMs === undefined ? adaptiveTimeout(measured) : fixedTimeout(timeoutMs);
    const limits = { timeout, maxTests, answers: new Map() };
    const found = await walkedTwice(
      { ...run, journal, mode: modeOf(job, measured.cores, run.property.far) },
      limits,
      timer.signal,
    );
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

interface WalkingRun<C extends object, S> extends Run<C, S> {
  readonly journal: Journal | undefined;
  readonly mode: ReturnType<typeof modeOf>;
}

/** Walks the search; if it ends and some tests timed out, one from its result. */
async function walkedTwice<C extends object, S>(
  run: WalkingRun<C, S>,
  limits: WalkLimits,
  stop: AbortSignal,
): Promise<Omit<Searched<S>, 'measured' | 'answers'> & { readonly timeoutMs: number }> {
  const { property, subject, job } = run;
  const tellPhase = labelTeller(run.onEvent);
  const first = await walked(run, subject.original, limits, { stop, onPhase: tellPhase });
  const second = first.ending === 'done' ? secondChance(property, limits, job.timeoutMs) : undefined;
  if (!second) return { ...first, timeoutMs: limits.timeout.most };
  const found = await walked(run, first.state, second, { stop, onPhase: () => tellPhase(onceMoreLabel()) });
  return { ...found, timeoutMs: Math.max(limits.timeout.most, second.timeout.most) };
}

interface WalkOptions {
  readonly stop: AbortSignal;
  readonly onPhase: (label: string) => void;
}

/** Walks the search until it ends or `stop` is aborted. */
async function walked<C extends object, S>(
  run: WalkingRun<C, S>,
  from: S,
  { timeout, maxTests, answers }: WalkLimits,
  { stop, onPhase }: WalkOptions,
) {
  const { job, subject, signal, controls } = run;
  const clocked = timed(labOf(run.property, subject.candidateContent, timeout));
  const lab = pausing(watched(clocked.lab, run.onTest), controls);
  const onState: StateWatcher<C, S> = (state, bytes, commit) => {
    run.trail.refused(clocked.times.refused);
    run.trail.held(state, bytes, commit && clocked.times.heldAt(lab.key(commit.candidate)));
    run.onBest?.(() => subject.contentOf(state));
  };
  let { tokens } = subject.sizeOf(from);
  const onEvent: Listener = (event) => {
    if (event.event === 'accepted') tokens = event.tokens;
    run.onEvent(event);
  };
  const tell = commitTeller(onEvent, subject, run.search, from, onState);
  const walk = { ...run, onEvent, onState, tokens: () => tokens };
  const { ending, problem, result, best } = await journaledWalk(walk, from, lab, {
    signal: stop,
    maxTests,
    answers,
    controls,
    isEnough: () => tokens <= (job.targetTokens ?? -1),
    onSkip: (label) => onEvent({ event: 'skipped', label }),
    onPhase,
    onCommit(commit) {
      run.onCommit?.(commit);
      tell(commit);
      if (commit.answer.verdict === 'fails') run.refused.last = commit.candidate;
    },
  });
  run.trail.refused(clocked.times.refused);
  const outOfTime = ending === 'interrupted' && !signal.aborted;
  return {
    ending: outOfTime ? ('time' as const) : ending,
    problem: problemOf(problem),
    state: result ?? (best ? subject.stateOf(best) : from),
  };
}

/** As the journal has it, so that the verdicts are the same; but who gives another time-out wants that. */
async function calibratedOnce<C extends object, S>(
  run: Run<C, S>,
  journal: Journal | undefined,
): Promise<PropertyCalibration> {
  const before = journal?.calibration;
  before?.rules.forEach(({ rule }, at) => run.property.parts[at].judgeBy(rule));
  const calibration = before
    ? { ...before, timeoutMs: run.job.timeoutMs ?? before.timeoutMs }
    : await calibratedAfresh(run);
  if (!before) journal?.calibrated(calibration);
  const { input, empty } = run.subject.input;
  run.property.far?.admit({ input, empty, ms: calibration.ms, timeoutMs: calibration.timeoutMs });
  const { jobs } = modeOf(run.job, calibration.cores, run.property.far);
  run.onEvent({ event: 'calibrated', ...calibration, jobs });
  return calibration;
}

/** Throws `OracleError`. */
async function calibratedAfresh<C extends object, S>({
  job,
  subject,
  property,
  signal,
}: Run<C, S>): Promise<PropertyCalibration> {
  const calibration = await calibrated(job, property, { ...subject.input, timeoutMs: job.timeoutMs }, signal);
  const { forbidden } = subject;
  if (!forbidden) return calibration;
  const { verdict } = await property.test(forbidden.content, calibration.timeoutMs, signal);
  if (verdict === 'holds') throw new OracleError(forbidden.message);
  return calibration;
}
