/** The three functions of the library: an input in, and out comes the smallest one that still has the property, or how two differ, or what searches cost. */
import { cwd } from 'node:process';
import type { PassFunction, PassSource } from '../oracle/passes';
import { Hosting, type Done } from '../host/host';
import type { Given, IsolatedTexts, Work } from '../host/port';
import { serveHere } from '../host/worker';
import { contendersFrom, usualContenders } from '../reduction/comparison/contenders';
import type {
  BeforeAndAfter,
  EndTold,
  Ended,
  Ending,
  Finished,
  Isolated,
  Listener,
  Row,
} from '../reduction/events/events';
import { plainEncoding, type Encoding } from '../text/encoding';
import { tellingErrors } from './events';
import { type GivenOptions, type RunOptions, checked, nameOf, runOf, textOf, textsOf } from './options';

/** Options of {@link reduce}. */
export interface ReduceOptions extends RunOptions, GivenOptions<'reduce()'> {
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
  /** Anything that makes the result doubtful, in one sentence: also that a limit or an abort left no time to confirm it. */
  readonly problem?: string;
  /** Calls of the property, with those of calibration and confirmation. */
  readonly tests: number;
  /** Wall time of the run. */
  readonly ms: number;
  /** What else there was to say, a sentence each: for instance why a pass was left out. */
  readonly notices: readonly string[];
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
  return tellingErrors(reduce, async () => {
    const options = checked('reduce()', given);
    const { input, reduceWith } = options;
    const text = { ...nameOf(options), ...textOf(input, !reduceWith) };
    const passOf = (pass: PassFunction | string): PassSource =>
      typeof pass === 'function' ? { call: pass } : { line: pass, cwd: cwd() };
    const job = { ...runOf(options), input: text, passes: reduceWith?.map(passOf) };
    const { outcome, end, notices } = await hosted<string, Finished>({ kind: 'run', job }, options);
    const { bytes, tokens } = end;
    return { ...sideOf(outcome, text), size: { bytes, tokens }, ...figuresOf(end), notices };
  });
}

function figuresOf({ ending, confirmed, problem, tests, ms }: Ended): Omit<Figures, 'notices'> {
  const untested = confirmed ? undefined : 'The run ended before the result was tested again.';
  return { ending, confirmed, problem: problem ?? untested, tests, ms };
}

/** Options of {@link isolate}. */
export interface IsolateOptions extends RunOptions, GivenOptions<'isolate()'> {
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

function sideOf(text: string, { encoding }: { readonly encoding: Encoding }): Side {
  return { text, bytes: new Uint8Array(Buffer.from(text, plainEncoding(encoding))) };
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
  return tellingErrors(isolate, async () => {
    const options = checked('isolate()', given);
    const { failing, passing = '', unit } = options;
    const { texts, encoding } = textsOf([failing, passing]);
    const [text, other] = texts;
    const job = { ...runOf(options), input: { ...nameOf(options), text, passing: other, encoding, unit } };
    const { outcome, end, notices } = await hosted<IsolatedTexts, Isolated>({ kind: 'run', job }, options);
    return {
      failing: sideOf(outcome.failing, job.input),
      passing: sideOf(outcome.passing, job.input),
      changes: end.changes,
      ...{ ...figuresOf(end), notices },
    };
  });
}

/** Options of {@link compare}. The limits hold for each search. */
export interface CompareOptions extends RunOptions, GivenOptions<'compare()'> {
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
  return tellingErrors(compare, async () => {
    const options = checked('compare()', given);
    const { input, searches = usualContenders } = options;
    const job = { ...runOf(options), input: { ...nameOf(options), ...textOf(input) } };
    const contenders = contendersFrom(searches);
    return (await hosted<Row[]>({ kind: 'compare', job, contenders, round: 1 }, options)).outcome;
  });
}

/** An abort of the signal, and an error of the listener, end the run; the error is thrown then. */
async function hosted<O, E extends EndTold = EndTold>(
  work: Extract<Work, { kind: 'run' | 'compare' }>,
  { onEvent = () => {}, signal }: RunOptions,
): Promise<Done<O, E> & Pick<Figures, 'notices'>> {
  const { oracle, passes = [] } = work.job;
  const asks = [...(oracle.kind === 'function' ? [oracle.property] : []), ...passes].some((one) => 'call' in one);
  // Without pauses, journals and workers, all events of a run are those of the library.
  const begin = asks ? (given: Given) => serveHere(given, signal) : undefined;
  const notices: string[] = [];
  const hear: Listener = (event) => {
    if (event.event === 'notice') notices.push(event.message);
    (onEvent as Listener)(event);
  };
  const done = await new Hosting(hear, { speaker: 'library', signal, begin }).run<O, E>(work);
  return { ...done, notices };
}
