/** The content of a comparison's page, in words. */
import { l10n } from 'vscode';
import { series } from '../../charts/series';
import { kinds } from '../../charts/shapes';
import { columns, seconds } from '../../reduction/comparison/comparison';
import { grouped } from '../../reduction/events/progress';
import type { Reduction } from '../runs/kinds';
import { testCount, tokenCount } from '../window/figureWords';
import { measuredOf, type Comparison, type Contender } from './comparison';
import type { ComparisonChart, ComparisonSnapshot, RowAction, ShownRow } from './messages';

const shown = columns.filter(({ terminalOnly }) => !terminalOnly);

export function comparisonSnapshot(comparison: Comparison): ComparisonSnapshot {
  const { name, running, contenders, best } = comparison;
  const doubts = contenders.flatMap(({ reduction }) => reduction?.doubt?.message ?? []).slice(0, 1);
  return {
    title: l10n.t('Searches on {0}', name),
    summary: summaryOf(comparison),
    note: [
      ...doubts,
      l10n.t(
        'Tests: different candidates that the search tested, without calibration and verification. Oracle: the total time of all test processes. Time: the whole run, with calibration and verification. Each search has the whole budget and uses no verdict of another. Times vary from run to run: compare tests instead.',
      ),
    ].join(' '),
    running,
    stop: running ? l10n.t('Stop') : undefined,
    columns: shown.map(({ heading }) => heading()),
    rows: contenders.map((one, index) => ({
      kind: index % kinds,
      name: one.search,
      badge: !running && one === best ? l10n.t('best') : undefined,
      ...rowOf(one, running),
    })),
    chart: chartOf(comparison),
  };
}

/** The progress, or the best search. */
export function summaryOf({ running, current, contenders, best }: Comparison): string {
  if (running) return current ? progressOf(current.reduction!, contenders.indexOf(current), contenders.length) : '…';
  if (!best) return l10n.t('No result is verified.');
  const { search, reduction } = best;
  const { tokens, search: spent } = reduction!.result!.finished;
  const [before, after] = [grouped(tokens.before), tokenCount(tokens.after)];
  return l10n.t('Best: {0}, {1} → {2} in {3}', search, before, after, testCount(spent.tests));
}

function progressOf({ job, paused, extent, tests, doing }: Reduction, index: number, of: number): string {
  if (paused) return l10n.t('Paused');
  const far = extent ? `${extent} · ${testCount(tests)}` : `${doing.first} …`;
  return `${l10n.t('{0}, {1} of {2}', job.search!, index + 1, of)} · ${far}`;
}

function rowOf(contender: Contender, running: boolean): Pick<ShownRow, 'state' | 'cells' | 'actions'> {
  const row = measuredOf(contender);
  if (row) {
    const state = row.ending === 'failed' ? 'failed' : 'ended';
    return { state, cells: shown.slice(1).map(({ cell }) => cell(row)), actions: actionsOf(contender) };
  }
  const { reduction } = contender;
  if (!reduction?.running) {
    const word = running ? l10n.t('waiting') : l10n.t('not started');
    return { state: 'waiting', cells: cellsOf([], word), actions: [] };
  }
  const { tests, ms, course } = reduction;
  const tokens = course.at(-1)?.size;
  const figure = [tokens === undefined ? '' : grouped(tokens), grouped(tests), '', ms > 0 ? seconds(ms) : ''];
  return { state: 'running', cells: cellsOf(figure, l10n.t('running …')), actions: [] };
}

function cellsOf(figures: readonly string[], end: string): string[] {
  return shown.slice(1).map((_, at) => (at === shown.length - 2 ? end : (figures[at] ?? '')));
}

function actionsOf({ reduction }: Contender): RowAction[] {
  const search: RowAction = { id: 'useSearch', label: l10n.t('Use This Search') };
  return reduction?.result ? [search, { id: 'useResult', label: l10n.t('Use This Result') }] : [search];
}

/** Undefined as long as there is nothing to draw. */
function chartOf({ contenders, best, running }: Comparison): ComparisonChart | undefined {
  const lines = contenders.map(({ reduction }) => ({ points: reduction ? pointsOf(reduction) : [] }));
  if (lines.every(({ points }) => points.length === 0)) return undefined;
  const curves = l10n.t('Size curves of {0} searches. The table has the figures.', contenders.length);
  return {
    heading: l10n.t('Size over tests'),
    lines,
    xLabel: l10n.t('tests'),
    yLabel: l10n.t('tokens'),
    whole: true,
    alternative: best && !running ? `${curves} ${l10n.t('{0} reaches the smallest size.', best.search)}` : curves,
  };
}

function pointsOf({ course, tests, ms }: Reduction) {
  return series(course, { tests, ms }, 'tests');
}
