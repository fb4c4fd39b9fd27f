/**
 * A minimal difference between an input that fails and one that passes: calibrate both, search, confirm both. What happens is told
 * as events; files and editors are left to the caller.
 */
import * as l10n from '@vscode/l10n';
import { OracleError } from '../oracle/calibrate';
import { observeAll } from '../oracle/property';
import type { Property } from '../oracle/property';
import { fixedTimeout } from '../oracle/timeout';
import { rejecting } from '../search/compose';
import { defaultUnit, isolation, units } from '../strategies/isolation';
import type { Isolation, IsolationStart, IsolationTrial, Unit } from '../strategies/isolation';
import type { ParseFilter } from '../syntax/filter';
import { candidateText } from '../text/candidate';
import type { Candidate } from '../text/candidate';
import { encode } from '../text/encoding';
import { render, sourceText } from '../text/source';
import type { SourceText } from '../text/source';
import { confirms } from './confirm';
import type { Confirmation } from './confirm';
import { Controls, deadline, pausing, tellPauses } from './controls';
import type { Ending, Isolated, Listener } from './events/events';
import type { Job } from './job';
import type { Commit } from './drive/ledger';
import { labOf, watched } from './drive/lab';
import { modeOf } from './plan';
import { filterForAll } from './reader';
import {
  calibrated,
  calibrationInput,
  describedCommands,
  endOf,
  JobError,
  problemOf,
  tellingFailure,
  unmeasured,
  withProperty,
} from './session';
import type { Measured } from './session';
import { labelTeller, noCounts, sizeOf, verdictTeller } from './events/tell';
import type { SearchCounts } from './events/tell';
import { walkBy } from './drive/walkBy';

/** `text` fails. */
export interface IsolationJob extends Omit<Job, 'fixed'> {
  readonly passing: string;
  /** One of `units`: the finest changes that are looked at; words if unset. */
  readonly unit?: string;
}

export interface IsolationOutcome {
  readonly isolated: Isolated;
  /** The very bytes that were tested last. */
  readonly passing: Buffer;
  readonly failing: Buffer;
}

/** Told of a candidate whose test begins, and of the failing text so far; what it returns is called when the test has ended. */
export type IsolationWatcher = (candidate: Candidate, failing: SourceText) => () => void;

/** All that the parts of one run need. */
interface Run {
  readonly job: IsolationJob;
  readonly unit: Unit;
  readonly filter: ParseFilter | undefined;
  readonly property: Property;
  readonly onEvent: Listener;
  /** The user's: ends the run at once. */
  readonly signal: AbortSignal;
  readonly controls: Controls;
  readonly search: SearchCounts;
  readonly onTest?: IsolationWatcher;
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
  onTest?: IsolationWatcher,
): Promise<IsolationOutcome> {
  return tellingFailure(onEvent, async () => {
    if (job.text === job.passing)
      throw new JobError(l10n.t('The two files are the same: give one that fails and one that does not.'));
    const unit = units.find((one) => one === (job.unit ?? defaultUnit));
    if (!unit)
      throw new JobError(l10n.t('There is no unit "{0}": choose one of {1}.', job.unit ?? '', units.join(', ')));
    modeOf(job);
    const filter = await filterForAll(job, [job.text, job.passing]);
    try {
      return await withProperty(job, encode(job.text, job.encoding), onEvent, (property) =>
        toEnd({ job, unit, filter, property, onEvent, signal, controls, search: noCounts(), onTest }),
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
  const failing = encode(render(found.known.failing), job.encoding);
  const passing = encode(found.known.passing, job.encoding);
  const confirmation = await confirmedBoth(run, found, failing, passing);
  run.property.far?.tell();
  const { changes, unit: reached } = found.known;
  const isolated: Isolated = { event: 'isolated', changes, unit: reached, ...endOf(run, began, found, confirmation) };
  onEvent(isolated);
  return { isolated, passing, failing };
}

interface Searched {
  readonly ending: Ending;
  readonly problem?: string;
  readonly known: Isolation;
  readonly measured: Measured;
}

/** Tests both once more; the tally is that of the failing one. */
async function confirmedBoth(
  { property, signal }: Run,
  { ending, measured }: Searched,
  failing: Buffer,
  passing: Buffer,
): Promise<Confirmation> {
  if (ending === 'interrupted') return { tally: { held: 0, runs: 0 }, confirmed: false };
  const how = { ...measured, signal };
  const holds = await confirms(property, failing, 'holds', how);
  if (!holds.confirmed) return holds;
  const { confirmed, problem } = await confirms(property, passing, 'fails', how);
  return { ...holds, confirmed, problem };
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
    return { ending: 'interrupted', known: beginning.start, measured: unmeasured };
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
  const texts = pausing(labOf(run.property, contentOf, fixedTimeout(timeoutMs)), run.controls);
  const lab = watched(
    {
      key: ({ candidate }: IsolationTrial) => texts.key(candidate),
      test: ({ candidate }: IsolationTrial, signal: AbortSignal) => texts.test(candidate, signal),
    },
    onTest && (({ candidate, known }) => onTest(candidate, known().failing)),
  );
  const search = filter ? rejecting(whole, ({ candidate }) => filter.isWorse(candidate)) : whole;
  let known = start;
  const tell = verdictTeller(onEvent, run.search);
  const onCommit = (commit: Commit<IsolationTrial>) => {
    known = narrowed(known, commit.candidate.known(), run);
    tell(commit);
  };
  const { ending, problem, result } = await walkBy(modeOf(job, cores, run.property.far), search, lab, {
    signal: stop,
    controls: run.controls,
    maxTests: job.maxTests,
    onPhase: labelTeller(onEvent),
    onCommit,
  });
  const outOfTime = ending === 'interrupted' && !run.signal.aborted;
  return {
    ending: outOfTime ? ('time' as const) : ending,
    problem: problemOf(problem),
    known: result ? narrowed(known, result, run) : known,
  };
}

/** Tells when the texts have come closer. */
function narrowed(before: Isolation, now: Isolation, run: Run): Isolation {
  if (now.changes !== before.changes || now.unit !== before.unit) tellNarrowed(now, run);
  return now;
}

function whyNotPassing(learned: boolean): string {
  return learned
    ? l10n.t(
        'The test fails on the passing input as it does on the failing one: give one without the bug, or a test that ends with 0 while the bug is there.',
      )
    : l10n.t('The property holds for the passing input as well: give one without the bug.');
}

function tellNarrowed({ changes, unit }: Isolation, { onEvent, search }: Run): void {
  onEvent({ event: 'narrowed', changes, unit, tests: search.tests });
}

/** The property must hold for the one and not for the other. */
async function calibratedOnBoth({ job, property, onEvent, signal }: Run): Promise<Measured> {
  const calibration = await calibrated(job, property, calibrationInput(job), signal);
  const { verdict, output, timedOut } = await observeAll(
    property,
    encode(job.passing, job.encoding),
    calibration.timeoutMs,
    signal,
  );
  if (verdict === 'holds')
    throw new OracleError(whyNotPassing(calibration.rules.some(({ learned }) => learned)), output);
  if (timedOut) {
    const message = l10n.t(
      'The test did not end within {0} ms on the passing input: give it a longer time-out.',
      calibration.timeoutMs,
    );
    throw new OracleError(message, output);
  }
  if (verdict === 'unresolved')
    throw new OracleError(
      l10n.t('The test gives no answer for the passing input: give one that it can judge.'),
      output,
    );
  const { ms, timeoutMs, cores } = calibration;
  const [input, empty] = [job.text, job.passing].map((text) => encode(text, job.encoding));
  property.far?.admit({ input, empty, ms, timeoutMs });
  onEvent({ event: 'calibrated', ...calibration, jobs: modeOf(job, cores, property.far).jobs });
  return calibration;
}
