/**
 * A minimal difference between an input that fails and one that passes: calibrate both, search, confirm both. What happens is told
 * as events; files and editors are left to the caller.
 */
import { calibrate, OracleError } from '../oracle/calibrate';
import { described } from '../oracle/command';
import type { Oracle } from '../oracle/oracle';
import { rejecting } from '../search/compose';
import { defaultUnit, isolation, units } from '../strategies/isolation';
import type { Isolation, IsolationStart, IsolationTrial, Unit } from '../strategies/isolation';
import type { ParseFilter } from '../syntax/filter';
import { encode } from '../text/encoding';
import { render, sourceText } from '../text/source';
import { childController } from './abort';
import type { Ending, Isolated, Listener } from './events';
import type { Job } from './job';
import type { Commit } from './ledger';
import { labOf } from './lab';
import { modeOf } from './plan';
import { filterForAll } from './reader';
import { confirms, endOf, JobError, problemOf, tellingFailure, withOracle } from './session';
import { labelTeller, sizeOf, verdictTeller } from './tell';
import type { SearchCounts } from './tell';
import { walkBy } from './walkBy';
import type { Mode } from './walkBy';

/** `text` fails. */
export interface IsolationJob extends Omit<Job, 'reducer' | 'strategy' | 'options' | 'fixed'> {
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

/** All that the parts of one run need. */
interface Run {
  readonly job: IsolationJob;
  readonly unit: Unit;
  readonly mode: Mode;
  readonly filter: ParseFilter | undefined;
  readonly oracle: Oracle;
  readonly onEvent: Listener;
  /** The user's: ends the run at once. */
  readonly signal: AbortSignal;
  readonly search: SearchCounts;
}

/**
 * An abort of `signal` ends it at once with the closest texts so far.
 *
 * Throws `JobError` and `OracleError` (after a `failed` event); other errors come from the file system.
 */
export async function isolate(job: IsolationJob, onEvent: Listener, signal: AbortSignal): Promise<IsolationOutcome> {
  return tellingFailure(onEvent, async () => {
    if (job.text === job.passing)
      throw new JobError('The two files are the same: give one that fails and one that does not.');
    const unit = units.find((one) => one === (job.unit ?? defaultUnit));
    if (!unit) throw new JobError(`There is no unit "${job.unit}": choose one of ${units.join(', ')}.`);
    const mode = modeOf(job);
    const filter = await filterForAll(job, [job.text, job.passing]);
    try {
      return await withOracle({ command: job.oracle, fileName: job.fileName }, (oracle) =>
        toEnd({ job, unit, mode, filter, oracle, onEvent, signal, search: { tests: 0, cacheHits: 0 } }),
      );
    } finally {
      filter?.dispose();
    }
  });
}

async function toEnd(run: Run): Promise<IsolationOutcome> {
  const { job, unit, oracle, onEvent, signal } = run;
  const began = performance.now();
  onEvent({
    event: 'started',
    file: job.fileName,
    language: run.filter?.language ?? null,
    reducer: 'dd',
    strategy: unit,
    oracle: described(job.oracle),
    ...sizeOf(sourceText(job.text), job.encoding),
  });
  const found = await searched(run);
  const failing = encode(render(found.known.failing), job.encoding);
  const passing = encode(found.known.passing, job.encoding);
  const how = { timeoutMs: found.timeoutMs, signal };
  const confirmed =
    found.ending !== 'interrupted' &&
    (await confirms(oracle, failing, 'holds', how)) &&
    (await confirms(oracle, passing, 'fails', how));
  const { changes, unit: reached } = found.known;
  const isolated: Isolated = { event: 'isolated', changes, unit: reached, ...endOf(run, began, found, confirmed) };
  onEvent(isolated);
  return { isolated, passing, failing };
}

interface Searched {
  readonly ending: Ending;
  readonly problem?: string;
  readonly known: Isolation;
  readonly timeoutMs: number;
}

/** Calibrates and walks the search; an abort on the way leaves the closest texts so far. */
async function searched(run: Run): Promise<Searched> {
  const { job, unit, signal } = run;
  const beginning = isolation(job.passing, sourceText(job.text), unit);
  const deadline = childController(signal, job.maxMs);
  try {
    const timeoutMs = await calibrated(run);
    tellNarrowed(beginning.start, run);
    return { ...(await walked(run, beginning, timeoutMs, deadline.signal)), timeoutMs };
  } catch (error) {
    if (!signal.aborted) throw error;
    return { ending: 'interrupted', known: beginning.start, timeoutMs: 0 };
  } finally {
    deadline.release();
  }
}

/** Walks the search until it ends or `stop` is aborted. */
async function walked(run: Run, { start, search: whole }: IsolationStart, timeoutMs: number, stop: AbortSignal) {
  const { job, filter, onEvent } = run;
  const texts = labOf(run.oracle, job.encoding, timeoutMs);
  const lab = {
    key: ({ candidate }: IsolationTrial) => texts.key(candidate),
    test: ({ candidate }: IsolationTrial, signal: AbortSignal) => texts.test(candidate, signal),
  };
  const search = filter ? rejecting(whole, ({ candidate }) => filter.isWorse(candidate)) : whole;
  let known = start;
  const tell = verdictTeller(onEvent, run.search);
  const onCommit = (commit: Commit<IsolationTrial>) => {
    known = narrowed(known, commit.candidate.known(), run);
    tell(commit);
  };
  const { ending, problem, result } = await walkBy(run.mode, search, lab, {
    signal: stop,
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

function tellNarrowed({ changes, unit }: Isolation, { onEvent, search }: Run): void {
  onEvent({ event: 'narrowed', changes, unit, tests: search.tests });
}

/** The property must hold for the one and not for the other. Returns the time-out of a test, ms. */
async function calibrated({ job, oracle, onEvent, signal }: Run): Promise<number> {
  const input = encode(job.text, job.encoding);
  const calibration = await calibrate(oracle, { input, timeoutMs: job.timeoutMs }, signal);
  const { verdict, output, timedOut } = await oracle.observe(
    encode(job.passing, job.encoding),
    calibration.timeoutMs,
    signal,
  );
  if (verdict === 'holds')
    throw new OracleError('The property holds for the passing input as well: give one without the bug.', output);
  if (timedOut) {
    const limit = `${calibration.timeoutMs} ms`;
    throw new OracleError(
      `The test did not end within ${limit} on the passing input: give it a longer time-out.`,
      output,
    );
  }
  if (verdict === 'unresolved')
    throw new OracleError('The test gives no answer for the passing input: give one that it can judge.', output);
  onEvent({ event: 'calibrated', ...calibration });
  return calibration.timeoutMs;
}
