/** The three functions of the library: an input in, and out comes the smallest one that still has the property, or how two differ, or what searches cost. */
import { cwd } from 'node:process';
import type { PassFunction, PassSource } from '../oracle/passes/passes';
import { compare as compareJob } from '../reduction/comparison/compare';
import type { Row } from '../reduction/comparison/comparison';
import { contendersFrom, usualContenders } from '../reduction/comparison/contenders';
import { Controls } from '../reduction/controls';
import type { Ended, Ending } from '../reduction/events/ended';
import { isolate as isolateJob } from '../reduction/isolate';
import type { Values } from '../options/values';
import { reduce as reduceJob } from '../reduction/reduce';
import { listenerFor, tellingErrors } from './events';
import { type RunOptions, checked, nameOf, runOf, textOf, textsOf } from './options';

/** Options of {@link reduce}. */
export interface ReduceOptions extends RunOptions, Values<'reduce()'> {
  /** What fails. Bytes that are not valid UTF-8 are reduced as characters of one byte. */
  readonly input: string | Uint8Array;
  /** Passes that propose further edits: functions, or shell lines of programs that speak the protocol of docs/passes.md. */
  readonly reduceWith?: readonly (PassFunction | string)[];
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
    const options = checked('reduce()', given);
    const { input, reduceWith, onEvent, signal = new AbortController().signal } = options;
    const text = { ...nameOf(options), ...textOf(input) };
    const job = { ...runOf(options), input: text, passes: reduceWith?.map(passOf) };
    const { finished, bytes } = await reduceJob(job, listenerFor(onEvent), signal);
    const { bytes: byteSize, tokens } = finished;
    return {
      text: bytes.toString(job.input.encoding),
      bytes: new Uint8Array(bytes),
      size: { bytes: byteSize, tokens },
      ...figuresOf(finished),
    };
  });
}

function passOf(pass: PassFunction | string): PassSource {
  return typeof pass === 'function' ? { call: pass } : { line: pass, cwd: cwd() };
}

function figuresOf({ ending, confirmed, problem, tests, ms }: Ended): Figures {
  return { ending, confirmed, problem, tests, ms };
}

/** Options of {@link isolate}. */
export interface IsolateOptions extends RunOptions, Values<'isolate()'> {
  /** The input that has the property. */
  readonly failing: string | Uint8Array;
  /** A similar one that has not. Usually the empty text. */
  readonly passing?: string | Uint8Array;
}

/** One of the two inputs that are left. */
export interface Side {
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** The result of {@link isolate}: two inputs, and by how many changes they differ. */
export interface Isolation extends Figures {
  readonly failing: Side;
  readonly passing: Side;
  readonly changes: number;
}

/**
 * Finds a minimal difference between an input that fails and one that passes. Each change of the difference is needed: without it
 * the failure goes.
 *
 * Throws {@link WhittleError} if the property does not tell the two inputs apart, and for wrong options.
 */
export function isolate(given: IsolateOptions): Promise<Isolation> {
  return tellingErrors(async () => {
    const options = checked('isolate()', given);
    const { failing, passing = '', unit, onEvent, signal = new AbortController().signal } = options;
    const { texts, encoding } = textsOf([failing, passing]);
    const [text, other] = texts;
    const job = { ...runOf(options), input: { ...nameOf(options), text, passing: other, encoding, unit } };
    const { isolated, ...pair } = await isolateJob(job, listenerFor(onEvent), signal);
    const sideOf = (bytes: Buffer): Side => ({ text: bytes.toString(encoding), bytes: new Uint8Array(bytes) });
    return {
      failing: sideOf(pair.failing),
      passing: sideOf(pair.passing),
      changes: isolated.changes,
      ...figuresOf(isolated),
    };
  });
}

/** Options of {@link compare}. The limits hold for each search. */
export interface CompareOptions extends RunOptions, Values<'compare()'> {
  /** What fails. */
  readonly input: string | Uint8Array;
}

/**
 * Reduces an input by several searches, one after the other. Each one has its row: size, tests, time. An abort of the signal ends
 * the comparison with the rows so far.
 *
 * Throws {@link WhittleError} as `reduce` does.
 */
export function compare(given: CompareOptions): Promise<Row[]> {
  return tellingErrors(async () => {
    const options = checked('compare()', given);
    const { input, searches = usualContenders, onEvent, signal } = options;
    const job = { ...runOf(options), input: { ...nameOf(options), ...textOf(input) } };
    return await compareJob(job, contendersFrom(searches), {
      onEvent: listenerFor(onEvent),
      signal: signal ?? new AbortController().signal,
      controls: new Controls(),
    });
  });
}
