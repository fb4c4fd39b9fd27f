/** Errors of the library: whatever a caller can cause is a `WhittleError`. */
import { OracleError } from '../oracle/calibration/calibrate';
import { FunctionError } from '../oracle/functions/propertyFunction';
import { RuleError } from '../oracle/judging/rule';
import { JobError } from '../reduction/jobError';

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
    const isOurs = [JobError, RuleError, FunctionError].some((kind) => error instanceof kind);
    throw isOurs ? new WhittleError((error as Error).message, 'options') : error;
  }
}
