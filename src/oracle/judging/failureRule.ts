/** The failure of one test, as its runner reports it, and whether a candidate fails in the same way. Plain data, part of a rule. */
import { isFileSet, type Content } from '../content';
import { readReport } from '../reports/readers';
import type { Frame, TestFailure } from '../reports/report';
import { alike } from './linePattern';
import type { Said } from '../processes/output';

export interface FailureRule {
  readonly runner: string;
  /** Base name of the test file. */
  readonly file: string;
  readonly test: string;
  readonly kind: string;
  /** The whole message, with paths, times and addresses made alike. Unset: any message will do. */
  readonly message?: string;
  /** The message as it was at first, for people. */
  readonly said: string;
  /** Lines of the test file where it failed, innermost first, without blanks at their ends. */
  readonly lines: readonly string[];
  /** It may fail at other lines as well. */
  readonly anyLines?: boolean;
  /** The row of a parametrised test may have another number. */
  readonly anyRow?: boolean;
  /** For reports: of the runner and its runtime. */
  readonly versions?: readonly string[];
  /** For reports: the revision at which the test passes, `HEAD~1 (1a2b3c4)`. */
  readonly passesAt?: string;
}

/** `content`: of the test file, or all files. `anyMessage`: it need not say the same. `anyRow`: as in the rule. */
export function failureRule(
  runner: string,
  failure: TestFailure,
  given: Pick<FailureRule, 'anyRow'> & { content: Content; fileName: string; anyMessage?: boolean },
): FailureRule {
  const { content, fileName: file, anyMessage, anyRow } = given;
  const { test, kind, message } = failure;
  const lines = linesAt(failure.frames, file, rowsOf(content, file) ?? []);
  const told = { ...(anyRow && { anyRow }), ...(!anyMessage && { message: alike(message) }) };
  return { runner, file, test, kind, said: message, lines, ...told };
}

export function isSameFailure(
  one: Pick<TestFailure, 'test' | 'kind' | 'message'>,
  other: Pick<FailureRule, 'test' | 'kind' | 'message'>,
): boolean {
  return one.test === other.test && one.kind === other.kind && alike(one.message) === alike(other.message ?? '');
}

export function judgeFailure(rule: FailureRule, said: Said, content: Content | undefined): boolean {
  const failures = readReport(rule.runner, said)?.failures ?? [];
  const rows = content && rowsOf(content, rule.file);
  return failures.some((failure) => isSame(rule, failure, rows));
}

/** Does the test fail behind the statement of the rule, the outermost one in its file? */
export function failsBehind(rule: FailureRule, said: Said, content: Content): boolean {
  const failure = readReport(rule.runner, said)?.failures.find(({ test }) => test === rule.test);
  const at = (rowsOf(content, rule.file) ?? []).findLastIndex((row) => row.trim() === rule.lines.at(-1)) + 1;
  const line = failure && framesIn(failure.frames, rule.file).at(-1)?.line;
  return line !== undefined && at > 0 && line > at;
}

/** It ended with 0, and if its report is known, at least one test passed. */
export function testPasses(status: number, said: Said, runner: string | undefined): boolean {
  if (status !== 0 || runner === undefined) return status === 0;
  const report = readReport(runner, said);
  return report !== undefined && report.failures.length === 0 && report.passed > 0;
}

/** Of several files, those of the one with this name; undefined if there is not just one. */
function rowsOf(content: Content, file: string): readonly string[] | undefined {
  if (!isFileSet(content)) return Buffer.from(content).toString().split('\n');
  const [found, ...others] = content.files.filter(({ path }) => path.split('/').at(-1) === file);
  return found && others.length === 0 ? rowsOf(found.bytes, file) : undefined;
}

function isSame(rule: FailureRule, { test, kind, message, frames }: TestFailure, text: readonly string[] | undefined) {
  const isFree = rule.message === undefined;
  const nameOf = (name: string) => (rule.anyRow ? withoutNumbers(name, isFree) : name);
  if (nameOf(test) !== nameOf(rule.test) || kind !== rule.kind) return false;
  if (!isFree && alike(message) !== rule.message) return false;
  if (text === undefined || rule.anyLines) return true;
  const lines = linesAt(frames, rule.file, text);
  const isLine = (line: string, given: string) => line === given || (isFree && isPart(line, given));
  return lines.length === rule.lines.length && lines.every((line, at) => isLine(line, rule.lines[at]));
}

/** Does the line begin as the given one, and have all its tokens from it, in their order? Where the message is free, values of it may go. */
function isPart(line: string, given: string): boolean {
  const [own, all] = [line, given].map((text) => text.match(/\w+|\S/gu) ?? []);
  let at = 0;
  for (const token of all) if (token === own[at]) at++;
  return own.length > 0 && own[0] === all[0] && at === own.length;
}

/** Of pytest: `[items-8]` of `[items1-8]`, or nothing if values of the row may go; of Go: `TestTotal/` of `TestTotal/#08`. */
function withoutNumbers(test: string, withoutValues: boolean): string {
  return test
    .replace(/\[[^\]]*\]$/, (row) => (withoutValues ? '' : row.replace(/(?<=[A-Za-z_>])\d+(?=[-\]])/g, '')))
    .replace(/#\d+(?=\/|$)/g, '');
}

/** Without what is named by the number of its row: of pytest `test_total` for `test_total[items1-8]`; of Go `TestTotal` for `TestTotal/#08`. */
export function withoutRow(titles: readonly string[], runner: string): readonly string[] {
  if (runner === 'pytest') return titles.map((title) => title.replace(/\[(?=[^\]]*[A-Za-z_>]\d)[^\]]*\]$/, ''));
  const at = runner === 'go test' ? titles.findIndex((title) => /(?:^|[^\s_])#\d+$/.test(title)) : -1;
  return at > 0 ? titles.slice(0, at) : titles;
}

function linesAt(frames: readonly Frame[], file: string, text: readonly string[]): string[] {
  return framesIn(frames, file).map(({ line }) => text[line - 1]?.trim() ?? '');
}

/** Those of the outermost file with this name: a test calls what it tests, which may be called like it. */
export function framesIn(frames: readonly Frame[], file: string): Frame[] {
  const pathOf = (frame: Frame) => frame.file.replaceAll('\\', '/');
  const named = frames.filter((frame) => pathOf(frame).split('/').at(-1) === file);
  const outermost = named.length > 0 ? pathOf(named.at(-1)!) : '';
  return named.filter((frame) => outermost.endsWith(pathOf(frame)) || pathOf(frame).endsWith(outermost));
}
