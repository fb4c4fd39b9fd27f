/** Events of the library: those that the terminal prints with `--json`. */
import { OptionError } from '../options/kinds';
import { OracleError } from '../oracle/calibration/calibrate';
import { FunctionError, toldError } from '../oracle/functions/propertyFunction';
import { RunError } from '../host/host';
import { RuleError } from '../oracle/judging/rule';
import type { Listener, ReductionEvent, Size } from '../reduction/events/events';
import { JobError } from '../reduction/job';

/** The property held for a smaller input. */
interface Smaller extends Size {
  readonly event: 'accepted';
  /** Committed so far. */
  readonly tests: number;
}

/** Runs of the library have no pause, no journal and no workers elsewhere. */
const untold = ['cluster', 'paused', 'resumed', 'skipped'] as const;

/** Something that happens in a run, as plain data; `event` tells which. The terminal prints the same with `--json`. */
export type WhittleEvent = Exclude<ReductionEvent, { readonly event: (typeof untold)[number] | 'accepted' }> | Smaller;

/** Passes events on. */
export function listenerFor(given: (event: WhittleEvent) => void = () => undefined): Listener {
  return (event) => {
    if ((untold as readonly string[]).includes(event.event)) return;
    if (event.event !== 'accepted') return given(event as WhittleEvent);
    const { bytes, tokens, tests } = event;
    given({ event: 'accepted', bytes, tokens, tests });
  };
}

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
  const isOurs = [OptionError, JobError, RunError, RuleError, FunctionError].some((kind) => error instanceof kind);
  return isOurs ? new WhittleError(error.message, 'options') : error;
}

/** What was thrown, or an error that tells of it: it may be anything, and a proxy throws even when it is looked at. */
function asError(thrown: unknown): Error {
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
