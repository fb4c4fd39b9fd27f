/** `reduce`: an input in, the smallest one that still has the property out. */
import { cwd } from 'node:process';
import type { PassFunction, PassSource } from '../oracle/passes/passes';
import type { Ended, Ending } from '../reduction/events/ended';
import { reduce as reduceJob } from '../reduction/reduce';
import { checked } from './checked';
import { tellingErrors } from './errors';
import { listenerFor } from './events';
import { jobOf, textOf, type RunOptions } from './options';

/** Options of {@link reduce}. */
export interface ReduceOptions extends RunOptions {
  /** What fails. Bytes that are not valid UTF-8 are reduced as characters of one byte. */
  readonly input: string | Uint8Array;
  /** How to search, as `whittle searches` lists it: `hddr:probdd+p0=0.3`. The usual one is `default`. */
  readonly search?: string;
  /** The run ends as soon as at most so many tokens are left. */
  readonly targetTokens?: number;
  /** Passes that propose further edits: functions, or shell lines of programs that speak the protocol of docs/passes.md. */
  readonly passes?: readonly (PassFunction | string)[];
}

/** The figures of a run. */
export interface Figures {
  /** Why the run has ended: `done`, or a limit, an abort of the signal, or a problem. */
  readonly ending: Ending;
  /** The result had the property when it was tested again at the end. */
  readonly confirmed: boolean;
  /** Anything that makes the result doubtful, in one sentence. */
  readonly problem?: string;
  /** Calls of the property, with those of calibration and confirmation. */
  readonly tests: number;
  /** Wall time of the run. */
  readonly ms: number;
}

/** A size before and after a run. */
export interface BeforeAndAfter {
  readonly before: number;
  readonly after: number;
}

/** The result of {@link reduce}. */
export interface Reduction extends Figures {
  /** The smallest input that was found. One character per byte if the input is not valid UTF-8. */
  readonly text: string;
  /** The same, as the very bytes that were tested last. */
  readonly bytes: Uint8Array;
  readonly size: { readonly bytes: BeforeAndAfter; readonly tokens: BeforeAndAfter };
}

/**
 * Reduces an input to what the property needs.
 *
 * Throws {@link WhittleError} if the property does not hold on the input, or holds on an empty one, and for wrong options.
 *
 * @example
 * ```ts
 * const { text } = await reduce({
 *   input: '{"a": 1, "needle": [1, 2], "b": {"c": 3}}',
 *   language: 'json',
 *   property: (text) => text.includes('"needle"'),
 * });
 * ```
 */
export function reduce(given: ReduceOptions): Promise<Reduction> {
  return tellingErrors(async () => {
    const options = checked('reduce', given);
    const { input, search, targetTokens, onEvent, signal = new AbortController().signal } = options;
    const job = { ...jobOf(options), ...textOf(input), search, targetTokens, passes: options.passes?.map(passOf) };
    const { finished, bytes } = await reduceJob(job, listenerFor(onEvent), signal);
    const { bytes: byteSize, tokens } = finished;
    return {
      text: bytes.toString(job.encoding),
      bytes: new Uint8Array(bytes),
      size: { bytes: byteSize, tokens },
      ...figuresOf(finished),
    };
  });
}

function passOf(pass: PassFunction | string): PassSource {
  return typeof pass === 'function' ? { call: pass } : { line: pass, cwd: cwd() };
}

export function figuresOf({ ending, confirmed, problem, tests, ms }: Ended): Figures {
  return { ending, confirmed, problem, tests, ms };
}
