/**
 * Rounds of a thorough search: when it has ended, it begins again from the original, until a round brings nothing.
 * Verdicts are remembered, so that a round tests only the candidates that are new.
 */
import * as l10n from '@vscode/l10n';
import type { EndTold } from './events/events';
import type { WalkLimits } from './ending/onceMore';
import { walked, type WalkEnd, type Walking, type WalkOptions } from './walked';

/** The walk from the original, and those of further rounds. */
export async function walkedInRounds<C extends object, S, E extends EndTold>(
  run: Walking<C, S, E>,
  limits: WalkLimits,
  { stop, onPhase }: WalkOptions,
): Promise<WalkEnd<S>> {
  const { original, again } = run.subject;
  let best = await walked(run, original, limits, { stop, onPhase });
  for (let round = 1; again && best.ending === 'done'; round++) {
    const before = best.state;
    const named = (label: string) => onPhase(l10n.t('Round {0}: {1}', round + 1, label));
    best = await walked({ ...run, subject: again(before) }, before, limits, { stop, onPhase: named });
    if (best.state === before) break;
  }
  return best;
}
