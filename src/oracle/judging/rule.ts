/** Which end of a run and which output mean that the property holds: plain data, part of a job. */
import { constants } from 'node:os';
import { setImmediate as breath } from 'node:timers/promises';
import { type Context, Script, createContext } from 'node:vm';
import * as l10n from '@vscode/l10n';
import type { Content } from '../content';
import type { Said, StreamName } from '../processes/output';
import { type FailureRule, judgeFailure, testPasses } from './failureRule';

/** A regular expression, and where it is looked for: in stdout and in stderr, each for itself, if `stream` is unset. */
export interface OutputPattern {
  readonly stream?: StreamName;
  readonly pattern: string;
}

/** The exit codes that serve, or with `not` those that do not. A signal n is the code 128 + n, as a shell tells it. */
export interface ExitRule {
  readonly codes: readonly number[];
  readonly not?: boolean;
}

/**
 * All of it must be so. A pattern is matched as by a JavaScript RegExp with the flag `m` (^ and $ are ends of lines) against
 * the first and the last million bytes of a stream, with line ends \n and without the escape sequences of terminals.
 */
export interface VerdictRule {
  /** Unset: however it ends, but for the codes that are no verdict (see `judgeOf`). */
  readonly exit?: ExitRule;
  readonly match?: readonly OutputPattern[];
  readonly noMatch?: readonly OutputPattern[];
  /** The report of a test runner must have this failure. */
  readonly failure?: FailureRule;
  /** Of a test that fails in another way: `unresolved`, for an isolation, whose other side must pass; unset: it does not hold. */
  readonly otherwise?: 'unresolved';
}

/** A rule that cannot be; the message is one sentence with the remedy. */
export class RuleError extends Error {}

/** For scripts made for reduction. */
export const exitZero: VerdictRule = { exit: { codes: [0] } };
/** "Cannot be judged", as `git bisect run` has it. */
export const noVerdict = 125;
/** How a shell says that a program cannot be run or is not there. */
export const notRun: readonly number[] = [126, 127];

/** The code with which a shell would tell this end. */
export function statusOf({ exitCode, signal }: { readonly exitCode?: number; readonly signal?: string }): number {
  return exitCode ?? 128 + ((constants.signals as Record<string, number | undefined>)[signal ?? ''] ?? 0);
}

/** `content`: the candidate, if the rule compares its lines with the runner's report. */
export type Judge = (status: number, said: Said, content?: Content) => 'holds' | 'fails' | 'unresolved';

/**
 * 125 is no verdict. 126 and 127 are none either, unless a pattern tells that the program has spoken. A rule that lists one of these
 * codes means it. An output that cannot be matched in time is none either. Throws `RuleError` if a pattern is no regular expression.
 */
export function judgeOf({ exit, match = [], noMatch = [], failure, otherwise }: VerdictRule): Judge {
  const patterns = [...match, ...noMatch].map(({ pattern }) => pattern);
  const finders = [...match, ...noMatch].map(finderOf);
  const matches = (said: Said) => finders.every((finds, at) => finds(said) === at < match.length);
  const silent = match.length === 0 ? [noVerdict, ...notRun] : [noVerdict];
  return (status, said, content) => {
    if (silent.includes(status) && !exit?.codes.includes(status)) return 'unresolved';
    const ended = !exit || exit.codes.includes(status) !== Boolean(exit.not);
    const matched = ended && matchInTime(patterns, () => matches(said));
    if (matched === undefined) return 'unresolved';
    if (matched && (!failure || judgeFailure(failure, said, content))) return 'holds';
    return otherwise === undefined || testPasses(status, said, failure?.runner) ? 'fails' : otherwise;
  };
}

/** Throws `RuleError`. */
function finderOf({ stream, pattern }: OutputPattern): (said: Said) => boolean {
  const re = expressionOf(pattern);
  return (said) => (stream ? re.test(said[stream]) : re.test(said.stdout) || re.test(said.stderr));
}

/** Throws `RuleError`. */
export function expressionOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'm');
  } catch (error) {
    const why = (error as Error).message.replace(/^.*: /s, '').toLowerCase();
    throw new RuleError(
      l10n.t('/{0}/ is not a regular expression ({1}): correct it, or put \\ before special characters.', pattern, why),
    );
  }
}

/** The last number that the expression finds in the output: its first group, or all of it. Undefined if there is none, or not in time. */
export function numberIn(pattern: string, { stdout, stderr }: Said): number | undefined {
  const lastIn = (stream: string) => {
    let last: string | undefined;
    for (const [whole, group = whole] of stream.matchAll(new RegExp(pattern, 'gm'))) last = group;
    return last?.trim();
  };
  const found = matchInTime([pattern], () => lastIn(stdout) || lastIn(stderr));
  const number = found ? Number(found.replaceAll(/(?<=\d)[,_](?=\d{3})/g, '')) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

export function isExitZero({ exit, match = [], noMatch = [], failure }: VerdictRule): boolean {
  const [code, ...more] = exit?.codes ?? [];
  return code === 0 && more.length === 0 && !exit?.not && match.length + noMatch.length === 0 && !failure;
}

/** Does the rule say something about this very code? */
export function names({ exit }: VerdictRule, status: number): boolean {
  return exit !== undefined && !exit.not && exit.codes.includes(status);
}

/** `139 (SIGSEGV)` */
export function describedCode(code: number): string {
  const signal = Object.entries(constants.signals).find(([, number]) => code === 128 + number);
  return signal ? `${code} (${signal[0]})` : String(code);
}

/**
 * The time for all patterns of a rule on one output, ms. Some patterns of people backtrack for years on the wrong text (`(a+)+$`), and
 * meanwhile this thread hears no signal. V8 ends a regular expression when it ends a script.
 */
const patienceMs = 500;

/** For the user, one sentence with the remedy. */
export function tooSlow(pattern: string): string {
  return l10n.t(
    'The pattern /{0}/ takes more than {1} seconds: let it begin with ^ and a word, without a repetition within a repetition such as (a+)+.',
    pattern,
    patienceMs / 1000,
  );
}

export function slowPattern({ match = [], noMatch = [] }: VerdictRule, said: Said): string | undefined {
  const isSlow = (one: OutputPattern) => matchInTime([one.pattern], () => finderOf(one)(said)) === undefined;
  return [...match, ...noMatch].find(isSlow)?.pattern;
}

/** Without repetitions and alternatives the time grows with the text only: the limit, which costs 0.1 ms, is not needed. */
const harmless = /^(?:\\.|[^\\*+?{|])*$/s;

let stage: { readonly context: Context; readonly script: Script } | undefined;

/** What `work` returns, which matches these patterns; undefined if that takes too long. */
export function matchInTime<T>(patterns: readonly string[], work: () => T): T | undefined {
  if (patterns.every((pattern) => harmless.test(pattern))) return work();
  stage ??= { context: createContext({}), script: new Script('work()') };
  stage.context.work = work;
  try {
    return stage.script.runInContext(stage.context, { timeout: patienceMs }) as T;
  } catch (error) {
    // V8 has too little room for the places to go back to.
    const isOverflow = error instanceof RangeError;
    if (isOverflow || (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  } finally {
    stage.context.work = undefined;
  }
}

let turn: Promise<unknown> = Promise.resolve();

/** What `judge` returns; throws the signal's reason if aborted. Several tests may end at once: after a slow one, signals are heard before the next is judged. */
export function inTurn<T>(signal: AbortSignal, judge: () => T): Promise<T> {
  let ms = 0;
  const judged = turn.then(() => {
    signal.throwIfAborted();
    const began = performance.now();
    const verdict = judge();
    ms = performance.now() - began;
    return verdict;
  });
  // A timer may end a pattern a little before its time.
  const rest = () => (ms >= patienceMs / 2 ? breath() : undefined);
  turn = judged.then(rest, rest);
  return judged;
}
