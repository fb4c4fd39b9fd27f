/** A finished reduction as a bug report in Markdown, without the user's paths. */
import { posix } from 'node:path';
import type { FailureRule } from '../../oracle/judging/failureRule';
import { matchInTime } from '../../oracle/judging/rule';
import { describedRule, english } from '../../oracle/judging/ruleWords';
import type { Finished } from '../../reduction/events/events';
import { logLines } from '../../reduction/events/logLines';
import { grouped } from '../../reduction/events/progress';
import { code, fenced, listed } from '../../reproduction/readme';
import { visible } from '../../text/visible';
import { headOf } from '../runs/head';
import type { RunRecord } from './record';

/** `record`: of a reduction of one file that has ended, with its result. */
export function bugReport(record: RunRecord, places: Places): string {
  const { languageId = '' } = record;
  const { output } = record.end!;
  const text = record.outcome as string;
  const short = (text: string) => shortened(readable(text, record.path), places);
  const failures = record.rules.flatMap(({ rule }) => rule.failure ?? []);
  const versions = [...failures.flatMap((failure) => failure.versions ?? []), ...record.versions];
  return [
    `# ${nameOf(record)}: ${symptom(record.rules, output, short)}`,
    headPart(record, short),
    `## Input\n\n${inputWords(record.path, text)}\n\n${fenced(text.replace(/^\ufeff/, ''), otherNames[languageId] ?? languageId)}`,
    commandPart(record, short),
    ...failures.map((failure) => failurePart(failure, short)),
    ...(output && failures.length === 0 ? [`## Output\n\n${fenced(visible(short(output)), 'text')}`] : []),
    `## Versions\n\n${listed(versions)}`,
    `## Reduction\n\n${reductionPart(record)}`,
  ]
    .join('\n\n')
    .concat('\n');
}

/** As in the panel. */
function headPart(record: RunRecord, short: (text: string) => string): string {
  const { bugs, command, notes } = headOf(record, english);
  const typed = command.split('\n').map((line) => code(short(line)));
  const lines = [...bugs.map((bug) => `Looking for: ${short(bug)}`), `Command: ${typed.join(', ')}`, ...notes];
  return listed(lines);
}

/** In one line: the matched output, or the exit codes of the commands. */
function symptom(rules: RunRecord['rules'], output = '', short: (text: string) => string): string {
  const pattern = rules.flatMap(({ rule }) => rule.match ?? [])[0]?.pattern;
  const line = pattern === undefined ? undefined : matchedLine(pattern, output);
  if (line !== undefined) return code(short(line).slice(0, 120));
  return rules
    .map(({ command, rule }) => `${code(short(command))} ends with ${code(short(describedRule(rule)))}`)
    .join(' and ');
}

function matchedLine(pattern: string, output: string): string | undefined {
  const expression = new RegExp(pattern, 'm');
  return matchInTime([pattern], () => output.split('\n').find((line) => expression.test(line)))?.trim();
}

function commandPart({ rules }: RunRecord, short: (text: string) => string): string {
  const parts = rules.map(
    ({ command, rule }) =>
      `${fenced(short(command), 'sh')}\n\nThe bug is there with ${code(short(describedRule(rule)))}.`,
  );
  const [title, all] = rules.length > 1 ? ['Commands', '\n\nAll of these must hold.'] : ['Command', ''];
  return `## ${title}\n\n${parts.join('\n\n')}${all}`;
}

/** Of a test: statement, expected and received values. */
function failurePart({ test, kind, said, lines }: FailureRule, short: (text: string) => string): string {
  const [statement] = lines;
  return [
    `## Failure\n\nThe test ${code(test)} fails${statement === undefined ? ':' : ` at ${code(statement)}:`}`,
    fenced(visible(short(said.startsWith(kind) ? said : `${kind}: ${said}`)), 'text'),
  ].join('\n\n');
}

/** With details that a code block does not show. */
function inputWords(path: string, text: string): string {
  const unusual = [
    text.startsWith('\ufeff') ? 'with a byte order mark' : '',
    text.includes('\r\n') ? 'with CR LF line ends' : '',
    text.endsWith('\n') ? '' : 'without a final line end',
  ].filter(Boolean);
  return `${code(path)}${unusual.length > 0 ? ` (${unusual.join(', ')})` : ''}:`;
}

/** As in the log. */
function reductionPart({ search, end }: RunRecord): string {
  const { before, after } = (end as Finished).bytes;
  const lines = logLines({ ...(end as Finished), problem: undefined });
  return listed([...lines, `search: ${search}`, `bytes: ${grouped(before)} → ${grouped(after)}`]);
}

/** With the candidate's path, as if the command ran in the workspace folder. */
function readable(text: string, path: string): string {
  return text
    .replace(/(?:\$\{workspaceFolder\}\/)?\$\{relativeFile\}|\$\{file\}/g, () => path)
    .replace(/(?:\$\{workspaceFolder\}\/)?\$\{relativeFileDirname\}|\$\{fileDirname\}/g, () => posix.dirname(path))
    .replace(/\$\{(?:workspaceFolder|workspaceRoot|fileWorkspaceFolder|cwd)\}/g, '.');
}

/** Language ids that Markdown highlighters know by another name. */
const otherNames: Readonly<Record<string, string>> = {
  javascriptreact: 'jsx',
  typescriptreact: 'tsx',
  shellscript: 'sh',
  plaintext: 'text',
  'objective-c': 'objc',
  'objective-cpp': 'objcpp',
};

export function nameOf({ path }: Pick<RunRecord, 'path'>): string {
  return posix.basename(path);
}

/** The user's directories, which a report does not name. */
export interface Places {
  /** Of the workspace folder; unset without one. */
  readonly folder?: string;
  readonly home: string;
  /** Directories for temporary files. */
  readonly temporary: readonly string[];
}

/**
 * Paths in the workspace folder, and where candidates lay, become relative; the home directory becomes `~`. Also as they are
 * written in a regular expression, and after `file://`.
 */
export function shortened(text: string, { folder, home, temporary }: Places): string {
  const places = [...temporary.map(candidatePlace), ...(folder && !isRoot(folder) ? [written(folder)] : [])];
  // With the slash after it if there is one.
  const directory = (place: string) =>
    new RegExp(String.raw`(?:\bfile:\/\/)?${notBefore}${place}(?:(${slash})|${notAfter})`, 'g');
  const inside = (_: string, separator?: string) => (separator === undefined ? '.' : '');
  const short = places.reduce((rest, place) => rest.replace(directory(place), inside), text);
  return isRoot(home) ? short : short.replace(new RegExp(`${notBefore}${written(home)}${notAfter}`, 'g'), '~');
}

const notBefore = String.raw`(?<![\w.-])`;
const notAfter = String.raw`(?![\w-])`;
const slash = String.raw`\\?[\\/]`;

/** The directory of a test: a number, or a copy of the workspace folder, which has its name. */
function candidatePlace(temporary: string): string {
  const name = String.raw`[^\\/\s:'"()]+`;
  return String.raw`${written(temporary)}${slash}whittle-run-[\w-]+${slash}(?:overlay-\d+${slash}${name}|\d+(?:\.tmp)?)`;
}

function isRoot(path: string): boolean {
  return /^(?:[A-Za-z]:)?[\\/]*$/.test(path);
}

/** The path as a regular expression, each of whose signs may have a backslash before it. */
function written(path: string): string {
  return path
    .replace(/[\\/]+$/, '')
    .replace(/\W/gu, (sign) => (/[\\/]/.test(sign) ? slash : `\\\\?${sign.replace(/[$()*+.?[\]^{|}-]/, '\\$&')}`));
}

const day = 86_400_000;
const units = [
  [day, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const;

/** `now`, `5 min. ago`, `yesterday`; after thirty days the date. Times in ms since 1970. */
export function ago(when: number, now: number, locale: string): string {
  const gone = Math.max(0, now - when);
  if (gone >= 30 * day) return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(when);
  const [ms, unit] = units.find(([ms]) => gone >= ms) ?? [Infinity, 'second'];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }).format(-Math.floor(gone / ms), unit);
}

/** `2026-11-21 03.13.45`, local time: may be part of a file's name. */
export function stamp(when: number): string {
  const local = new Date(when - 60_000 * new Date(when).getTimezoneOffset());
  return local.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.');
}
