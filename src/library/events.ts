/** Events of the library: those that the terminal prints with `--json`. */
import { OptionError } from '../options/kinds';
import { spelled } from '../options/spelling';
import { OracleError } from '../oracle/calibration/calibrate';
import { FunctionError } from '../oracle/functions/propertyFunction';
import { RunError } from '../host/host';
import { RuleError } from '../oracle/judging/rule';
import type { PlainEvent, Smaller } from '../reduction/events/events';
import { JobError } from '../reduction/job';

/** Something that happens in a run, as plain data; `event` tells which. The terminal prints the same with `--json`. */
export type WhittleEvent =
  Exclude<PlainEvent, { readonly event: 'cluster' | 'paused' | 'resumed' | 'skipped' }> | Omit<Smaller, 'files'>;

/** The call cannot work. The message is one sentence with the remedy. */
export class WhittleError extends Error {
  /** The error of the property function, with its stack. */
  declare readonly output?: string;

  static {
    // Also where a bundler has given the class another name: Node prints it.
    Object.defineProperty(this, 'name', { value: 'WhittleError' });
    Object.defineProperty(this.prototype, 'name', { value: 'WhittleError' });
  }

  constructor(
    message: string,
    /** `property`: it does not hold on the input, or it holds on an empty one. `options`: anything else in the call is wrong. */
    readonly reason: 'property' | 'options',
  ) {
    super(message);
  }
}

/** Does the work of `call`, and throws `WhittleError` instead of our own errors, with the stack of the caller: Node prints lines of it. */
export function tellingErrors<T>(call: (options: never) => unknown, work: () => Promise<T>): Promise<T> {
  const told = new WhittleError('', 'options');
  Error.captureStackTrace(told, call);
  const frames = (told.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !line.includes('node:internal'));
  return work().catch((error: unknown) => {
    const isOurs = [OracleError, OptionError, JobError, RunError, RuleError, FunctionError].some(
      (kind) => error instanceof kind,
    );
    if (!isOurs) throw error;
    const message = spelled((error as Error).message, 'library');
    const isProperty = error instanceof OracleError;
    Object.defineProperty(told, 'message', { value: message, configurable: true, writable: true });
    Object.assign(told, { reason: isProperty ? 'property' : 'options' });
    if (isProperty && error.output) Object.assign(told, { output: error.output });
    told.stack = [`WhittleError: ${message}`, ...frames].join('\n');
    throw told;
  });
}
