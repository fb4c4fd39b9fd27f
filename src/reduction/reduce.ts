/** A whole reduction: calibrate, search, confirm. What happens is told as events; files and editors are left to the caller. */
import { calibrate, OracleError } from '../oracle/calibrate';
import type { Calibration } from '../oracle/calibrate';
import { described } from '../oracle/command';
import { openOracle } from '../oracle/oracle';
import type { Oracle } from '../oracle/oracle';
import { CannotStart } from '../oracle/run';
import { candidateSource } from '../text/candidate';
import { encode } from '../text/encoding';
import { render, sourceText } from '../text/source';
import type { SourceText } from '../text/source';
import { childController } from './abort';
import type { Ending, Finished, Listener } from './events';
import type { Job } from './job';
import { labOf } from './lab';
import { JobError, plan } from './plan';
import type { Plan } from './plan';
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
  let chosen: Plan | undefined;
  let oracle: Oracle | undefined;
  const dispose = () => oracle?.dispose();
  process.once('exit', dispose);
  try {
    if (job.text.length === 0) throw new JobError(`${job.fileName} is empty: there is nothing to reduce.`);
    chosen = await plan(job);
    oracle = await openOracle({ command: job.oracle, fileName: job.fileName });
    return await toEnd({ job, chosen, oracle, onEvent, signal, search: { tests: 0, cacheHits: 0 } });
  } catch (error) {
    const output = error instanceof OracleError ? error.output : undefined;
    onEvent({ event: 'failed', message: (error as Error).message, output });
    throw error;
  } finally {
    process.off('exit', dispose);
    dispose();
    chosen?.dispose();
  }
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
  const { ending, problem, text, timeoutMs } = await searched(run, original);
  const bytes = encode(render(text), job.encoding);
  const confirmed = ending !== 'interrupted' && (await holdsAgain(oracle, bytes, timeoutMs, signal));
  const before = sizeOf(original, job.encoding);
  const after = sizeOf(text, job.encoding);
  const finished: Finished = {
    event: 'finished',
    ending: signal.aborted ? 'interrupted' : ending,
    problem,
    bytes: { before: before.bytes, after: after.bytes },
    tokens: { before: before.tokens, after: after.tokens },
    tests: oracle.counts.runs,
    cacheHits: run.search.cacheHits,
    timeouts: oracle.counts.timeouts,
    oracleMs: Math.round(oracle.counts.ms),
    ms: Math.round(performance.now() - began),
    confirmed,
    search: run.search,
  };
  onEvent(finished);
  return { finished, text, bytes };
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
    problem: problem && problemOf(problem),
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

async function holdsAgain(oracle: Oracle, bytes: Buffer, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
  try {
    return (await oracle.observe(bytes, timeoutMs, signal)).verdict === 'holds';
  } catch {
    return false;
  }
}

function problemOf(error: Error): string {
  return error instanceof CannotStart ? `The test could no longer be started (${error.message}).` : error.message;
}
