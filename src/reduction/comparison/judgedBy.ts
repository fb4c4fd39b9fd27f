/** A job with settled rules: the rules from calibration replace those to be learned. */
import type { VerdictRule } from '../../oracle/judging/rule';
import type { Job } from '../job';

/** `rules`: of the first command, then of the others in order. */
export function judgedBy(
  { also }: Pick<Job, 'also'>,
  [first, ...others]: readonly VerdictRule[],
): Pick<Job, 'rule' | 'also' | 'landmarks'> {
  return { rule: first, also: also?.map(({ oracle }, at) => ({ oracle, rule: others[at] })), landmarks: undefined };
}
