/** The failure of one test, as its runner reports it, and whether a candidate fails in the same way. Plain data, part of a rule. */
import * as l10n from '@vscode/l10n';
import { isFileSet } from '../content';
import type { Content } from '../content';
import { readReport } from '../reports/readers';
import type { ReportForm } from '../reports/readers';
import type { Frame, TestFailure } from '../reports/report';
import { alike } from './alike';
import type { Said } from './said';

export interface FailureRule {
  readonly form: ReportForm;
  /** Base name of the test file. */
  readonly file: string;
  /** Full name of the test. */
  readonly test: string;
  /** Kind of the error. */
  readonly kind: string;
  /** The whole message, with paths, times and addresses made alike. Unset: any message will do. */
  readonly message?: string;
  /** First line of the message, for people. */
  readonly said: string;
  /** Lines of the test file where it failed, innermost first, without blanks at their ends. */
  readonly lines: readonly string[];
}

/** `content`: of the test file. `anyMessage`: it need not say the same. */
export function failureRule(
  form: ReportForm,
  failure: TestFailure,
  { content, fileName: file, anyMessage = false }: { content: Content; fileName: string; anyMessage?: boolean },
): FailureRule {
  const { test, kind, message } = failure;
  const lines = linesAt(failure.frames, file, rowsOf(content) ?? []);
  const [said] = message.split('\n');
  return { form, file, test, kind, said, lines, ...(!anyMessage && { message: alike(message) }) };
}

/** The same test with the same kind of error. */
export function isSameFailure(
  one: Pick<TestFailure, 'test' | 'kind' | 'message'>,
  other: Pick<FailureRule, 'test' | 'kind' | 'message'>,
): boolean {
  return one.test === other.test && one.kind === other.kind && alike(one.message) === alike(other.message ?? '');
}

/** Does the report have this failure? */
export function judgeFailure(rule: FailureRule, said: Said, content: Content | undefined): boolean {
  const failures = readReport(rule.form, said)?.failures ?? [];
  const rows = content && rowsOf(content);
  return failures.some((failure) => isSame(rule, failure, rows));
}

/** Undefined for several files. */
function rowsOf(content: Content): readonly string[] | undefined {
  return isFileSet(content) ? undefined : Buffer.from(content).toString().split('\n');
}

function isSame(rule: FailureRule, { test, kind, message, frames }: TestFailure, text: readonly string[] | undefined) {
  if (test !== rule.test || kind !== rule.kind) return false;
  if (rule.message !== undefined && alike(message) !== rule.message) return false;
  if (text === undefined) return true;
  const lines = linesAt(frames, rule.file, text);
  return lines.length === rule.lines.length && lines.every((line, at) => line === rule.lines[at]);
}

function linesAt(frames: readonly Frame[], file: string, text: readonly string[]): string[] {
  return framesIn(frames, file).map(({ line }) => text[line - 1]?.trim() ?? '');
}

/** Those in the test file. */
export function framesIn(frames: readonly Frame[], file: string): Frame[] {
  return frames.filter((frame) => frame.file.replaceAll('\\', '/').split('/').at(-1) === file);
}

/** In English, for terminal, log and reports: `AssertionError: no in the test "cart has a total", at: assert.ok(…)`. */
export function describedFailure(rule: FailureRule): string {
  const [at] = rule.lines;
  return `${firstLine(rule)} in the test "${rule.test}"${at ? `, at: ${at}` : ''}`;
}

/** In the user's language. */
export function toldTestFailure(rule: FailureRule): string {
  const [at] = rule.lines;
  return at
    ? l10n.t('{0} in the test "{1}", at: {2}', firstLine(rule), rule.test, at)
    : l10n.t('{0} in the test "{1}"', firstLine(rule), rule.test);
}

/** `AssertionError: the total must not be negative` */
function firstLine({ kind, said }: FailureRule): string {
  return said === '' || said.startsWith(kind) ? said || kind : `${kind}: ${said}`;
}
