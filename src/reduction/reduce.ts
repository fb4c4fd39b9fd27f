/** A whole reduction: calibrate, search, confirm. What happens is told as events; files and editors are left to the caller. */
import { calibrate } from '../oracle/calibrate';
import type { Calibration } from '../oracle/calibrate';
import { described } from '../oracle/command';
import type { Oracle } from '../oracle/oracle';
import { candidateSource } from '../text/candidate';
import { encode } from '../text/encoding';
import { render, sourceText } from '../text/source';
import type { SourceText } from '../text/source';
import { childController } from './abort';
import type { Ending, Finished, Listener } from './events';
import type { Job } from './job';
import { labOf } from './lab';
import { plan } from './plan';
import type { Plan } from './plan';
import { confirms, endOf, JobError, problemOf, tellingFailure, withOracle } from './session';
import { commitTeller, labelTeller, sizeOf } from './tell';
import type { SearchCounts } from './tell';
import { walkBy } from './walkBy';

export interface Outcome {
  readonly finished: Finished;
  readonly text: SourceText;
  /** The very bytes that were tested last. */
  readonly bytes: Buffer;
}

/** All that the parts of one run need. */
interface Run {
  readonly job: Job;
  readonly chosen: Plan;
  readonly oracle: Oracle;
  readonly onEvent: Listener;
  /** The user's: ends the run at once. */
  readonly signal: AbortSignal;
  readonly search: SearchCounts;
}

/**
 * Reduces the job's text. An abort of `signal` ends it at once with the best result so far.
 *
 * Throws `JobError` and `OracleError` (after a `failed` event); other errors come from the file system.
 */
export async function reduce(job: Job, onEvent: Listener, signal: AbortSignal): Promise<Outcome> {
  return tellingFailure(onEvent, async () => {
    if (job.text.length === 0) throw new JobError(`${job.fileName} is empty: there is nothing to reduce.`);
    const chosen = await plan(job);
    try {
      return await withOracle({ command: job.oracle, fileName: job.fileName }, (oracle) =>
        toEnd({ job, chosen, oracle, onEvent, signal, search: { tests: 0, cacheHits: 0 } }),
      );
    } finally {
      chosen.dispose();
    }
  });
}

async function toEnd(run: Run): Promise<Outcome> {
  const { job, chosen, oracle, onEvent, signal } = run;
  const began = performance.now();
  const original = sourceText(job.text);
  onEvent({
    event: 'started',
    file: job.fileName,
    language: chosen.language,
    reducer: chosen.reducer,
    strategy: chosen.strategy,
    oracle: described(job.oracle),
    notice: chosen.notice,
    ...sizeOf(original, job.encoding),
  });
  const found = await searched(run, original);
  const bytes = encode(render(found.text), job.encoding);
  const how = { timeoutMs: found.timeoutMs, signal };
  const confirmed = found.ending !== 'interrupted' && (await confirms(oracle, bytes, 'holds', how));
  const before = sizeOf(original, job.encoding);
  const after = sizeOf(found.text, job.encoding);
  const finished: Finished = {
    event: 'finished',
    bytes: { before: before.bytes, after: after.bytes },
    tokens: { before: before.tokens, after: after.tokens },
    ...endOf(run, began, found, confirmed),
  };
  onEvent(finished);
  return { finished, text: found.text, bytes };
}

interface Searched {
  readonly ending: Ending;
  readonly problem?: string;
  readonly text: SourceText;
  readonly timeoutMs: number;
}

/** Calibrates and walks the search; an abort on the way leaves the best text so far. */
async function searched(run: Run, original: SourceText): Promise<Searched> {
  const deadline = childController(run.signal, run.job.maxMs);
  try {
    const { timeoutMs } = await calibrated(run);
    return { ...(await walked(run, original, timeoutMs, deadline.signal)), timeoutMs };
  } catch (error) {
    if (!run.signal.aborted) throw error;
    return { ending: 'interrupted', text: original, timeoutMs: 0 };
  } finally {
    deadline.release();
  }
}

/** Walks the search until it ends or `stop` is aborted. */
async function walked(run: Run, original: SourceText, timeoutMs: number, stop: AbortSignal) {
  const { job, chosen, signal } = run;
  const lab = labOf(run.oracle, job.encoding, timeoutMs);
  const { ending, problem, result, best } = await walkBy(chosen.mode, chosen.search(original), lab, {
    signal: stop,
    maxTests: job.maxTests,
    onPhase: labelTeller(run.onEvent),
    onCommit: commitTeller(run.onEvent, job.encoding, run.search),
  });
  const outOfTime = ending === 'interrupted' && !signal.aborted;
  return {
    ending: outOfTime ? ('time' as const) : ending,
    problem: problemOf(problem),
    text: result ?? (best ? candidateSource(best) : original),
  };
}

async function calibrated({ job, chosen, oracle, onEvent, signal }: Run): Promise<Calibration> {
  const { prefix, suffix } = chosen.fixed;
  const rest = job.text.slice(0, prefix) + job.text.slice(job.text.length - suffix);
  const calibration = await calibrate(
    oracle,
    {
      input: encode(job.text, job.encoding),
      empty: job.fixed ? undefined : encode(rest, job.encoding),
      timeoutMs: job.timeoutMs,
    },
    signal,
  );
  onEvent({ event: 'calibrated', ...calibration });
  return calibration;
}
