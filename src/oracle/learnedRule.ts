/** "Fails as it did": a rule from one run on the unchanged input. */
import { failureLine } from './failureLine';
import { linePattern } from './linePattern';
import type { FailingInput } from './linePattern';
import type { ExitRule, OutputPattern, Said, VerdictRule } from './rule';

/** What a run said, and the code with which a shell would tell its end. */
export interface FirstRun extends Said {
  readonly status: number;
}

/** The same exit status, and the first line of the error, if there is one. */
export function learnedRule(run: FirstRun, input: FailingInput): VerdictRule {
  const pattern = learnedPattern(run, input);
  return { exit: sameExit(run), ...(pattern && { match: [pattern] }) };
}

/** The failure's own line as a pattern: for who wants to show it and have it edited. Undefined if the failure says nothing. */
export function learnedPattern(said: Said, input: FailingInput): OutputPattern | undefined {
  const found = failureLine(said);
  const pattern = found && linePattern(found.line, input);
  return found && pattern ? { stream: found.stream, pattern } : undefined;
}

/** Mocha's status is the number of tests that failed, which a cut may change. */
function sameExit({ status, stdout }: FirstRun): ExitRule {
  const counted = new RegExp(`^ *${status} failing$`, 'm').test(stdout);
  return counted ? { codes: [0], not: true } : { codes: [status] };
}
