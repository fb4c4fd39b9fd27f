/** Finds the error line in the output of a failed command: the first one, in the usual forms of errors. */
import type { Said, StreamName } from '../processes/output';

/** Index of the line; -1 if the output has no such form. */
type Finder = (lines: readonly string[]) => number;

/** `TypeError: …`, `AssertionError [CODE]: …`, `java.lang.IllegalStateException`. */
const exceptionName =
  /^\s*(?:Uncaught |Unhandled |Exception in thread "[^"]*" |(?:PHP )?Fatal error: +Uncaught )?[\w$.:]*(?:Error|Exception|Rejection|Interrupt|Panic)(?: \[\w+\])?(?::|\s*$)/;

/** `a.c:1:2: error: …`, `a.ts(1,2): error TS1: …`, `error[E1]: …`, `ERROR: AddressSanitizer: …`, `panic: …`. */
const errorWord =
  /(?:^|[\s:(\[=])(?:fatal |internal compiler |compile |compilation )?(?:errors?|fatal|panic|ERROR|FATAL|Error)(?:\[\w+\]| [A-Z]+\d+)?\]?[:\]]|\bAssertion\b.*\bfailed\b|\bassertion failed\b/;

/** Message of a wrapper about the failure of another program, or of the program about the failures that it has told. */
const secondHand =
  /^\s*(?:npm (?:ERR!|error)|make(?:\[\d+\])?: \*\*\* \[|error: (?:aborting due to|could not compile)|error Command failed|collect2:|clang(?:\+\+)?: error: (?:linker command|clang frontend command) failed|ninja: build stopped|==\d+== ERROR SUMMARY|× Some errors were emitted|✖ \d+ problem|Found \d+ errors?\b)/;

/** A name of a level, a tool or a file: `[error]`, `fatal:`, `FAIL`, `clang:`, `./a.test.js:1:2`. */
const nameOnly =
  /^(?:\[\w+\]|(?:fatal|internal|errors?|panic|fail(?:ed|ure)?)[:!]?|[a-z][\w.+-]*:|[\w.+@\\/-]+\.\w{1,5}(?::\d+)*:?)$/i;

/** `=== FAILURES ===` */
function isHeading(line: string): boolean {
  const words = line.trim();
  return words.length >= 6 && /^[=_*#+-]{3}/.test(words) && /[=_*#+-]{3}$/.test(words.slice(-3));
}

/** The shell's words for a program that a signal has ended. */
export const crash =
  /\b(?:Segmentation fault|Bus error|Illegal instruction|Floating point exception|Aborted|Killed|Trace\/breakpoint trap)\b/;

/** `==1== Invalid read of size 4` */
const valgrind =
  /^==\d+== (?:Invalid |Conditional jump|Use of uninit|Mismatched free|Syscall param|Source and destination|.*(?:definitely|possibly) lost)/;

/** `a.py:1:1: F821 Undefined name`, `./a.go:3:2: undefined: x` */
const atPosition = /^(?:vet: )?[^\s:]+\.\w+:\d+:\d+: (?!warning|note|info)\S/;

/** The forms, the surer ones first; each is searched on stderr, then on stdout. */
const finders: readonly Finder[] = [
  pytestLine,
  jestLine,
  tracebackEnd,
  rustPanic,
  thrownInC,
  (lines) => lines.findIndex((line) => valgrind.test(line)),
  (lines) => lines.findIndex((line) => isError(line) && !isNameless(line)),
  (lines) => lines.findIndex(isError),
  stackHead,
  afterCaret,
  afterCross,
  (lines) => lines.findIndex((line) => atPosition.test(line)),
  (lines) =>
    lines.findIndex(
      (line) =>
        !secondHand.test(line) && !isHeading(line) && /error|fail|fatal|abort|panic|cannot|not found/i.test(line),
    ),
  (lines) => lines.findIndex((line) => crash.test(line)),
];

/** Longer lines are code, not messages. */
const longest = 2000;

/** The line `at` of the stream's lines. */
export interface FailureLine {
  readonly stream: StreamName;
  readonly line: string;
  readonly lines: readonly string[];
  readonly at: number;
}

/** Undefined if nothing looks like an error. The last resort is the last line on stderr. */
export function failureLine(said: Said): FailureLine | undefined {
  const all = { stderr: linesOf(said.stderr), stdout: linesOf(said.stdout) };
  const found = (stream: StreamName, at: number): FailureLine | undefined => {
    const lines = all[stream];
    return lines[at] === undefined ? undefined : { stream, line: lines[at], lines, at };
  };
  for (const find of finders) {
    for (const stream of ['stderr', 'stdout'] as const) {
      const one = found(stream, find(all[stream]));
      if (one) return one;
    }
  }
  return found(
    'stderr',
    all.stderr.findLastIndex((one) => one.trim() !== ''),
  );
}

function isError(line: string): boolean {
  return !secondHand.test(line) && (exceptionName.test(line) || errorWord.test(line));
}

/** Any failure of the program could have this line. */
function isNameless(line: string): boolean {
  return line
    .trim()
    .split(/\s+/)
    .every((word) => nameOnly.test(word));
}

function linesOf(text: string): string[] {
  return text.split('\n').map((line) => (line.length > longest ? '' : line));
}

/** In the first block of lines that begin with E: the line with an exception name, or else the first. */
function pytestLine(lines: readonly string[]): number {
  const first = lines.findIndex((line) => /^E {3,}\S/.test(line));
  if (first < 0 || !lines.some((line) => /\b\d+ (?:failed|errors?)\b.* in [\d.]+ ?s/.test(line))) return -1;
  for (let at = first; /^E\b/.test(lines[at] ?? ''); at++) if (exceptionName.test(lines[at].slice(1))) return at;
  return first;
}

/** Below `● suite › test`. */
function jestLine(lines: readonly string[]): number {
  const head = lines.findIndex((line) => /^ {2}● (?!Console)/.test(line));
  return head < 0 ? -1 : lines.findIndex((line, at) => at > head && line.trim() !== '');
}

/** Python prints the error last, below the trace; in a chain of errors the last one counts. */
function tracebackEnd(lines: readonly string[]): number {
  const head = lines.findLastIndex((line) => line.startsWith('Traceback (most recent call last):'));
  return head < 0 ? -1 : lines.findIndex((line, at) => at > head && /^\S/.test(line));
}

/** Since Rust 1.73 the message is on the line after the position. `Box<dyn Any>`: the compiler has told its error before. */
function rustPanic(lines: readonly string[]): number {
  const head = lines.findIndex(
    (line, at) => /^thread '.*' .*panicked at /.test(line) && !/Box<(?:dyn )?Any>/.test(line + lines[at + 1]),
  );
  return head >= 0 && /:\d+:\d+:$/.test(lines[head]) ? head + 1 : head;
}

/** The line above a JavaScript stack. */
function stackHead(lines: readonly string[]): number {
  const first = lines.findIndex((line, at) => at > 0 && /^\s+at \S/.test(line) && lines[at - 1].trim() !== '');
  return first < 0 ? -1 : first - 1;
}

/** A thrown value that is no error: Node prints it below a source line and a caret. */
function afterCaret(lines: readonly string[]): number {
  const caret = lines.findIndex((line) => /^\s*\^+\s*$/.test(line));
  return caret < 0 ? -1 : lines.findIndex((line, at) => at > caret && line.trim() !== '');
}

/** What libstdc++ says of an exception that nobody has caught: its message, or else its type. */
function thrownInC(lines: readonly string[]): number {
  const head = lines.findIndex((line) => line.startsWith('terminate called after throwing'));
  return head >= 0 && /^ +what\(\): +\S/.test(lines[head + 1] ?? '') ? head + 1 : head;
}

/** `  × message`, as biome, swc and oxlint print it. */
function afterCross(lines: readonly string[]): number {
  return lines.findIndex((line) => /^\s*×\s+\S/.test(line) && !secondHand.test(line));
}
