/**
 * An error line → a regular expression for the same error elsewhere. Parts that change with every run, or after a cut, match
 * anything. Users see the pattern, so it stays as simple as possible. Messages that differ in such parts only are alike.
 */
import { crash } from './failureLine';

const place = String.raw`(?::\d+(?::\d+)?|\(\d+,\d+\))?`;
const anything = '.+?';

type Parts = readonly (readonly [part: string, instead: string, sign?: string])[];

/** Parts that change from run to run, each with what a pattern has instead. Messages that differ in those with a sign only are alike. */
const volatile: Parts = [
  // A path of the candidate, which has the name NAME
  [String.raw`(?:[^\s'"()<>]*[\\/])?NAME${place}`, anything],
  [String.raw`(?:file:\/\/)?(?:[A-Za-z]:|\.{1,2}|~)?(?:[\\/][\w.@+~%-]+){2,}[\\/]?${place}`, anything, '<path>'],
  // Begins where a word begins: a long word must not be read again from each of its letters
  [String.raw`(?<![\w.@+-])(?:[\w.@+-]+[\\/])+[\w.@+-]+\.\w+${place}`, anything, '<path>'],
  [String.raw`\b0x[\da-fA-F]+\b`, String.raw`0x[\da-fA-F]+`, '<address>'],
  [
    String.raw`\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?Z?|\b\d{1,2}:\d\d:\d\d(?:[.,]\d+)?`,
    String.raw`[\dTZ :.,-]+`,
    '<time>',
  ],
  // Seconds or milliseconds since 1970, from 2020 to 2033
  [String.raw`\b1[6-9]\d{8}(?:\d{3})?\b`, String.raw`\d+`, '<time>'],
  [String.raw`\b\d+(?:\.\d+)?\s?(?:ns|µs|us|ms|s|secs?|seconds?|minutes?)\b`, String.raw`[\d.]+ ?\w+`, '<time>'],
  [String.raw`(?<=\b(?:[lL]ines?|[pP]id|[tT]hread) )\d+`, String.raw`\d+`, '<number>'],
  [
    String.raw`(?<=\b(?:line|col(?:umn)?|char(?:acter)?|pos(?:ition)?|offset|row|byte|pid) (?:at )?)\d+`,
    String.raw`\d+`,
  ],
  [String.raw`(?<=[:(])\d+[:,]\d+(?=\D|$)`, String.raw`\d+[:,]\d+`],
  [String.raw`(?<=[(\[])\d{3,}(?=[)\]])`, String.raw`\d+`],
];

const changing = volatile.flatMap(([part, , sign]) => (sign ? [[new RegExp(part, 'g'), sign] as const] : []));

/** Longer lines are values, and stay as they are. */
const longestLine = 2000;

/** Equal for messages that differ in such parts only. */
export function alike(message: string): string {
  const withSigns = (line: string) => changing.reduce((text, [part, sign]) => text.replace(part, sign), line);
  const lines = message.split('\n').map((line) => (line.length > longestLine ? line : withSigns(line)));
  return lines.join('\n').trim();
}

export interface FailingInput {
  readonly text: string;
  /** Base name of its file, or of several. */
  readonly fileName: string | readonly string[];
  /** As a person would type it. */
  readonly command?: string;
}

/** Text before the message: the position in a file, a process, the mark of a test runner. */
const beforeMessage: readonly RegExp[] = [
  /^E\s+/,
  /^==\d+==\s*/,
  /^.*?(?=(?:\S+\.\w+:\d+: [^`']{1,200}: )?\bAssertion [`'"])/,
  /^(?:[^\s:]+: )?(?:[A-Za-z]:)?[^:]*?(?::\s?(?:line )?\d+(?::\d+)?|\(\d+,\d+\)):\s+/,
];

/** Longer messages are cut to this many characters: the rest is mostly values. */
const longest = 300;

/** Undefined if the line has no words. `anyNumbers`: every number may be another one. */
export function linePattern(line: string, input: FailingInput, anyNumbers = false): string | undefined {
  const { message, starts } = messageOf(line, input);
  const cut = message.slice(0, longest);
  if (!/[\p{L}]{2}/u.test(cut)) return undefined;
  const { pattern, whole: toEnd } = generalized(cut, input, anyNumbers ? [...volatile, anyNumber] : volatile);
  const ends = toEnd && cut === message && line.endsWith(message) ? '$' : '';
  const safe = `${starts}${pattern}${ends}`;
  return new RegExp(safe, 'm').test(line) ? safe : escaped(cut);
}

/** Without the text before it; `starts`: the part of a pattern for that text. */
export function messageOf(line: string, { fileName }: FailingInput): { message: string; starts: string } {
  const whole = line.trim();
  const killed = /^\S+: line \d+:/.test(whole) ? crash.exec(whole)?.[0] : undefined;
  const asserts = /^(?:.*[\s/])?(\S+\.\w+):\d+: .*?(?=\bAssertion )/.exec(whole);
  // The candidate's own function may get another name.
  const rest = asserts && [fileName].flat().includes(asserts[1]) ? whole.slice(asserts[0].length) : whole;
  const message = (killed ?? beforeMessage.reduce((text, before) => text.replace(before, ''), rest)) || whole;
  return { message, starts: message === whole ? (/^\s/.test(line) ? '^[ \\t]*' : '^') : '' };
}

/** No part of a name such as `utf8` or `E0382`. */
const anyNumber = [String.raw`(?<![\p{L}\d_])\d+(?![\p{L}_])`, String.raw`\d+`] as const;
const quoted = String.raw`(?<=['"\x60‘“])[\p{L}_$][\p{L}\d_$.]*(?=['"\x60’”])`;
/** Limit on the parts that match anything: each multiplies the time of matching. */
const mostGaps = 5;

/** `whole`: the pattern covers the whole message, not only its beginning. */
export function generalized(message: string, { text, fileName }: FailingInput, parts = volatile) {
  const name = `(?:${[fileName].flat().map(escaped).join('|')})`;
  const kinds = parts.map(([what]) => `(${what.replace('NAME', () => name)})`);
  const changes = new RegExp([...kinds, `(${quoted})`].join('|'), 'gu');
  const names = mayForgetNames(message);
  let pattern = '';
  let at = 0;
  let gaps = 0;
  for (const found of message.matchAll(changes)) {
    const kind = found.slice(1).findIndex((group) => group !== undefined);
    const instead = kind < parts.length ? parts[kind][1] : names && text.includes(found[0]) ? anything : undefined;
    if (instead === undefined) continue;
    pattern += escaped(message.slice(at, found.index));
    if (instead === anything && ++gaps > mostGaps) return { pattern, whole: false };
    pattern += instead;
    at = found.index + found[0].length;
  }
  return { pattern: pattern + escaped(message.slice(at)), whole: true };
}

/** Common messages of a program with too much cut away. Without its name, such a line is about another error. */
export const commonplace =
  /\b(?:not defined|undefined|undeclared|unresolved|unknown|undeclared|cannot (?:find|read|import|resolve)|not found|no attribute|no member|has no|does not exist|unused|never used|not a function|not callable|not in scope|unexpected|expected|syntax|missing|import)\b/i;

/** May the pattern drop the names of the candidate? Only if the rest still identifies the error: four words do. */
function mayForgetNames(message: string): boolean {
  const rest = message.replace(new RegExp(quoted, 'gu'), '').replace(/^[\w$.]*(?:Error|Exception)\b/, '');
  const words = rest.match(/\p{L}{2,}/gu) ?? [];
  return words.length >= 4 && !commonplace.test(message);
}

const gaps = [...new Set(volatile.map(([, instead]) => instead))].sort((one, other) => other.length - one.length);
const pieces = new RegExp(
  `(${gaps.map(escaped).join('|')})|\\\\(s\\+)|\\\\b|\\\\([^\\w])|([\\^$.*+?()[\\]{}|\\\\])`,
  'g',
);

/** The line of such a pattern, with … for anything: `^Error: no file .+?$` is `Error: no file …`. Undefined for other expressions. */
export function plainLine(pattern: string): string | undefined {
  let isPlain = true;
  const body = pattern.replace(/^\^(?:\[ \\t\]\*)?/, '').replace(/(?<!\\)\$$/, '');
  const line = body.replace(pieces, (_, gap?: string, space?: string, sign?: string, other?: string) => {
    isPlain &&= other === undefined;
    return gap ? '…' : space ? ' ' : (sign ?? '');
  });
  return isPlain ? line : undefined;
}

export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, (space) => (space === ' ' ? ' ' : '\\s+'));
}
