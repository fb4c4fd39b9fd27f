/** A study in one sentence. */
import { l10n } from 'vscode';
import { bestOf } from '../../reduction/comparison/comparison';
import type { Row } from '../../reduction/comparison/comparison';
import { bestOnAverage, inTurns, summaries } from '../../reduction/comparison/summary';
import type { Sample } from '../../reduction/comparison/summary';
import { grouped } from '../../reduction/events/progress';
import { testCount, tokenCount } from '../window/figureWords';
import type { Study, Turn } from './study';

export function titleOf({ name, inputs }: Study): string {
  return inputs.length === 1 ? l10n.t('{0}: ways to reduce it', name) : l10n.t('{0}: ways to reduce them', name);
}

/** What the study is doing, or which is the best. */
export function summaryOf(study: Study): string {
  const { current, running, samples } = study;
  if (running) return progressOf(study, current);
  if (samples.length === 0) return l10n.t('Nothing was compared.');
  const words = inTurns(samples).length > 1 ? averageWords(samples) : bestWords(samples.map(({ row }) => row));
  return words ?? l10n.t('No result is verified.');
}

function averageWords(samples: readonly Sample[]): string | undefined {
  const best = bestOnAverage(summaries(samples.filter(({ row }) => row.confirmed)));
  if (!best) return undefined;
  const [tokens, tests] = [best.means.tokens, best.means.tests].map(Math.round);
  return l10n.t('Best on average: {0}, {1} in {2}', best.name, tokenCount(tokens), testCount(tests));
}

function bestWords(rows: readonly Row[]): string | undefined {
  const best = bestOf(rows);
  if (!best) return undefined;
  return l10n.t(
    'Best: {0}, {1} → {2} in {3}',
    best.name,
    grouped(best.before!.tokens),
    tokenCount(best.after!.tokens),
    testCount(best.tests),
  );
}

function progressOf(study: Study, turn: Turn | undefined): string {
  const comparison = turn?.comparison;
  if (!turn || !comparison) return '…';
  if (comparison.paused) return l10n.t('Paused');
  const { extent, tests, doing } = comparison;
  const far = extent ? `${extent} · ${testCount(tests)}` : `${doing.first} …`;
  return study.turns.length > 1 ? `${study.titleOf(turn)}: ${far}` : far;
}
