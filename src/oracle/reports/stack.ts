/** Stacks of JavaScript, as Node.js prints them: error, message, frames. */
import type { Frame } from './report';

const frame = /^\s+at (?:.*? )?\(?(?:file:\/\/)?((?:[A-Za-z]:)?[^\s():][^():]*?):(\d+)(?::\d+)?\)?$/;
const anyFrame = /^\s+at \S/;
const named = /^(?:Uncaught )?([\w$.]*(?:Error|Exception|[A-Z]\w*))(?: \[\w+\])?(?:: |$)/;

/** Paths of Node.js itself, of packages and of runners. */
const foreign = /^node:|[\\/]node_modules[\\/]|^(?:internal|native)\b/;

/** Longer lines are no frames. */
const longest = 2000;

/** Frames of the user's own files, innermost first. */
export function framesOf(stack: string): Frame[] {
  return stack.split('\n').flatMap((line) => {
    const [, file, number] = (line.length <= longest && frame.exec(line)) || [];
    return file === undefined || foreign.test(file) ? [] : [{ file: decoded(file), line: Number(number) }];
  });
}

/** The frames that an output has first; empty if it has none. */
export function firstStack(output: string): string {
  const lines = output.split('\n');
  const start = lines.findIndex((line) => anyFrame.test(line));
  if (start < 0) return '';
  const length = lines.slice(start).findIndex((line) => !anyFrame.test(line));
  return lines.slice(start, length < 0 ? undefined : start + length).join('\n');
}

/** Kind and message of a stack, without its frames. */
export function headOf(stack: string): { readonly kind: string; readonly message: string } {
  const lines = stack.split('\n');
  const end = lines.findIndex((line) => anyFrame.test(line));
  const head = (end < 0 ? lines : lines.slice(0, end)).join('\n').trim();
  const [whole, kind] = named.exec(head) ?? ['', 'Error'];
  return { kind, message: head.slice(whole.length).trim() };
}

function decoded(file: string): string {
  try {
    return file.includes('%') ? decodeURIComponent(file) : file;
  } catch {
    return file;
  }
}
