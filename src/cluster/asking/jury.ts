/**
 * A worker may lie, or its tools may have changed. So several workers test a result, first others than the one that accepted it. If
 * they disagree, there is no verdict.
 */
import * as l10n from '@vscode/l10n';
import { judgeOf, type VerdictRule } from '../../oracle/judging/rule';
import type { Ran } from '../../oracle/tester';
import { ranOf, type Reply, type TestJob } from '../jobs';
import type { Crew, Testimony } from './crew';

/** A worker's verdict on a candidate in the search. */
interface Word {
  readonly worker: string;
  readonly holds: boolean;
}

/** Remembered at most. */
const mostWords = 10_000;

interface Heard extends Word {
  readonly name: string;
}

export class Jury {
  private readonly words = new Map<string, Word>();
  private readonly judge: (ran: Ran) => boolean;

  constructor(
    private readonly crew: Crew,
    rule: VerdictRule,
    /** One sentence. */
    private readonly notice: (message: string) => void,
  ) {
    const judge = judgeOf(rule);
    this.judge = ({ timedOut, status, said }) => !timedOut && judge(status, said) === 'holds';
  }

  /** A worker's answer in the search. */
  note({ key }: TestJob, { worker }: Reply, ran: Ran): void {
    if (this.words.size >= mostWords) this.words.delete(this.words.keys().next().value!);
    this.words.set(key, { worker, holds: this.judge(ran) });
  }

  /** Undefined if no worker answers. If they disagree, the answer is a time-out. */
  async ran(
    job: TestJob,
    signal: AbortSignal,
  ): Promise<{ readonly ran: Ran; readonly replies: readonly Reply[] } | undefined> {
    const before = this.words.get(job.key);
    const told = (await this.crew.ask(job, signal, before?.worker)).filter(({ reply }) => reply.ran);
    if (told.length === 0) return undefined;
    const runs = told.map(({ reply }) => ranOf(reply.ran!, reply.said));
    const heard = told.map(({ member: { id, name } }, at) => ({ worker: id, name, holds: this.judge(runs[at]) }));
    const agreed = await this.agreed(withWord(heard, before, this.crew));
    const replies = told.map(({ reply }: Testimony) => reply);
    return { ran: agreed ? runs[0] : { ...runs[0], timedOut: true }, replies };
  }

  /** A disagreement is told, and a worker that stands alone is dismissed. */
  private async agreed(heard: readonly Heard[]): Promise<boolean> {
    const [yes, no] = [heard.filter(({ holds }) => holds), heard.filter(({ holds }) => !holds)];
    if (yes.length === 0 || no.length === 0) return true;
    this.notice(
      l10n.t(
        'The workers disagree about the result: the test shows the bug on {0}, but not on {1}. Look at their tests.',
        yes.map(({ name }) => name).join(', '),
        no.map(({ name }) => name).join(', '),
      ),
    );
    const [few, many] = yes.length < no.length ? [yes, no] : [no, yes];
    if (few.length < many.length) {
      const why = l10n.t('its verdict on the result differs from that of {0} others.', many.length);
      for (const { worker } of few) await this.crew.dismiss(worker, why);
    }
    return false;
  }
}

/** With the verdict from the search, if its worker was not asked again. */
function withWord(heard: readonly Heard[], before: Word | undefined, { roster }: Crew): readonly Heard[] {
  if (!before || heard.some(({ worker }) => worker === before.worker)) return heard;
  return [...heard, { ...before, name: roster.member(before.worker)?.name ?? before.worker }];
}
