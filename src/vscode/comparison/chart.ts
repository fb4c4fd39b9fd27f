/** The courses of all searches on one file, as lines of a chart. */
import { l10n } from 'vscode';
import { series } from '../../charts/series';
import type { Axis, Point } from '../../charts/series';
import { bestOf } from '../../reduction/comparison/comparison';
import type { ComparisonChart } from './messages';
import type { Shown } from './rows';

/** Undefined as long as there is nothing to draw. */
export function chartOf(shown: Shown, by: Axis): ComparisonChart | undefined {
  const { contenders, rows } = shown;
  const lines = contenders.map((_, index) => ({ points: pointsOf(shown, index, by) }));
  if (lines.every(({ points }) => points.length === 0)) return undefined;
  const best = bestOf(rows);
  return {
    by,
    heading: l10n.t('Size'),
    over: l10n.t('Size over'),
    axes: { tests: l10n.t('Tests'), time: l10n.t('Time') },
    legend: l10n.t('Legend'),
    names: contenders,
    lines,
    xLabel: by === 'tests' ? l10n.t('tests') : l10n.t('seconds'),
    yLabel: l10n.t('tokens'),
    whole: by === 'tests',
    alternative: best
      ? l10n.t(
          'Size curves of {0} searches. {1} reaches the smallest size. The table has the figures.',
          rows.length,
          best.name,
        )
      : l10n.t('Size curves of {0} searches. The table has the figures.', rows.length),
  };
}

function pointsOf({ rows, current }: Shown, index: number, by: Axis): Point[] {
  if (current?.index === index) {
    const { course, tests, clock } = current;
    return series(course, { tests, ms: clock.ms }, by);
  }
  const course = rows.at(index)?.course ?? [];
  const last = course.at(-1);
  return last ? series(course, last, by) : [];
}
