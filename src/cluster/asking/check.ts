/** Compares a worker with the one that calibrated the run: its verdicts on the unchanged and on the empty input must be the same. */
import * as l10n from '@vscode/l10n';
import type { Proof } from '../../oracle/property';
import { decided } from '../../oracle/judging/repeat';
import { judgeOf, streamsOf } from '../../oracle/judging/rule';
import { jobOf, ranOf, type Reply, type TestJob } from '../jobs';

interface Checked {
  /** Why the worker is refused, in one sentence. */
  readonly problem?: string;
  /** How many times longer than in the calibration the input takes there, at least 1. */
  readonly factor: number;
}

/** `ask` runs a test on the worker. */
export type Check = (ask: (test: TestJob) => Promise<Reply>) => Promise<Checked>;

/** A worker may be slower by so much; a test that hangs must end all the same. */
const slowest = 10;

export function checkAgainst(proof: Proof, base: Buffer): Check {
  const { input, empty, ms } = proof;
  return async (ask) => {
    const tried = await triedOn(proof, jobOf(base, input), ask);
    const factor = Math.max(1, tried.ms / Math.max(1, ms));
    return { factor, problem: tried.trouble ?? (await differs(tried.holds)) };

    async function differs(holds: boolean): Promise<string | undefined> {
      if (!holds) return l10n.t('there the test does not show the bug on the unchanged input: give it the same tools.');
      const onEmpty = empty && (await triedOn(proof, jobOf(base, empty), ask));
      return onEmpty?.holds
        ? l10n.t('there the test shows the bug on an empty input too: give it the same tools.')
        : undefined;
    }
  };
}

interface Tried {
  readonly holds: boolean;
  /** The longest run. */
  readonly ms: number;
  readonly trouble?: string;
}

/** As often as a candidate is tested. */
async function triedOn(
  { rule, repeat, timeoutMs }: Proof,
  job: ReturnType<typeof jobOf>,
  ask: (test: TestJob) => Promise<Reply>,
): Promise<Tried> {
  const judge = judgeOf(rule);
  const test: TestJob = { ...job, timeoutMs: slowest * timeoutMs, keep: [...streamsOf(rule)], fresh: true };
  let tally = { held: 0, runs: 0 };
  let ms = 0;
  while (decided(repeat, tally) === undefined) {
    const { ran: told, said, trouble } = await ask(test);
    if (!told) return { holds: false, ms, trouble };
    const ran = ranOf(told, said);
    const holds = !ran.timedOut && judge(ran.status, ran.said) === 'holds';
    ms = Math.max(ms, ran.ms);
    tally = { held: tally.held + Number(holds), runs: tally.runs + 1 };
  }
  return { holds: decided(repeat, tally)!, ms };
}
