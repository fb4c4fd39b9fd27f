/** What a run needs around its search: an oracle that is disposed of on every way out, and failures that are told. */
import { OracleError } from '../oracle/calibrate';
import { openOracle } from '../oracle/oracle';
import type { Oracle, OracleOptions } from '../oracle/oracle';
import { CannotStart } from '../oracle/run';
import type { Ended, Ending, Listener } from './events';
import type { SearchCounts } from './tell';

/** Something in a job that cannot be: the message is one sentence with the remedy. */
export class JobError extends Error {}

/** Does the work; if it throws, a `failed` event says why first. */
export async function tellingFailure<T>(onEvent: Listener, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const output = error instanceof OracleError ? error.output : undefined;
    onEvent({ event: 'failed', message: (error as Error).message, output });
    throw error;
  }
}

/** Lends an oracle for the work: afterwards, and if the process exits meanwhile, nothing of it is left. */
export async function withOracle<T>(options: OracleOptions, work: (oracle: Oracle) => Promise<T>): Promise<T> {
  const oracle = await openOracle(options);
  const dispose = () => oracle.dispose();
  process.once('exit', dispose);
  try {
    return await work(oracle);
  } finally {
    process.off('exit', dispose);
    dispose();
  }
}

/** Does the property hold (or fail) for these bytes once more? No, if that cannot be found out. */
export async function confirms(
  oracle: Oracle,
  bytes: Uint8Array,
  expected: 'holds' | 'fails',
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<boolean> {
  try {
    return (await oracle.observe(bytes, timeoutMs, signal)).verdict === expected;
  } catch {
    return false;
  }
}

/** What every run tells at its end. */
export function endOf(
  { oracle, search, signal }: { readonly oracle: Oracle; readonly search: SearchCounts; readonly signal: AbortSignal },
  began: number,
  { ending, problem }: { readonly ending: Ending; readonly problem?: string },
  confirmed: boolean,
): Ended {
  return {
    ending: signal.aborted ? 'interrupted' : ending,
    problem,
    tests: oracle.counts.runs,
    cacheHits: search.cacheHits,
    timeouts: oracle.counts.timeouts,
    oracleMs: Math.round(oracle.counts.ms),
    ms: Math.round(performance.now() - began),
    confirmed,
    search,
  };
}

/** Why a walk broke off, in one sentence. */
export function problemOf(error: Error | undefined): string | undefined {
  return error instanceof CannotStart ? `The test could no longer be started (${error.message}).` : error?.message;
}
