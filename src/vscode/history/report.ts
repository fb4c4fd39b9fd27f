/** A finished reduction as a bug report in Markdown, without the paths of whoever writes it. */
import { posix } from 'node:path';
import { describedRule } from '../../oracle/judging/rule';
import { grouped, sizes, testCount } from '../../reduction/events/progress';
import { duration, milliseconds } from '../panel/numbers';
import type { BeforeAfter, RecordWithText, RunRecord } from './record';
import { shortened } from './shortPaths';
import type { Places } from './shortPaths';

export function bugReport(record: RecordWithText, places: Places): string {
  const short = (text: string) => shortened(readable(text, record.path), places);
  return [
    `# ${nameOf(record)}: ${symptom(record, short)}`,
    `## Input\n\n${inputWords(record)}\n\n${fenced(record.text, fenceLanguage(record.languageId))}`,
    commandPart(record, short),
    ...(record.output ? [`## Output\n\n${fenced(short(record.output), 'text')}`] : []),
    `## Versions\n\n${record.versions.map((version) => `- ${version}`).join('\n')}`,
    `## Reduction\n\n${reductionPart(record)}`,
  ]
    .join('\n\n')
    .concat('\n');
}

/** In one line: what the output says where it must match, or how the commands end. */
function symptom({ rules, output = '' }: RunRecord, short: (text: string) => string): string {
  const pattern = rules.flatMap(({ rule }) => rule.match ?? [])[0]?.pattern;
  const line = pattern === undefined ? undefined : matchedLine(pattern, output);
  if (line !== undefined) return code(short(line).slice(0, 120));
  return rules
    .map(({ command, rule }) => `${code(short(command))} ends with ${code(short(describedRule(rule)))}`)
    .join(' and ');
}

function matchedLine(pattern: string, output: string): string | undefined {
  const expression = new RegExp(pattern, 'm');
  return output
    .split('\n')
    .find((line) => expression.test(line))
    ?.trim();
}

function commandPart({ rules }: RunRecord, short: (text: string) => string): string {
  const parts = rules.map(
    ({ command, rule }) =>
      `${fenced(short(command), 'sh')}\n\nThe bug is there with ${code(short(describedRule(rule)))}.`,
  );
  const [title, all] = rules.length > 1 ? ['Commands', '\n\nAll of these must be so.'] : ['Command', ''];
  return `## ${title}\n\n${parts.join('\n\n')}${all}`;
}

/** What a code block does not show. */
function inputWords({ path, text, marked }: RecordWithText): string {
  const unusual = [
    marked ? 'it begins with a byte order mark' : '',
    text.includes('\r\n') ? 'its lines end with CR LF' : '',
    text.endsWith('\n') ? '' : 'there is no line end at its end',
  ].filter(Boolean);
  return `${code(path)}${unusual.length > 0 ? ` (${unusual.join(', ')})` : ''}:`;
}

function reductionPart(record: RunRecord): string {
  const { tokens, bytes, tests, ms, search, ending, confirmed } = record;
  const row = (unit: string, { before, after }: BeforeAfter) => `| ${unit} | ${grouped(before)} | ${grouped(after)} |`;
  const time = ms < 60_000 ? milliseconds(ms) : duration(ms);
  const doubt = ending === 'interrupted' ? 'stopped before its end' : 'not confirmed: the test is not reliable';
  return [
    `${sizes(tokens.before, tokens.after)} in ${testCount(tests)} and ${time}, search ${search}; ${confirmed ? 'the result was tested once more, and confirmed' : doubt}.`,
    `| | before | after |\n|---|---:|---:|\n${row('tokens', tokens)}\n${row('bytes', bytes)}`,
  ].join('\n\n');
}

/** The candidate's marks as its path, as if the command ran in the workspace folder. */
function readable(text: string, path: string): string {
  return text
    .replace(/(?:\$\{workspaceFolder\}\/)?\$\{relativeFile\}|\$\{file\}/g, () => path)
    .replace(/(?:\$\{workspaceFolder\}\/)?\$\{relativeFileDirname\}|\$\{fileDirname\}/g, () => posix.dirname(path))
    .replace(/\$\{(?:workspaceFolder|workspaceRoot|fileWorkspaceFolder|cwd)\}/g, '.');
}

/** A block that no line of the text can end. */
export function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestTicks(text) + 1));
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

function code(text: string): string {
  const ticks = '`'.repeat(longestTicks(text) + 1);
  const space = /^`|`$/.test(text) ? ' ' : '';
  return `${ticks}${space}${text}${space}${ticks}`;
}

function longestTicks(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

/** Ids of VS Code that those who highlight Markdown know by another name. */
const otherNames: Readonly<Record<string, string>> = {
  javascriptreact: 'jsx',
  typescriptreact: 'tsx',
  shellscript: 'sh',
  plaintext: 'text',
  'objective-c': 'objc',
  'objective-cpp': 'objcpp',
};

function fenceLanguage(languageId: string): string {
  return otherNames[languageId] ?? languageId;
}

/** The base name of the record's file. */
export function nameOf({ path }: Pick<RunRecord, 'path'>): string {
  return posix.basename(path);
}
