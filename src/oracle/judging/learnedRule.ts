/**
 * "Fails as before": a rule from one run on the unchanged input; and from a failure's line and its neighbours to its kind. A kind is offered
 * only if the program would not print it for another failure.
 */
import type { Said } from '../processes/output';
import { type FailureLine, failureLine } from './failureLine';
import { type FailingInput, escaped, generalized, linePattern, messageOf } from './linePattern';
import type { ExitRule, OutputPattern, VerdictRule } from './rule';

/** `status`: as a shell would report it. */
type FirstRun = Said & { readonly status: number };

/** Rules that a user can choose from for a failure, the strictest first. */
export interface RuleChoice {
  readonly strictness: 'message' | 'numbers' | 'kind';
  readonly rule: VerdictRule;
}

export interface Lesson {
  /** The same exit status, and the first line of the error, if there is one. */
  readonly rule: VerdictRule;
  /** What that line says. */
  readonly message?: string;
  /** All with this line; one that would be the same as a stricter one is left out. */
  readonly choices: readonly RuleChoice[];
}

/** `atPlace`: it must fail at the same place of the program, too. */
export function lessonOf(run: FirstRun, input: FailingInput, atPlace = false): Lesson {
  const found = failureLine(run);
  const exit = sameExit(run);
  const pattern = found && linePattern(found.line, input);
  if (!found || pattern === undefined) return { rule: { exit }, choices: [] };
  const ruleWith = (one: string): VerdictRule => ({
    exit,
    match: [{ stream: found.stream, pattern: one }, ...passOf(found), ...(atPlace ? placeOf(found, input) : [])],
  });
  const looser = [
    { strictness: 'numbers', pattern: linePattern(found.line, input, true) },
    { strictness: 'kind', pattern: failureKind(found, input) },
  ] as const;
  const others = looser.flatMap(({ strictness, pattern: one }) =>
    one === undefined || one === pattern ? [] : [{ strictness, rule: ruleWith(one) }],
  );
  const rule = ruleWith(pattern);
  const { message } = messageOf(found.line, input);
  return { rule, message, choices: [{ strictness: 'message', rule }, ...others] };
}

/** Where gcc has crashed: its message is the same for every crash. */
function passOf({ stream, line, lines }: FailureLine): OutputPattern[] {
  if (!/internal compiler error: (?:Segmentation fault|Aborted|Killed)/.test(line)) return [];
  const pass = lines.find((one) => /^during (?:GIMPLE|IPA|RTL) pass: [\w-]+$/.test(one));
  return pass === undefined ? [] : [{ stream, pattern: `^${pass}$` }];
}

const ofPython = /^ +File "(?:.*[\\/])?(?<place>[^"]+", line \d+, in .+)$/;
const ofOthers = /^\s+at (?!.*\(?(?:node:|<anonymous>))(?:.*[\\/(@ ])?(?<place>[\w.+@-]+\.\w+:\d+(?::\d+)?)\)?$/;

/** The innermost frame; not of a program that has called itself too often. */
function placeOf({ stream, line, lines, at }: FailureLine, input: FailingInput): OutputPattern[] {
  const python = lines.slice(0, at).findLast((one) => ofPython.test(one));
  const other = lines.slice(at + 1).find((one) => ofOthers.test(one));
  const [, place] = (python ? ofPython : ofOthers).exec(python ?? other ?? '') ?? [];
  if (
    place === undefined ||
    isCandidate(place.split(/[":]/)[0], input) ||
    /recursion|call stack|stack overflow/i.test(line)
  )
    return [];
  return [{ stream, pattern: `${escaped(place)}\\)?$` }];
}

/** Mocha's status is the number of failed tests, which a cut may change. */
function sameExit({ status, stdout }: FirstRun): ExitRule {
  const counted = new RegExp(`^ *${status} failing$`, 'm').test(stdout);
  return counted ? { codes: [0], not: true } : { codes: [status] };
}

/** Neighbours that are looked at, on each side. */
const nearby = 8;

/** A pattern for failures of the same kind: `^TypeError\b` for `TypeError: x is undefined`. Undefined if the output names no kind. */
export function failureKind({ lines, at }: FailureLine, input: FailingInput): string | undefined {
  // The nearest one first.
  const before = lines.slice(Math.max(0, at - nearby), at).reverse();
  const neighbours = [...before, ...lines.slice(at + 1, at + 1 + nearby)];
  for (const form of kindForms) {
    for (const line of form[1] === 'near' ? [lines[at], ...neighbours] : [lines[at]]) {
      const pattern = kindIn(line, form, input);
      if (pattern !== undefined) return pattern;
    }
  }
  return undefined;
}

function kindIn(line: string, [expression, where]: KindForm, input: FailingInput): string | undefined {
  const { kind, place } = expression.exec(line.trim())?.groups ?? {};
  if (kind === undefined || isCandidate(place, input) || !saysWhat(kind, input)) return undefined;
  const { message, starts } = messageOf(line, input);
  const at = where === 'led' ? message.indexOf(kind) : -1;
  if ((where !== 'near' && kind === message) || (at >= 0 && message.endsWith(kind))) return undefined;
  const lead = at < 0 ? '' : starts + generalized(message.slice(0, at), input).pattern;
  const ends = where === 'last' ? '$' : /\w$/.test(kind) ? '\\b' : '';
  // A position in the middle may be another one.
  const pattern = `${lead}${escaped(kind).replace(/:\d+: /g, ':\\d+: ')}${ends}`;
  return new RegExp(pattern, 'm').test(line.trimEnd()) ? pattern : undefined;
}

function isCandidate(place: string | undefined, { fileName }: FailingInput): boolean {
  const base = place?.split(/[\\/]/).at(-1);
  return base !== undefined && [fileName].flat().includes(base);
}

/** Not what any failure of the program could be: `Error`, or `GraphQLError` of a command with the word graphql. */
function saysWhat(kind: string, { command = '' }: FailingInput): boolean {
  const name = /'([\w:]+)'$/.exec(kind)?.[1] ?? kind.replace(/^\(|\)$/g, '');
  const last = name.split(/\.|::/).at(-1)!;
  const [, stem] = /^(\w{2,})(?:Error|Exception|Panic|Fault)$/.exec(last) ?? [];
  const words: readonly string[] = command.toLowerCase().match(/[a-z]+/g) ?? [];
  return !anyKind.test(last) && !words.includes(stem?.toLowerCase());
}

/**
 * The forms in which programs name the kind of a failure: an error or exception, an error code, an assertion or panic with its place.
 * The name of a tool, a file or a level (`error`, `fatal`) is no kind: the program prints it for its other failures too.
 *
 * The group `kind` is the text that stays; `place`, if any, is a file that must not be the candidate's own. `near`: one of the line's
 * neighbours may have it too; `last`: the line ends with it; `led`: what stands before it belongs to it: names of tools, files and levels.
 */
type KindForm = readonly [expression: RegExp, where?: 'near' | 'last' | 'led'];

/** `java.lang.IllegalStateException`, `Errno::ENOENT`. */
const exception = String.raw`(?:[\w$]+(?:\.|::))*[\w$]*(?:Error|Exception|Rejection|Interrupt|Panic|Fault)`;
const path = String.raw`[\w.+@\\/-]+\.\w+`;

/** The surest ones first. */
const kindForms: readonly KindForm[] = [
  // panicked at 'no entry found for key', compiler/rustc_borrowck/src/region_infer/mod.rs:2264:9
  [
    /(?:panicked at .*?|^'.*, |internal compiler error: |^Source Location: )(?<kind>(?<place>[\w.+@\\/-]+\.rs):\d+:\d+)/,
    'near',
  ],
  [new RegExp(String.raw`(?<kind>internal compiler error: in [\w:~<>]+, at (?<place>${path}):\d+)`)],
  // dot: class2.c:84: merge_chain: Assertion `ED_to_virt(e) == NULL' failed.
  [new RegExp(String.raw`(?:^|[\s/])(?<kind>(?<place>${path}):\d+: [^\x60']{1,300}: Assertion )[\x60']`)],
  [new RegExp(String.raw`^Assertion failed: .*(?<kind>function \w+, file (?<place>${path}), line \d+)`)],
  // Sanitizers and valgrind
  [
    /(?<kind>(?:Address|HWAddress|Memory|Thread|Leak)Sanitizer: (?:[A-Z]{3,4}\b|attempting [\w-]+|detected memory leaks|data race|[a-z]+(?:-[a-z]+)+))/,
  ],
  [/(?<kind>runtime error: [a-z]+(?: [a-z-]+)*)(?![a-z])/, 'led'],
  [
    /^==\d+== (?<kind>Invalid (?:read|write|free)|Conditional jump|Use of uninitialised value|Mismatched free|Syscall param)/,
  ],
  // Codes
  [/^.*?(?<kind>\b(?:[Ee]rror|ERROR|warning)(?: |\[)[A-Z]+\d+\]?)/, 'led'],
  [/^[^\s:]+:\d+:\d+: (?<kind>[A-Z]{1,4}\d{3,5})\b/],
  [/^(?<kind>ERROR \d+ \(\w{5}\))/],
  [/^.*?ERROR: +(?<kind>(?=\w*\d)[\dA-Z]{5}): /],
  [/(?<kind>\bORA-\d+)\b/],
  [/(?<kind>\[GHC-\d+\])/],
  [/(?<kind>\[(?!ERR_ASSERTION)ERR_[A-Z_]+\])/, 'led'],
  [/(?:^|: )(?<kind>E(?!RR)[A-Z]{3,}): /, 'led'],
  // Rules of linters
  [/: (?:error|warning): .*(?<kind>\[(?:-[WE][\w=,+-]+|[a-z]+(?:-[a-z]+)*)\])$/, 'last'],
  [/^\s*\d+:\d+\s+(?:error|warning)\s.*\s{2}(?<kind>[\w@/-]+)$/, 'last'],
  [/(?<kind>\b(?:lint|assist)(?:\/\w+)+)\b/, 'near'],
  [/(?<kind>\bSC\d{4})\b/],
  [/: [CWEF]: (?:\[Correctable\] )?(?<kind>[A-Z]\w+\/[A-Z]\w+):/],
  // Exceptions
  [/(?:error in backend|LLVM ERROR): (?<kind>[A-Z][a-z]+(?: [a-z]+)*):/, 'led'],
  [/(?<kind>panic: interface conversion):/],
  [/(?<kind>terminate called after throwing an instance of '[\w:]+')/, 'near'],
  [/:in [`'].*(?<kind>\((?:\w+::)*[A-Z]\w*\))$/, 'last'],
  [
    new RegExp(
      String.raw`(?:^(?:E +)?|[:\])] +|Uncaught |Unhandled |exception\. |thread "[^"]*" )(?<kind>${exception})(?:\s*$|:|,| \[\w+\]| \()`,
    ),
    'led',
  ],
];

/** What is left of a class name says nothing of the failure: any could have it. */
const anyKind =
  /^(?:Fatal|Internal|Runtime|Standard|Base|Build|Compile|Compiler|Compilation|Command|Process|Exec|Test|Assertion|Unknown|General|Application|System|Script|Plugin|Unhandled|Uncaught|runtime_|logic_)?(?:Error|Exception|Rejection|Interrupt|Panic|Fault|error|exception)$/;
