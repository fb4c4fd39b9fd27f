/** The workers of a run: who is there, who takes part, and who is refused. */
import * as l10n from '@vscode/l10n';
import { judgeOf, type VerdictRule } from '../oracle/judging/rule';
import type { Proof } from '../oracle/property';
import type { Ran } from '../oracle/tester';
import type { Lease } from './lease';
import { Member } from './member';
import { whoIsThere } from './register';
import { ClusterError, type CrewMember, type WorkerState } from './terms';

export class Crew {
  private readonly members = new Map<string, Member>();
  private readonly admissions = new Set<Promise<void>>();
  /** Once the run is calibrated, workers must agree with this. */
  proof: Proof | undefined;

  constructor(
    private readonly lease: Lease,
    /** Gets one sentence. */
    readonly notice: (message: string) => void,
  ) {}

  /** In the order in which they came. */
  get all(): readonly Member[] {
    return [...this.members.values()];
  }

  /** Those in this state, the idlest first. */
  in(wanted: WorkerState): Member[] {
    return this.all.filter(({ state }) => state === wanted).sort((one, other) => one.load - other.load);
  }

  /** Tests that can run at once. */
  get room(): number {
    return this.in('working').reduce((sum, { entry }) => sum + entry.slots, 0);
  }

  get told(): CrewMember[] {
    return this.all.map(({ entry: { name, slots }, state, why, figures }) => ({ name, slots, state, why, ...figures }));
  }

  /** Looks for workers that came or went; checks the new ones. */
  async look(): Promise<void> {
    const present = await whoIsThere(this.lease.redis);
    for (const entry of present) {
      const member = this.members.get(entry.id);
      if (member?.state === 'gone') member.comeBack();
      if (member || !entry.oracles.includes(this.lease.run.oracle)) continue;
      this.members.set(entry.id, new Member(this.lease, entry));
    }
    for (const member of this.all) {
      const isThere = present.some(({ id }) => id === member.entry.id);
      if (!isThere && member.state !== 'refused') member.leave('gone');
      if (this.proof && member.state === 'new') this.join(member, this.proof);
    }
  }

  /** Looks, and waits until the new ones are checked. */
  async gather(): Promise<void> {
    await this.look();
    await Promise.all(this.admissions);
  }

  /** Its tests go to others. */
  readonly refuse = (member: Member, why: string): void => {
    if (member.state === 'refused') return;
    member.leave('refused');
    member.why = why;
    this.notice(l10n.t('The worker {0} is refused: {1}', member.entry.name, why));
  };

  async close(): Promise<void> {
    await Promise.all(this.admissions);
    await Promise.all(this.all.map((member) => member.close()));
  }

  private join(member: Member, proof: Proof): void {
    member.state = 'checking';
    const admission = member
      .check(proof)
      .then(() => void (member.state = 'working'))
      .catch((error: unknown) => {
        if (error instanceof ClusterError) this.refuse(member, error.message);
        else if (member.state === 'checking') member.state = 'new';
      })
      .finally(() => this.admissions.delete(admission));
    this.admissions.add(admission);
  }
}

export interface Testimony {
  readonly member: Member;
  readonly ran: Ran;
}

/** What several workers did with a result, one at least: one may lie, or its tools may have changed. If they disagree, it is a time-out, and a worker that stands alone is refused. */
export function agreed(
  told: readonly Testimony[],
  rule: VerdictRule,
  { refuse, notice }: Pick<Crew, 'refuse' | 'notice'>,
): Ran {
  const judge = judgeOf(rule);
  const holds = ({ ran }: Testimony) => !ran.timedOut && judge(ran.status, ran.said) === 'holds';
  const [yes, no] = [told.filter(holds), told.filter((one) => !holds(one))];
  const [{ ran }] = told;
  if (yes.length === 0 || no.length === 0) return ran;
  const [shown, denied] = [yes, no].map((some) => some.map(({ member }) => member.entry.name).join(', '));
  notice(
    l10n.t(
      'The workers disagree about the result: the test shows the bug on {0}, but not on {1}. Look at their tests.',
      ...[shown, denied],
    ),
  );
  const [few, many] = yes.length < no.length ? [yes, no] : [no, yes];
  const why = l10n.t('its verdict on the result differs from that of {0} others.', many.length);
  if (few.length < many.length) few.forEach(({ member }) => refuse(member, why));
  return { ...ran, timedOut: true };
}
