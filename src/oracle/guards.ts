/**
 * Guards, further parts of a property: the same command with other sources around the candidate. With the sources of a passing
 * revision the test must pass; with sources that throw it must fail in another way.
 */
import type { Content } from './content';
import { testPasses } from './judging/failureRule';
import { type VerdictRule, inTurn, isSlow, judgeOf } from './judging/rule';
import { overlay } from './places/overlay';
import type { ChangedFile, Target } from './places/place';
import type { OracleCommand } from './processes/command';
import { type Part, remembered } from './oracle';
import { openTester, type Ran, type TestCounts, type Tester } from './tester';

/** `passes`: it ends with 0, and if its report is known, at least one test passed. `differs`: the failure is not the same one. */
type GuardKind = 'passes' | 'differs';

export interface Guard {
  readonly kind: GuardKind;
  /** For messages and the journal: `passes at HEAD~1 (1a2b3c4)`. */
  readonly name: string;
  readonly command: OracleCommand;
  /** Of the candidate's failure. */
  readonly rule: VerdictRule;
  /** To the sources. */
  readonly changes: readonly ChangedFile[];
}

/** A guard at work in one run. */
export interface OpenGuard extends Guard {
  readonly tester: Tester;
  /** By what a run of its command has said. */
  judges(ran: Ran, content: Content): boolean;
  allows(
    content: Content,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<{ allowed: boolean } & Pick<Ran, 'ms' | 'timedOut'>>;
}

/** Throws `SandboxError`. */
export async function openGuard(guard: Guard, target: Target, counts?: TestCounts): Promise<OpenGuard> {
  const { command, changes, kind, rule } = guard;
  const tester = await openTester(overlay, { ...target, changes }, counts);
  const judges = (ran: Ran, content: Content) => (kind === 'passes' ? passes(ran, rule) : differs(ran, content, rule));
  return {
    ...guard,
    tester,
    judges,
    async allows(content, timeoutMs, signal) {
      const keep = new Set(['stdout', 'stderr'] as const);
      const ran = await tester.run({ command, content, timeoutMs, signal, keep });
      const { ms, timedOut } = ran;
      return { ms, timedOut, allowed: (await inTurn(signal, () => judges(ran, content))) === true };
    },
  };
}

function passes({ status, said, timedOut }: Ran, { failure }: VerdictRule): boolean {
  return !timedOut && testPasses(status, said, failure);
}

/** Sources that throw may well keep the test from ending. */
function differs({ status, said, timedOut }: Ran, content: Content, rule: VerdictRule): boolean {
  if (timedOut) return true;
  const verdict = judgeOf(rule)(status, said, content);
  return verdict !== 'holds' && !isSlow(verdict);
}

/** A guard as one of several parts of a property. */
export function partOf(guard: OpenGuard): Part {
  return remembered(async (content, timeoutMs, signal) => {
    const { allowed, ms, timedOut } = await guard.allows(content, timeoutMs, signal);
    return allowed
      ? { verdict: 'holds', ms }
      : { verdict: 'fails', ms, stage: guard.name, ...(timedOut && { timedOut }) };
  });
}
