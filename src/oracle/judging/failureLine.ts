/** Finds the error line in the output of a failed command: the first one, in the usual forms of errors. */
import type { Said, StreamName } from '../processes/output';

/** `TypeError: …`, `AssertionError [CODE]: …`, `java.lang.IllegalStateException`. */
const exceptionName =
  /^\s*(?:Uncaught |Unhandled |Exception in thread "[^"]*" |(?:PHP )?Fatal error: +Uncaught )?[\w$.:]*(?:Error|Exception|Rejection|Interrupt|Panic)(?: \[\w+\])?(?::|\s*$)/;
/** `a.c:1:2: error: …`, `a.ts(1,2): error TS1: …`, `error[E1]: …`, `ERROR: AddressSanitizer: …`, `panic: …`. */
const errorWord =
  /(?:^|[\s:(\[=])(?:fatal |internal compiler |compile |compilation )?(?:errors?|fatal|panic|ERROR|FATAL|Error)(?:\[\w+\]| [A-Z]+\d+)?\]?[:\]]|\bAssertion\b.*\bfailed\b|\bassertion failed\b/;
/** Message of a wrapper about the failure of another program, or of the program about the failures that it has told: never the line. */
const secondHand =
  /^\s*(?:npm (?:ERR!|error)|make(?:\[\d+\])?: \*\*\* \[|error: (?:aborting due to|could not compile)|error Command failed|collect2:|clang(?:\+\+)?: error: (?:linker command|clang frontend command) failed|ninja: build stopped|==\d+== ERROR SUMMARY|× Some errors were emitted|✖ \d+ problem|Found \d+ errors?\b|(?:thread '.*)?Box<(?:dyn )?Any>)/;
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

/** The first line that `is` so, or the `last`; if it is a heading, the first one below it, or the one above it, is the error line. */
interface Form {
  is(line: string): boolean;
  readonly last?: boolean;
  readonly below?: RegExp;
  readonly above?: RegExp;
}

const isError = (one: string): boolean => exceptionName.test(one) || errorWord.test(one);

const line = (form: RegExp): Form => ({ is: (one) => form.test(one) });

/** The surer ones first; each is searched on stderr, then on stdout. Python, whose traces may form a chain, prints the error last. */
const forms: readonly Form[] = [
  { ...line(/^ {2}● (?!Console)/), below: /\S/ },
  { ...line(/^Traceback \(most recent call last\):/), last: true, below: /^\S/ },
  // Since Rust 1.73 the message is on the line after the position.
  { ...line(/^thread '.*' .*panicked at .*:\d+:\d+:$/), below: /^/ },
  line(/^thread '.*' .*panicked at /),
  { ...line(/^terminate called after throwing/), below: /^ +what\(\): +\S/ },
  line(/^terminate called after throwing/),
  line(valgrind),
  // A message of several lines in a report of node:test.
  { ...line(/^ *error: [|>]-?$/), below: /\S/ },
  { is: (one) => isError(one) && !isNameless(one) },
  { is: isError },
  // A stack of JavaScript, or a thrown value that is no error: Node prints it below a source line and a caret.
  { ...line(/^\s+at \S/), above: /\S/ },
  { ...line(/^\s*\^+\s*$/), below: /\S/ },
  // As biome, swc and oxlint print it.
  line(/^\s*×\s+\S/),
  line(atPosition),
  { is: (one) => !isHeading(one) && /error|fail|fatal|abort|panic|cannot|not found/i.test(one) },
  line(crash),
];

/** Longer lines are code, not messages. */
const longest = 2000;

export interface FailureLine {
  readonly stream: StreamName;
  readonly line: string;
  readonly lines: readonly string[];
  readonly at: number;
}

/** Undefined if nothing looks like an error. The last resort is the last line on stderr. */
export function failureLine(said: Said): FailureLine | undefined {
  const all = { stderr: linesOf(said.stderr), stdout: linesOf(said.stdout) };
  for (const find of [pytestLine, ...forms.map((form) => (lines: readonly string[]) => lineOf(form, lines))]) {
    for (const stream of ['stderr', 'stdout'] as const) {
      const [lines, at] = [all[stream], find(all[stream])];
      if (lines[at] !== undefined) return { stream, line: lines[at], lines, at };
    }
  }
  const at = all.stderr.findLastIndex((one) => one.trim() !== '');
  return at < 0 ? undefined : { stream: 'stderr', line: all.stderr[at], lines: all.stderr, at };
}

/** -1 if there is none. */
function lineOf({ is, last, below, above }: Form, lines: readonly string[]): number {
  const isHead = (one: string, at: number) =>
    is(one) && !secondHand.test(one) && (above?.test(lines[at - 1] ?? '') ?? true);
  const head = last ? lines.findLastIndex(isHead) : lines.findIndex(isHead);
  if (head < 0 || !(below || above)) return head;
  const at = above ? head - 1 : lines.findIndex((one, index) => index > head && below!.test(one));
  return secondHand.test(lines[at] ?? '') ? -1 : at;
}

/** Any failure of the program could have this line. */
function isNameless(one: string): boolean {
  const words = one.trim().split(/\s+/);
  return words.every((word) => nameOnly.test(word));
}

function linesOf(text: string): string[] {
  return text.split('\n').map((one) => (one.length > longest ? '' : one));
}

/** In the first block of lines that begin with E: the line with an exception name, or else the first. */
function pytestLine(lines: readonly string[]): number {
  const first = lines.findIndex((one) => /^E {3,}\S/.test(one));
  if (first < 0 || !lines.some((one) => /\b\d+ (?:failed|errors?)\b.* in [\d.]+ ?s/.test(one))) return -1;
  for (let at = first; /^E\b/.test(lines[at] ?? ''); at++) if (exceptionName.test(lines[at].slice(1))) return at;
  return first;
}
