/**
 * A worker may lie, or its tools may have changed. So several workers test a result, first others than the one that accepted it. If
 * they disagree, there is no verdict.
 */
import * as l10n from '@vscode/l10n';
import { judgeOf, type VerdictRule } from '../oracle/judging/rule';
import type { Ran } from '../oracle/tester';
import type { Member } from './member';

/** A worker's answer to a test. */
export interface Testimony {
  readonly member: Member;
  readonly ran: Ran;
}

export class Jury {
  /** By the keys of the candidates that were accepted in the search: by whom. */
  private readonly accepted = new Map<string, Member>();
  private readonly holds: (testimony: Testimony) => boolean;

  constructor(
    rule: VerdictRule,
    private readonly refuse: (member: Member, why: string) => void,
    /** One sentence. */
    private readonly notice: (message: string) => void,
  ) {
    const judge = judgeOf(rule);
    this.holds = ({ ran: { timedOut, status, said } }) => !timedOut && judge(status, said) === 'holds';
  }

  /** A worker's answer in the search. */
  note(key: string, testimony: Testimony): void {
    if (this.holds(testimony)) this.accepted.set(key, testimony.member);
  }

  /** The worker that has accepted the candidate in the search. */
  before(key: string): Member | undefined {
    return this.accepted.get(key);
  }

  /** What several workers did with a result, one at least. If they disagree, it is a time-out, and a worker that stands alone is refused. */
  outcome(key: string, told: readonly Testimony[]): Ran {
    const before = this.accepted.get(key);
    const [yes, no] = [true, false].map((holds) =>
      told.filter((one) => this.holds(one) === holds).map(({ member }) => member),
    );
    if (before && told.every(({ member }) => member !== before)) yes.push(before);
    if (yes.length === 0 || no.length === 0) return told[0].ran;
    const [shown, denied] = [yes, no].map((some) => some.map(({ entry }) => entry.name).join(', '));
    this.notice(
      l10n.t(
        'The workers disagree about the result: the test shows the bug on {0}, but not on {1}. Look at their tests.',
        shown,
        denied,
      ),
    );
    const [few, many] = yes.length < no.length ? [yes, no] : [no, yes];
    const why = l10n.t('its verdict on the result differs from that of {0} others.', many.length);
    if (few.length < many.length) few.forEach((member) => this.refuse(member, why));
    return { ...told[0].ran, timedOut: true };
  }
}
