/** In which way a run fails: for candidates that do not show the bug, but perhaps another one. */
import type { Said } from '../processes/output';
import type { Ran } from '../tester';
import { firstStack, framesOf } from '../reports/report';
import { crash, failureLine } from './failureLine';
import { alike, commonplace, messageOf } from './linePattern';
import { describedCode } from './rule';

export interface Way {
  /** For people; the same for runs that fail alike: `139 (SIGSEGV)`, `TypeError: … is not a function (parse.js)`. */
  readonly told: string;
  /** A signal, a stack or an assertion: not what a program says of bad input. */
  readonly isCrash: boolean;
}

/** What programs say of an error of their own. */
const ownError =
  /internal (?:\w+ )?error|panicked|\bpanic:|\b[Aa]ssertion\b|Sanitizer: |runtime error: |LLVM ERROR|unreachable|Traceback|^==\d+== |terminate called|Unhandled|Uncaught/;
/** What programs say of broken input, also with a stack. */
const ofInput = /^(?:\S+: )?(?:Syntax|Reference|Name|Import|ModuleNotFound|Indentation|Tab|Parse)\w*Error\b/;
const longest = 200;
/** Characters of the output that are looked through. */
const mostOutput = 100_000;

/** Undefined if it does not fail, or says nothing but what any broken input would lead to. */
export function wayOf(ran: Pick<Ran, 'status' | 'said'> & Partial<Ran>): Way | undefined {
  const { status, said, timedOut, outgrew } = ran;
  if (status === 0 || timedOut || outgrew) return undefined;
  const signal = status > 128 && /SIG/.test(describedCode(status)) ? describedCode(status) : undefined;
  const streams = { stdout: said.stdout.slice(0, mostOutput), stderr: said.stderr.slice(0, mostOutput) };
  const found = failureLine(streams);
  const message = found && messageOf(found.line, { text: '', fileName: '' }).message;
  const around = found?.lines.slice(Math.max(0, found.at - 3), found.at + 2).join('\n') ?? '';
  const isOwn = message !== undefined && !ofInput.test(message) && (ownError.test(around) || crash.test(message));
  const stack = framesOf(firstStack(streams.stderr) || firstStack(streams.stdout));
  const innermost = stack[0]?.file ?? [...streams.stderr.matchAll(/^ +File "([^"]+)"/gm)].at(-1)?.[1];
  // A program that lacks statements fails in many ways.
  if (signal === undefined && innermost?.includes('whittle-run-')) return undefined;
  const isStacked = stack.length > 0 && message !== undefined && !ofInput.test(message);
  const isCrash = signal !== undefined || isOwn || isStacked;
  if (!isCrash && (message === undefined || commonplace.test(message))) {
    return message === undefined && status > 2 ? { told: `exit code ${status}`, isCrash: false } : undefined;
  }
  const place = stack[0]?.file.split(/[\\/]/).at(-1);
  const line = message && !(signal && crash.test(message)) ? generalized(message) : undefined;
  const told = [signal, line && place && !line.includes(place) ? `${line} (${place})` : line];
  // A part of the output would keep the whole of it in memory.
  return { told: Buffer.from(told.filter(Boolean).join(': ')).toString(), isCrash };
}

/** Without what depends on the input: numbers, and names in quotes or with dots. */
function generalized(message: string): string {
  return alike(message)
    .replace(/(["'`‘“])(?:(?!["'`’”]).)+["'`’”]/g, '…')
    .replace(/\b[\w$]+(?:\.[\w$]+)+(?!\w)/g, '…')
    .replace(/\d+/g, '…')
    .slice(0, longest);
}

const errorLine = /error\b(?:\[\w+\]| [A-Z]+\d+)?\s*:|\bundefined (?:reference|symbol)|\bundefined: |\bis not defined/i;
const namedInLine = /['‘`"][^'’`"]+['’`"]|\bundefined: \S+|\S+ is not defined/g;
const wordOfName =
  /operator\s*(?:<=>|<<=?|>>=?|->\*?|\+\+|--|&&|\|\||\[\]|\(\)|[-+*\/%^&|=!<>]=?|[~,])|(?<![\w$])(?!(?:undefined|is|not|defined)\b)[\p{L}_$][\w$]*/gu;
/** Names kept of the errors of one run; a broken header leads to thousands of errors. */
const mostNames = 40;

/** The names in the error lines of a compiler, a linker or an interpreter, in their order: what a candidate that does not run may lack. */
export function namesInErrors({ stderr, stdout }: Said): { named?: readonly string[] } {
  const names = new Set<string>();
  for (const line of `${stderr.slice(0, mostOutput)}\n${stdout.slice(0, mostOutput)}`.split('\n')) {
    if (!errorLine.test(line) || ownError.test(line)) continue;
    for (const [part] of line.matchAll(namedInLine))
      for (const [name] of part.matchAll(wordOfName)) names.add(name.replace(/\s/g, ''));
    if (names.size >= mostNames) break;
  }
  return names.size > 0 ? { named: [...names].slice(0, mostNames) } : {};
}
