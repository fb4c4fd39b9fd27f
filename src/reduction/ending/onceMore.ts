/**
 * When a search has ended, what timed out in it gets a second chance: a fresh search from the final text, with twice the time.
 * Verdicts are remembered, so that only what timed out and what this search asks otherwise is tested.
 */
import * as l10n from '@vscode/l10n';
import type { OracleAnswer } from '../../oracle/oracle';
import type { Property } from '../../oracle/property';
import { fixedTimeout, type Timeout } from '../../oracle/calibration/timeout';

/** Limits of a walk, which differ in a second one. */
export interface WalkLimits {
  readonly timeout: Timeout;
  /** Tests that may be committed. */
  readonly maxTests?: number;
  /** Committed verdicts, of both walks. */
  readonly answers: Map<string, OracleAnswer>;
}

export const onceMoreLabel = () => l10n.t('Repeating tests that timed out');

/**
 * Forgets what timed out, and says how the second walk is limited; undefined if there was nothing or no test
 * is left. A time-out that the user
 * has chosen is not doubled.
 */
export function secondChance(
  property: Pick<Property, 'forgetTimeouts'>,
  { timeout, maxTests, answers }: WalkLimits,
  userTimeoutMs?: number,
): WalkLimits | undefined {
  const slow = [...answers].filter(([, answer]) => answer.timedOut).map(([key]) => key);
  if (slow.length === 0 || answers.size === maxTests) return undefined;
  property.forgetTimeouts();
  for (const key of slow) answers.delete(key);
  return {
    timeout: fixedTimeout(userTimeoutMs ?? 2 * timeout.ms),
    // Forgotten tests have been paid for.
    maxTests: maxTests === undefined ? undefined : maxTests - slow.length,
    answers,
  };
}
