/** A worker may lie, or its tools may have changed. So several workers test a result. If they disagree, there is no verdict. */
import * as l10n from '@vscode/l10n';
import { judgeOf, type VerdictRule } from '../oracle/judging/rule';
import type { Ran } from '../oracle/tester';
import type { Member } from './member';

/** A worker's answer to a test. */
export interface Testimony {
  readonly member: Member;
  readonly ran: Ran;
}

/** Who is told of a disagreement. */
interface Bench {
  refuse(member: Member, why: string): void;
  notice(message: string): void;
}

/** What several workers did with a result, one at least. If they disagree, it is a time-out, and a worker that stands alone is refused. */
export function agreed(told: readonly Testimony[], rule: VerdictRule, { refuse, notice }: Bench): Ran {
  const judge = judgeOf(rule);
  const holds = ({ ran }: Testimony) => !ran.timedOut && judge(ran.status, ran.said) === 'holds';
  const [yes, no] = [told.filter(holds), told.filter((one) => !holds(one))];
  const [{ ran }] = told;
  if (yes.length === 0 || no.length === 0) return ran;
  const [shown, denied] = [yes, no].map((some) => some.map(({ member }) => member.entry.name).join(', '));
  notice(
    l10n.t(
      'The workers disagree about the result: the test shows the bug on {0}, but not on {1}. Look at their tests.',
      shown,
      denied,
    ),
  );
  const [few, many] = yes.length < no.length ? [yes, no] : [no, yes];
  const why = l10n.t('its verdict on the result differs from that of {0} others.', many.length);
  if (few.length < many.length) few.forEach(({ member }) => refuse(member, why));
  return { ...ran, timedOut: true };
}
