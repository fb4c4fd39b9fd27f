/** A job whose rules are settled: what calibration has found takes the place of what was to be learned. */
import type { VerdictRule } from '../../oracle/rule';
import type { Job } from '../job';

/** `rules`: of the first command, and of the others in their order. */
export function judgedBy(
  { also }: Pick<Job, 'also'>,
  [first, ...others]: readonly VerdictRule[],
): Pick<Job, 'rule' | 'also' | 'landmarks'> {
  return { rule: first, also: also?.map(({ oracle }, at) => ({ oracle, rule: others[at] })), landmarks: undefined };
}
