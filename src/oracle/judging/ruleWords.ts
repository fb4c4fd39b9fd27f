/** Verdict rules as they are written on a command line and in tasks.json, and in words: `exit code 1, and stderr matches /^Error: boom$/`. */
import { constants } from 'node:os';
import * as l10n from '@vscode/l10n';
import type { FailureRule } from './failureRule';
import { plainLine } from './linePattern';
import {
  type ExitRule,
  type OutputPattern,
  RuleError,
  type VerdictRule,
  describedCode,
  exitZero,
  expressionOf,
} from './rule';

/**
 * Written down, or learned from the first run on the unchanged input: always, at the same place of the program, or (`auto`) unless it ends
 * with exit code 0.
 */
export type RuleSource = VerdictRule | Learned;
export type Learned = 'same-failure' | 'same-place' | 'auto';

export interface RuleWords {
  /** `0`, `1,2`, `not 0`, `signal SEGV`, `any`. */
  readonly exit?: string | number;
  /** Regular expressions, `stdout:` or `stderr:` before them. */
  readonly match?: string | readonly string[];
  readonly noMatch?: string | readonly string[];
  readonly sameFailure?: boolean;
}

/** Undefined if the words say nothing. Throws `RuleError`. */
export function ruleFrom({ exit, match, noMatch, sameFailure }: RuleWords): RuleSource | undefined {
  const [must, mustNot] = [patterns(match), patterns(noMatch)];
  const given = exit !== undefined || must.length > 0 || mustNot.length > 0;
  if (sameFailure && given) {
    throw new RuleError(
      l10n.t(
        'The rule of the same failure (‹sameFailure›) cannot be combined with exit codes or patterns (‹exit› ‹match› ‹noMatch›): remove one of them.',
      ),
    );
  }
  if (sameFailure) return 'same-failure';
  if (!given) return undefined;
  // A user who gives a pattern for a failure seldom expects exit code 0.
  const ending = exit === undefined ? (must.length > 0 ? undefined : exitZero.exit) : parsedExit(String(exit));
  return {
    ...(ending && { exit: ending }),
    ...(must.length > 0 && { match: must }),
    ...(mustNot.length > 0 && { noMatch: mustNot }),
  };
}

/** Undefined for `any`. Throws `RuleError`. */
export function parsedExit(text: string): ExitRule | undefined {
  const [, not, list] = /^\s*(not\s+)?(.*?)\s*$/s.exec(text)!;
  if (list === 'any' && !not) return undefined;
  const codes = list.split(/\s*,\s*/).map((word) => parsedCode(word, text));
  return not ? { codes, not: true } : { codes };
}

function parsedCode(word: string, whole: string): number {
  const signal = /^signal\s+(?:SIG)?(\w+)$/i.exec(word)?.[1].toUpperCase();
  const number = signal && (constants.signals as Record<string, number | undefined>)[`SIG${signal}`];
  if (number) return 128 + number;
  if (/^\d{1,10}$/.test(word) && Number(word) < 2 ** 32) return Number(word);
  throw new RuleError(l10n.t('"{0}" is not an exit code rule: write 0, 1,2, not 0, signal SEGV or any.', whole));
}

/** Throws `RuleError`. */
export function parsedPattern(text: string): OutputPattern {
  const [, stream, pattern] = /^(?:(stdout|stderr): ?)?(.*)$/s.exec(text)!;
  if (pattern === '') throw new RuleError(l10n.t('An empty pattern matches everything: give a regular expression.'));
  expressionOf(pattern);
  return stream ? { stream: stream as OutputPattern['stream'], pattern } : { pattern };
}

function patterns(words: string | readonly string[] = []): OutputPattern[] {
  return [words].flat().map((word) => parsedPattern(String(word)));
}

/** A language. */
export interface Words {
  /** The sentence with these values for {0}, {1}, … */
  t(sentence: string, ...values: (string | number)[]): string;
}

export const english: Words = {
  t: (sentence, ...values) => sentence.replace(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)])),
};

/** The user's language. Sentences are found by the name `l10n`. */
const usersWords: Words = l10n;

/** For terminal, log and reports. */
export const describedRule = (rule: VerdictRule): string => toldRule(rule, english);

/** `"Error: boom" (exit code 1)`, for a rule that was learned; without a line, as `toldRule`. */
export function toldFailure({ exit, match = [], noMatch, failure }: VerdictRule, words: Words = l10n): string {
  const line = match.length > 0 ? plainLine(match[0].pattern) : undefined;
  return line === undefined || noMatch || failure
    ? toldRule({ exit, match, noMatch, failure }, words)
    : words.t('"{0}" ({1})', line, toldRule({ exit, match: match.slice(1) }, words));
}

/** In the user's language, for messages. */
export function toldRule({ exit, match = [], noMatch = [], failure }: VerdictRule, l10n: Words = usersWords): string {
  if (failure) return testFailure(failure, l10n);
  const told = [
    exit ? exitCode(exit, l10n) : l10n.t('any exit code'),
    ...match.map(({ stream, pattern }) =>
      stream ? l10n.t('{0} matches /{1}/', stream, pattern) : l10n.t('the output matches /{0}/', pattern),
    ),
    ...noMatch.map(({ stream, pattern }) =>
      stream ? l10n.t('{0} does not match /{1}/', stream, pattern) : l10n.t('the output does not match /{0}/', pattern),
    ),
  ];
  return told.reduce((all, next) => l10n.t('{0}, and {1}', all, next));
}

function exitCode({ codes, not }: ExitRule, l10n: Words): string {
  const list = codes.map(describedCode).reduce((all, next) => l10n.t('{0} or {1}', all, next));
  return not ? l10n.t('any exit code but {0}', list) : l10n.t('exit code {0}', list);
}

/** `AssertionError: the total must not be negative in the test "cart has a total", at: assert.ok(…)` */
function testFailure({ kind, said, test, lines: [at] }: FailureRule, l10n: Words): string {
  const line = said.split('\n').find((one) => one.trim() !== '') ?? '';
  const error = line === '' || line.startsWith(kind) ? line || kind : `${kind}: ${line}`;
  return at ? l10n.t('{0} in the test "{1}", at: {2}', error, test, at) : l10n.t('{0} in the test "{1}"', error, test);
}
