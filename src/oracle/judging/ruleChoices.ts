/** Rules that a user can choose from for a failure: made from the line of the real output, the strictest first. */
import { linePattern, type FailingInput } from './linePattern';
import type { OutputPattern, VerdictRule } from './rule';

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
