/** The output of a test runner, as plain data: which tests failed, how, and which passed. */
import { attempt } from '../platform/files';
import type { Said } from '../processes/output';

/** The last object that starts a line, and is whole there or with all that follows. Undefined if there is none. */
export function lastObject<T>(output: string, isWanted: (object: Record<string, unknown>) => boolean): T | undefined {
  for (let at = output.length; (at = output.lastIndexOf('{', at - 1)) >= 0;) {
    if (at > 0 && output[at - 1] !== '\n') continue;
    const lineEnd = output.indexOf('\n', at);
    const line = output.slice(at, lineEnd < 0 ? output.length : lineEnd);
    const object = parsed(line) ?? parsed(output.slice(at, output.lastIndexOf('}') + 1));
    if (object && isWanted(object)) return object as T;
  }
  return undefined;
}

function parsed(text: string): Record<string, unknown> | undefined {
  const value = attempt<unknown>(() => JSON.parse(text), undefined);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}

/** A place in a file, as the runner prints it: the path may be relative to the directory of the command. */
export interface Frame {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

export interface TestFailure {
  /** Its full name, as the runner joins it. */
  readonly test: string;
  /** What selects this test alone: its titles, outermost first, as a `Finding` takes them. */
  readonly titles: readonly string[];
  /** Class of the error, or the word that the runner has for it. */
  readonly kind: string;
  /** The whole message, with expected and received values. */
  readonly message: string;
  /** Where it failed, innermost first; without the runner's own. */
  readonly frames: readonly Frame[];
}

/** `file`: as the runner prints it. `titles`: outermost first, or all of them as one. */
export interface RanTest extends Pick<TestFailure, 'titles'> {
  readonly file: string;
}

export interface TestReport {
  readonly failures: readonly TestFailure[];
  readonly passed: number;
  /** In the order in which they ran; unset or empty if the report does not tell. */
  readonly ran?: readonly RanTest[];
}

/** Undefined if the output has no report: the runner did not get that far. */
export type ReadReport = (said: Said) => TestReport | undefined;

/** Stacks of JavaScript, as Node.js prints them: error, message, frames. */
const frame = /^\s+at (?:.*? )?\(?(?:file:\/\/)?((?:[A-Za-z]:)?[^\s():][^():]*?):(\d+)(?::\d+)?\)?$/;
const anyFrame = /^\s+at \S/;
const named = /^(?:Uncaught )?([\w$.]*(?:Error|Exception|[A-Z]\w*))(?: \[\w+\])?(?:: |$)/;
/** Paths of Node.js itself, of packages and of runners. */
const foreign = /^node:|[\\/]node_modules[\\/]|^(?:internal|native)\b/;
/** Longer lines are no frames. */
const longest = 2000;

/** A frame for each line of this form, whose groups are file and line. `own`: files of the runner, left out. */
export function framesBy(form: RegExp, lines: readonly string[], own?: RegExp): Frame[] {
  return lines.flatMap((line) => {
    const [, file, number] = (line.length <= longest && form.exec(line)) || [];
    return file === undefined || own?.test(file) ? [] : [{ file, line: Number(number) }];
  });
}

/** The lines below each line of this form, up to the next one or to `end`. */
export function blocksBy(heading: RegExp, lines: readonly string[], end?: RegExp) {
  const blocks: { readonly head: RegExpExecArray; readonly lines: readonly string[] }[] = [];
  for (let at = lines.length, next = at; at-- > 0;) {
    const head = heading.exec(lines[at]);
    if (head) blocks.unshift({ head, lines: lines.slice(at + 1, next) });
    if (head || end?.test(lines[at])) next = at;
  }
  return blocks;
}

export function linesBefore(form: RegExp, lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => form.test(line));
  return at < 0 ? lines : lines.slice(0, at);
}

/** Frames of the user's own files, innermost first. */
export function framesOf(stack: string): Frame[] {
  return framesBy(frame, stack.split('\n'), foreign).map(({ file, line }) => ({ file: decoded(file), line }));
}

/** The frames that an output has first; empty if it has none. */
export function firstStack(output: string): string {
  const lines = output.split('\n');
  const start = lines.findIndex((line) => anyFrame.test(line));
  return start < 0 ? '' : linesBefore(/^(?!\s+at \S)/, lines.slice(start)).join('\n');
}

/** Kind and message of a stack, without its frames. */
export function headOf(stack: string): { readonly kind: string; readonly message: string } {
  const head = linesBefore(anyFrame, stack.split('\n')).join('\n').trim();
  const [whole, kind] = named.exec(head) ?? ['', 'Error'];
  return { kind, message: head.slice(whole.length).trim() };
}

export const decoded = (text: string): string => attempt(() => decodeURIComponent(text), text);
