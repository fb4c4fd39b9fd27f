/** A verdict rule as it is written on a command line and in tasks.json. */
import * as l10n from '@vscode/l10n';
import { constants } from 'node:os';
import { exitZero, expressionOf, RuleError, type ExitRule, type OutputPattern, type VerdictRule } from './rule';

/**
 * Where the rule comes from: written down, or learned from the first run on the unchanged input. `same-failure` always
 * learns; `auto` takes exit code 0 if the run ends with it and learns else.
 */
export type RuleSource = VerdictRule | 'same-failure' | 'auto';

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
      l10n.t('The rule "same failure" cannot be combined with exit codes or patterns: remove one of them.'),
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
  const [, stream, pattern] = /^(?:(stdout|stderr):)?(.*)$/s.exec(text)!;
  if (pattern === '') throw new RuleError(l10n.t('An empty pattern matches everything: give a regular expression.'));
  expressionOf(pattern);
  return stream ? { stream: stream as OutputPattern['stream'], pattern } : { pattern };
}

function patterns(words: string | readonly string[] = []): OutputPattern[] {
  return [words].flat().map((word) => parsedPattern(String(word)));
}
