/** Events of the library: those that the terminal prints with `--json`. */
import { OptionError } from '../options/kinds';
import { OracleError } from '../oracle/calibration/calibrate';
import { FunctionError } from '../oracle/functions/propertyFunction';
import { RunError } from '../host/host';
import { RuleError } from '../oracle/judging/rule';
import type { ReductionEvent, Size } from '../reduction/events/events';
import { JobError } from '../reduction/job';

/** The property held for a smaller input. */
interface Smaller extends Size {
  readonly event: 'accepted';
  /** Committed so far. */
  readonly tests: number;
}

/** Something that happens in a run, as plain data; `event` tells which. The terminal prints the same with `--json`. */
export type WhittleEvent =
  Exclude<ReductionEvent, { readonly event: 'cluster' | 'paused' | 'resumed' | 'skipped' | 'accepted' }> | Smaller;

/** The call cannot work. The message is one sentence with the remedy. */
export class WhittleError extends Error {
  override readonly name = 'WhittleError';

  constructor(
    message: string,
    /** `property`: it does not hold on the input, or it holds on an empty one. `options`: anything else in the call is wrong. */
    readonly reason: 'property' | 'options',
    /** The error of the property function, with its stack. */
    readonly output?: string,
  ) {
    super(message);
  }
}

/** Does the work, and throws `WhittleError` instead of our own errors. */
export async function tellingErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OracleError) throw new WhittleError(error.message, 'property', error.output || undefined);
    const isOurs = [OptionError, JobError, RunError, RuleError, FunctionError].some((kind) => error instanceof kind);
    throw isOurs ? new WhittleError((error as Error).message, 'options') : error;
  }
}
