/**
 * A minimal difference between an input that fails and one that passes: calibrate both, search, confirm both. What happens is told
 * as events; files and editors are left to the caller.
 */
import * as l10n from '@vscode/l10n';
import type { OracleAnswer } from '../oracle/oracle';
import type { Property } from '../oracle/property';
import { fixedTimeout } from '../oracle/calibration/timeout';
import { rejecting } from '../search/compose';
import { defaultUnit, isolation, units } from '../strategies/isolation';
import type { Isolation, IsolationStart, IsolationTrial, Unit } from '../strategies/isolation';
import type { ParseFilter } from '../syntax/filter';
import { candidateText } from '../text/candidate';
import type { Candidate } from '../text/candidate';
import { encode } from '../text/encoding';
import { sourceText } from '../text/source';
import type { SourceText } from '../text/source';
import { Controls, deadline, pausing, tellPauses } from './controls';
import type { Isolated, Listener } from './events/events';
import type { Commit } from './drive/ledger';
import { labOf, watched } from './drive/lab';
import { timed } from './drive/times';
import type { IsolationJob, Searched } from './isolationJob';
import { bytesOf, settledIsolation } from './ending/isolationEnd';
import { calibratedOnBoth } from './isolationStart';
import { modeOf } from './plan';
import { filterForAll } from './reader';
import { describedCommands, endOf, problemOf, tellingFailure, unmeasured, withProperty } from './session';
import type { Measured } from './session';
import { noCounts } from './events/counts';
import type { SearchCounts } from './events/counts';
import { sizeOf } from './events/size';
import { labelTeller, verdictTeller } from './events/tell';
import { JobError } from './jobError';
import { walkBy } from './drive/walkBy';
import { Trail } from './ending/trail';

export interface IsolationOutcome {
  readonly isolated: Isolated;
  /** The very bytes that were tested last. */
  readonly passing: Buffer;
  readonly failing: Buffer;
}

/** Told of a candidate whose test begins, and of the failing text so far; what it returns is called when the test has ended. */
type IsolationWatcher = (candidate: Candidate, failing: SourceText) => () => void;

/** Told that the texts have come closer: what it gives are the closest so far. */
type IsolationKeeper = (closest: () => Pick<IsolationOutcome, 'passing' | 'failing'>) => void;

/** What a caller may watch. */
export interface IsolationWatching {
  readonly onTest?: IsolationWatcher;
  readonly onBest?: IsolationKeeper;
}

/** All that the parts of one run need. */
interface Run extends IsolationWatching {
  readonly job: IsolationJob;
  readonly unit: Unit;
  readonly filter: ParseFilter | undefined;
  readonly property: Property;
  readonly onEvent: Listener;
  /** The user's: ends the run at once. */
  readonly signal: AbortSignal;
  readonly controls: Controls;
  readonly search: SearchCounts;
  readonly trail: Trail<Isolation>;
}

/**
 * An abort of `signal` ends it at once with the closest texts so far.
 *
 * Throws `JobError` and `OracleError` (after a `failed` event); other errors come from the file system.
 */
export async function isolate(
  job: IsolationJob,
  onEvent: Listener,
  signal: AbortSignal,
  controls = new Controls(),
  watching: IsolationWatching = {},
): Promise<IsolationOutcome> {
  return tellingFailure(onEvent, async () => {
    if (job.text === job.passing)
      throw new JobError(l10n.t('The two files are the same: choose one that fails and one that passes.'));
    const unit = units.find((one) => one === (job.unit ?? defaultUnit));
    if (!unit)
      throw new JobError(l10n.t('There is no unit "{0}": choose one of {1}.', job.unit ?? '', units.join(', ')));
    modeOf(job);
    const filter = await filterForAll(job, [job.text, job.passing]);
    const trail = new Trail(isolation(job.passing, sourceText(job.text), unit).start);
    try {
      return await withProperty(job, encode(job.text, job.encoding), onEvent, (property) =>
        toEnd({ job, unit, filter, property, onEvent, signal, controls, search: noCounts(), trail, ...watching }),
      );
    } finally {
      filter?.dispose();
    }
  });
}

async function toEnd(run: Run): Promise<IsolationOutcome> {
  const { job, unit, onEvent } = run;
  const began = performance.now();
  onEvent({
    event: 'started',
    file: job.fileName,
    language: run.filter?.language ?? null,
    search: `dd+unit=${unit}`,
    oracle: describedCommands(job),
    ...sizeOf(sourceText(job.text), job.encoding),
  });
  const found = await searched(run);
  const end = await settledIsolation(run, found);
  run.property.far?.tell();
  if (end.state !== found.known) tellNarrowed(end.state, run);
  const { changes, unit: reached } = end.state;
  const isolated: Isolated = { event: 'isolated', changes, unit: reached, ...endOf(run, began, found, end) };
  onEvent(isolated);
  return { isolated, ...bytesOf(job, end.state) };
}

/** Calibrates and walks the search; an abort on the way leaves the closest texts so far. */
async function searched(run: Run): Promise<Searched> {
  const { job, unit, signal, controls } = run;
  const beginning = isolation(job.passing, sourceText(job.text), unit);
  const timer = deadline(signal, job.maxMs, controls);
  const quiet = tellPauses(controls, run.onEvent, run.search);
  try {
    const measured = await calibratedOnBoth(run);
    tellNarrowed(beginning.start, run);
    return { ...(await walked(run, beginning, measured, timer.signal)), measured };
  } catch (error) {
    if (!signal.aborted) throw error;
    return { ending: 'interrupted', known: beginning.start, measured: unmeasured, answers: new Map() };
  } finally {
    timer.release();
    quiet();
  }
}

/** Walks the search until it ends or `stop` is aborted. */
async function walked(
  run: Run,
  { start, search: whole }: IsolationStart,
  { timeoutMs, cores }: Measured,
  stop: AbortSignal,
) {
  const { job, filter, onEvent, onTest } = run;
  const contentOf = (candidate: Candidate) => encode(candidateText(candidate), job.encoding);
  const { lab: texts, times } = timed(labOf(run.property, contentOf, fixedTimeout(timeoutMs)));
  const patient = pausing(texts, run.controls);
  const lab = watched(
    {
      key: ({ candidate }: IsolationTrial) => patient.key(candidate),
      test: ({ candidate }: IsolationTrial, signal: AbortSignal) => patient.test(candidate, signal),
    },
    onTest && (({ candidate, known }) => onTest(candidate, known().failing)),
  );
  const search = filter ? rejecting(whole, ({ candidate }) => filter.isWorse(candidate)) : whole;
  const answers = new Map<string, OracleAnswer>();
  const tell = verdictTeller(onEvent, run.search);
  let [known, count, ended] = [start, 0, -Infinity];
  const goOn = (now: Isolation) => {
    if (narrowed(known, now, run)) {
      run.trail.refused(times.refused);
      run.trail.held(now, 1 / ++count, ended);
      run.onBest?.(() => bytesOf(job, now));
    }
    known = now;
  };
  const onCommit = (commit: Commit<IsolationTrial>) => {
    goOn(commit.candidate.known());
    ended = commit.answer.verdict === 'holds' ? times.heldAt(lab.key(commit.candidate)) : -Infinity;
    tell(commit);
  };
  const { ending, problem, result } = await walkBy(modeOf(job, cores, run.property.far), search, lab, {
    signal: stop,
    controls: run.controls,
    maxTests: job.maxTests,
    answers,
    onPhase: labelTeller(onEvent),
    onCommit,
  });
  if (result) goOn(result);
  run.trail.refused(times.refused);
  const outOfTime = ending === 'interrupted' && !run.signal.aborted;
  return { ending: outOfTime ? ('time' as const) : ending, problem: problemOf(problem), known, answers };
}

/** Have the texts come closer? Then it is told. */
function narrowed(before: Isolation, now: Isolation, run: Run): boolean {
  const isCloser = now.changes !== before.changes || now.unit !== before.unit;
  if (isCloser) tellNarrowed(now, run);
  return isCloser;
}

function tellNarrowed({ changes, unit }: Isolation, { onEvent, search }: Run): void {
  onEvent({ event: 'narrowed', changes, unit, tests: search.tests });
}
