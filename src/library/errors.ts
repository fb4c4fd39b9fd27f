/** Errors of the library: whatever a caller can cause is a `WhittleError`. */
import { OracleError } from '../oracle/calibration/calibrate';
import { FunctionError, toldError } from '../oracle/functions/propertyFunction';
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

/** Does the work, and throws `WhittleError` instead of our own errors, and of values that are no errors. */
export async function tellingErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asToldOf(asError(error));
  }
}

function asToldOf(error: Error): Error {
  if (error instanceof OracleError) return new WhittleError(error.message, 'property', error.output || undefined);
  const isOurs = [JobError, RuleError, FunctionError].some((kind) => error instanceof kind);
  return isOurs ? new WhittleError(error.message, 'options') : error;
}

/** What was thrown, or an error that tells of it: it may be anything, and a proxy throws even when it is looked at. */
export function asError(thrown: unknown): Error {
  try {
    if (thrown instanceof Error) return thrown;
  } catch {
    // It is none.
  }
  const told = toldError(thrown);
  return new WhittleError(
    `The run ended because something that is no error was thrown (${told}): throw an Error.`,
    'options',
  );
}
