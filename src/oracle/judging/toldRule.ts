/** A verdict rule in the user's language: for messages. (`describedRule` is for terminal, log and reports.) */
import * as l10n from '@vscode/l10n';
import { toldTestFailure } from './failureRule';
import { plainLine } from './linePattern';
import { describedCode } from './rule';
import type { ExitRule, OutputPattern, VerdictRule } from './rule';

/** `exit code 1, and stderr matches /^Error: boom$/`. */
export function toldRule({ exit, match = [], noMatch = [], failure }: VerdictRule): string {
  if (failure) return toldTestFailure(failure);
  const clauses = [
    exit ? toldExit(exit) : l10n.t('any exit code'),
    ...match.map(toldMatch),
    ...noMatch.map(toldNoMatch),
  ];
  return clauses.reduce((all, next) => l10n.t('{0}, and {1}', all, next));
}

/** `"Error: boom" (exit code 1)`, for a rule that was learned; without a line, as `toldRule`. */
export function toldFailure({ exit, match = [], noMatch, failure }: VerdictRule): string {
  if (failure) return toldTestFailure(failure);
  const line = match.length > 0 ? plainLine(match[0].pattern) : undefined;
  return line === undefined || noMatch
    ? toldRule({ exit, match, noMatch })
    : l10n.t('"{0}" ({1})', line, toldRule({ exit, match: match.slice(1) }));
}

function toldExit({ codes, not }: ExitRule): string {
  const list = codes.map(describedCode).reduce((all, next) => l10n.t('{0} or {1}', all, next));
  return not ? l10n.t('any exit code but {0}', list) : l10n.t('exit code {0}', list);
}

function toldMatch({ stream, pattern }: OutputPattern): string {
  return stream ? l10n.t('{0} matches /{1}/', stream, pattern) : l10n.t('the output matches /{0}/', pattern);
}

function toldNoMatch({ stream, pattern }: OutputPattern): string {
  return stream
    ? l10n.t('{0} does not match /{1}/', stream, pattern)
    : l10n.t('the output does not match /{0}/', pattern);
}
