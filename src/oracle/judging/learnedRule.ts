/** "Fails as before": a rule from one run on the unchanged input. */
import type { Said } from '../processes/output';
import { failureLine } from './failureLine';
import { type FailingInput, linePattern } from './linePattern';
import type { ExitRule, OutputPattern, VerdictRule } from './rule';

/** Output of a run, and its exit code as a shell would report it. */
export interface FirstRun extends Said {
  readonly status: number;
}

/** The same exit status, and the first line of the error, if there is one. */
export function learnedRule(run: FirstRun, input: FailingInput): VerdictRule {
  const pattern = learnedPattern(run, input);
  return { exit: sameExit(run), ...(pattern && { match: [pattern, ...passOf(run)] }) };
}

/** The error line as a pattern, which a user can see and edit. Undefined if the output has no error line. */
export function learnedPattern(said: Said, input: FailingInput): OutputPattern | undefined {
  const found = failureLine(said);
  const pattern = found && linePattern(found.line, input);
  return found && pattern ? { stream: found.stream, pattern } : undefined;
}

/** Where gcc has crashed: its message is the same for every crash. */
function passOf(said: Said): OutputPattern[] {
  const found = failureLine(said);
  if (!found || !/internal compiler error: (?:Segmentation fault|Aborted|Killed)/.test(found.line)) return [];
  const pass = found.lines.find((line) => /^during (?:GIMPLE|IPA|RTL) pass: [\w-]+$/.test(line));
  return pass === undefined ? [] : [{ stream: found.stream, pattern: `^${pass}$` }];
}

/** Mocha's status is the number of failed tests, which a cut may change. */
function sameExit({ status, stdout }: FirstRun): ExitRule {
  const counted = new RegExp(`^ *${status} failing$`, 'm').test(stdout);
  return counted ? { codes: [0], not: true } : { codes: [status] };
}

/** Rules that a user can choose from for a failure: made from the line of the real output, the strictest first. */
export interface RuleChoice {
  readonly strictness: 'message' | 'numbers' | 'kind';
  readonly rule: VerdictRule;
}

/** `learned`: from this line. `kind`: of the failure. A rule that would be the same as a stricter one is left out. */
export function ruleChoices(
  learned: VerdictRule,
  { line, kind }: { readonly line: string; readonly kind?: OutputPattern },
  input: FailingInput,
): RuleChoice[] {
  const [first, ...others] = learned.match ?? [];
  const looser = (strictness: RuleChoice['strictness'], pattern: string | undefined): RuleChoice[] =>
    first === undefined || pattern === undefined || pattern === first.pattern
      ? []
      : [{ strictness, rule: { ...learned, match: [{ ...first, pattern }, ...others] } }];
  return [
    { strictness: 'message', rule: learned },
    ...looser('numbers', linePattern(line, input, true)),
    ...looser('kind', kind?.pattern),
  ];
}
