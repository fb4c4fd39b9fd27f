/** A finished reduction as a bug report in Markdown, without the user's paths. */
import { posix } from 'node:path';
import type { FailureRule } from '../../oracle/judging/failureRule';
import { isSlow, matchInTime } from '../../oracle/judging/rule';
import { describedRule } from '../../oracle/judging/ruleWords';
import { grouped, sizes, testCount } from '../../reduction/events/progress';
import { code, fenced } from '../../reproduction/markdown';
import { duration, milliseconds } from '../window/figureWords';
import type { BeforeAfter, RecordWithText, RunRecord } from './record';
import { shortened, type Places } from './shortPaths';
import { visible } from '../../text/visible';

export function bugReport(record: RecordWithText, places: Places): string {
  const short = (text: string) => shortened(readable(text, record.path), places);
  const failures = record.rules.flatMap(({ rule }) => rule.failure ?? []);
  const versions = [...failures.flatMap((failure) => failure.versions ?? []), ...record.versions];
  return [
    `# ${nameOf(record)}: ${symptom(record, short)}`,
    `## Input\n\n${inputWords(record)}\n\n${fenced(record.text, fenceLanguage(record.languageId))}`,
    commandPart(record, short),
    ...failures.map((failure) => failurePart(failure, short)),
    ...(record.output && failures.length === 0
      ? [`## Output\n\n${fenced(visible(short(record.output)), 'text')}`]
      : []),
    `## Versions\n\n${versions.map((version) => `- ${version}`).join('\n')}`,
    `## Reduction\n\n${reductionPart(record)}`,
  ]
    .join('\n\n')
    .concat('\n');
}

/** In one line: the matched output, or the exit codes of the commands. */
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
  const found = matchInTime([pattern], () => output.split('\n').find((line) => expression.test(line)));
  return isSlow(found) ? undefined : found?.trim();
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
function failurePart({ test, kind, said, lines, passesAt }: FailureRule, short: (text: string) => string): string {
  const [statement] = lines;
  return [
    `## Failure\n\nThe test ${code(test)} fails${statement === undefined ? ':' : ` at ${code(statement)}:`}`,
    fenced(visible(short(said.startsWith(kind) ? said : `${kind}: ${said}`)), 'text'),
    ...(passesAt === undefined ? [] : [`It passes at ${code(passesAt)}.`]),
  ].join('\n\n');
}

/** With details that a code block does not show. */
function inputWords({ path, text, marked }: RecordWithText): string {
  const unusual = [
    marked ? 'with a byte order mark' : '',
    text.includes('\r\n') ? 'with CR LF line ends' : '',
    text.endsWith('\n') ? '' : 'without a final line end',
  ].filter(Boolean);
  return `${code(path)}${unusual.length > 0 ? ` (${unusual.join(', ')})` : ''}:`;
}

function reductionPart(record: RunRecord): string {
  const { tokens, bytes, tests, ms, search, ending, confirmed } = record;
  const row = (unit: string, { before, after }: BeforeAfter) => `| ${unit} | ${grouped(before)} | ${grouped(after)} |`;
  const time = ms < 60_000 ? milliseconds(ms) : duration(ms);
  const doubt = ending === 'interrupted' ? 'stopped early' : 'not verified: the test is not reliable';
  return [
    `${sizes(tokens.before, tokens.after)} in ${testCount(tests)} and ${time}, search ${search}; ${confirmed ? 'result verified' : doubt}.`,
    `| | before | after |\n|---|---:|---:|\n${row('tokens', tokens)}\n${row('bytes', bytes)}`,
  ].join('\n\n');
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

function fenceLanguage(languageId: string): string {
  return otherNames[languageId] ?? languageId;
}

export function nameOf({ path }: Pick<RunRecord, 'path'>): string {
  return posix.basename(path);
}
