/**
 * The message of a failed test, as a test explorer shows it → a pattern for the same failure in a runner's output. Runners print more
 * on the line, so the patterns are not anchored.
 */
import { stripVTControlCharacters } from 'node:util';
import { failureLine } from '../oracle/judging/failureLine';
import { linePattern } from '../oracle/judging/linePattern';
import type { FailingInput } from '../oracle/judging/linePattern';
import type { VerdictRule } from '../oracle/judging/rule';

const named = /^((?:[\w$]+\.)*[\w$]*(?:Error|Exception))(?: \[\w+\])?: (.+)$/;

/** Lines that tell failures of the same kind apart: jest's values, and those of node's assert. */
const values = /^\s*(?:(?:Expected|Received)[\w ]*:.*|\S.* (?:[!=]==?) \S.*)$/;

/** A failing exit code, this message and `failed`. Undefined if the message is empty. */
export function messageRule(message: string, input: FailingInput, failed?: string): VerdictRule | undefined {
  const lines = stripVTControlCharacters(message).split(/\r?\n/);
  const line = errorLine(lines);
  if (line === undefined) return undefined;
  const generic = /^expect\(|:$/.test(line);
  const others = generic ? lines.filter((one) => one !== line && values.test(one)).slice(0, 2) : [];
  const patterns = [line, ...others].map((one) => patternOf(one.trim(), input));
  const match = [...patterns, ...(failed === undefined ? [] : [failed])].map((pattern) => ({ pattern }));
  return { exit: { codes: [0], not: true }, match };
}

/** pytest marks it with E. */
function errorLine(lines: readonly string[]): string | undefined {
  const marked = lines.find((line) => /^E\s+\S/.test(line))?.replace(/^E\s+/, '');
  const told = failureLine({ stdout: lines.join('\n'), stderr: '' })?.line;
  return (marked ?? told ?? lines.find((line) => line.trim() !== ''))?.trim();
}

function patternOf(line: string, input: FailingInput): string {
  const [, name, rest] = named.exec(line) ?? [];
  if (name === undefined) return withoutEnds(linePattern(line, input)) ?? escaped(line);
  const message = withoutEnds(linePattern(rest, input)) ?? escaped(rest);
  return `${escaped(name)}(?: \\[\\w+\\])?: ${message}`;
}

function withoutEnds(pattern: string | undefined): string | undefined {
  return pattern?.replace(/^\^(?:\[ \\t\]\*)?/, '').replace(/(?<!\\)\$$/, '');
}

function escaped(text: string): string {
  return text.slice(0, 300).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
