/** Whether a worker is like the one by which a run was calibrated: it must say the same of the unchanged and of the empty input. */
import * as l10n from '@vscode/l10n';
import type { Proof } from '../../oracle/property';
import { decided } from '../../oracle/judging/repeat';
import type { Repeat } from '../../oracle/judging/repeat';
import { judgeOf, streamsOf } from '../../oracle/judging/rule';
import type { VerdictRule } from '../../oracle/judging/rule';
import { jobOf, ranOf } from '../jobs';
import type { Reply, TestJob } from '../jobs';

/** What a run was calibrated by. */
export interface Calibrated extends Proof {
  readonly rule: VerdictRule;
  readonly repeat: Repeat;
}

interface Checked {
  /** Why the worker is none for this run, in one sentence. */
  readonly problem?: string;
  /** How many times longer than in the calibration the input takes there, at least 1. */
  readonly factor: number;
}

/** `ask` runs a test on the worker. */
export type Check = (ask: (test: TestJob) => Promise<Reply>) => Promise<Checked>;

/** A worker may be slower by so much; a test that hangs must end all the same. */
const slowest = 10;

export function checkAgainst(calibrated: Calibrated, base: Buffer): Check {
  const { input, empty, ms } = calibrated;
  return async (ask) => {
    const tried = await triedOn(calibrated, jobOf(base, input), ask);
    const factor = Math.max(1, tried.ms / Math.max(1, ms));
    if (tried.trouble !== undefined) return { problem: tried.trouble, factor };
    if (!tried.holds) {
      return {
        problem: l10n.t('there the property does not hold on the unchanged input: give it the same tools.'),
        factor,
      };
    }
    const nothing = empty && (await triedOn(calibrated, jobOf(base, empty), ask));
    if (nothing?.holds) {
      return {
        problem: l10n.t('there the property holds for an empty input as well: give it the same tools.'),
        factor,
      };
    }
    return { factor };
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
  { rule, repeat, timeoutMs }: Calibrated,
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
