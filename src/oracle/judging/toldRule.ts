/** A verdict rule in words: `exit code 1, and stderr matches /^Error: boom$/`. */
import * as l10n from '@vscode/l10n';
import type { FailureRule } from './failureRule';
import { plainLine } from './linePattern';
import { describedCode, type ExitRule, type OutputPattern, type VerdictRule } from './rule';

/** A language. */
interface Words {
  /** The sentence with these values for {0}, {1}, … */
  t(sentence: string, ...values: (string | number)[]): string;
}

const english: Words = {
  t: (sentence, ...values) => sentence.replace(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)])),
};

/** In English, for terminal, log and reports. */
export function describedRule(rule: VerdictRule): string {
  return inWords(rule, english);
}

/** In the user's language, for messages. */
export function toldRule(rule: VerdictRule): string {
  return inWords(rule, l10n);
}

/** `"Error: boom" (exit code 1)`, for a rule that was learned; without a line, as `toldRule`. */
export function toldFailure({ exit, match = [], noMatch, failure }: VerdictRule): string {
  const line = match.length > 0 ? plainLine(match[0].pattern) : undefined;
  return line === undefined || noMatch || failure
    ? toldRule({ exit, match, noMatch, failure })
    : l10n.t('"{0}" ({1})', line, toldRule({ exit, match: match.slice(1) }));
}

function inWords({ exit, match = [], noMatch = [], failure }: VerdictRule, l10n: Words): string {
  if (failure) return testFailure(failure, l10n);
  const matches = ({ stream, pattern }: OutputPattern) =>
    stream ? l10n.t('{0} matches /{1}/', stream, pattern) : l10n.t('the output matches /{0}/', pattern);
  const matchesNot = ({ stream, pattern }: OutputPattern) =>
    stream ? l10n.t('{0} does not match /{1}/', stream, pattern) : l10n.t('the output does not match /{0}/', pattern);
  const ending = exit ? exitCode(exit, l10n) : l10n.t('any exit code');
  return [ending, ...match.map(matches), ...noMatch.map(matchesNot)].reduce((all, next) =>
    l10n.t('{0}, and {1}', all, next),
  );
}

function exitCode({ codes, not }: ExitRule, l10n: Words): string {
  const list = codes.map(describedCode).reduce((all, next) => l10n.t('{0} or {1}', all, next));
  return not ? l10n.t('any exit code but {0}', list) : l10n.t('exit code {0}', list);
}

/** `AssertionError: the total must not be negative in the test "cart has a total", at: assert.ok(…)` */
function testFailure({ kind, said, test, lines: [at] }: FailureRule, l10n: Words): string {
  const [line] = said.split('\n');
  const error = line === '' || line.startsWith(kind) ? line || kind : `${kind}: ${line}`;
  return at ? l10n.t('{0} in the test "{1}", at: {2}', error, test, at) : l10n.t('{0} in the test "{1}"', error, test);
}
