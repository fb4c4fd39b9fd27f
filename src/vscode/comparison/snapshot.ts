/** What the page of a comparison shows, in words. */
import { l10n } from 'vscode';
import { kinds } from '../../charts/shapes';
import { series } from '../../charts/series';
import type { Axis, Point } from '../../charts/series';
import { bestOf, seconds, speed } from '../../reduction/comparison/comparison';
import type { Row } from '../../reduction/comparison/comparison';
import { grouped } from '../../reduction/events/progress';
import { testCount } from '../figureWords';
import type { Comparison } from './comparison';
import type { Column, ComparisonChart, ComparisonSnapshot, PageAction, ShownRow } from './messages';
import { sorted } from './sorting';
import type { Order } from './sorting';

export function comparisonSnapshot(comparison: Comparison, by: Axis, order: Order | undefined): ComparisonSnapshot {
  const { name, running, rows } = comparison;
  return {
    title: l10n.t('{0}: ways to reduce it', name),
    summary: summaryOf(comparison),
    note: l10n.t(
      'Tests: different candidates that the search asked for. Oracle: the times of all its processes, those that run at once summed up. Time: how long it took, with the first tests and the last one. Each has the whole budget, and knows nothing of the others. Times are those of a single run: compare tests rather than times.',
    ),
    running,
    actions: actions(running, rows),
    columns: columnsOf(order),
    rows: shownRows(comparison, order),
    chart: chartOf(comparison, by),
  };
}

function summaryOf({ running, paused, rows, extent, tests, doing }: Comparison): string {
  if (running && paused) return l10n.t('Paused');
  if (running) return extent ? `${extent} · ${testCount(tests)}` : `${doing.first} …`;
  const best = bestOf(rows);
  if (!best) return rows.length === 0 ? l10n.t('Nothing was compared.') : l10n.t('None of the results is confirmed.');
  return l10n.t(
    'Best: {0}, {1} → {2} tokens in {3}',
    best.name,
    grouped(best.before!.tokens),
    grouped(best.after!.tokens),
    testCount(best.tests),
  );
}

function actions(running: boolean, rows: readonly Row[]): PageAction[] {
  if (running) return [{ id: 'stop', label: l10n.t('Stop') }];
  return rows.length > 0 ? [{ id: 'copy', label: l10n.t('Copy as Markdown') }] : [];
}

function columnsOf(order: Order | undefined): Column[] {
  const headings = [
    l10n.t('Search'),
    l10n.t('Tokens'),
    l10n.t('Bytes'),
    l10n.t('Tests'),
    l10n.t('Oracle'),
    l10n.t('Time'),
    l10n.t('Tokens/s'),
    l10n.t('End'),
  ];
  return headings.map((heading, at) => ({
    heading,
    numeric: at > 0 && at < headings.length - 1,
    sorted: order?.column !== at ? 'none' : order.down ? 'descending' : 'ascending',
  }));
}

function shownRows({ contenders, rows, current, running }: Comparison, order: Order | undefined): ShownRow[] {
  const best = running ? undefined : bestOf(rows);
  const all = contenders.map(({ name }, index) => ({ index, row: { name, ...(rows[index] as Row | undefined) } }));
  return sorted(all, order, ({ row }) => row).map(({ index, row: { name } }) => {
    const row = rows.at(index);
    const common = { kind: index % kinds, name };
    if (row) {
      const state = row.ending === 'failed' ? 'failed' : 'ended';
      return { ...common, state, badge: row === best ? l10n.t('best') : undefined, cells: cellsOf(row) };
    }
    if (current?.index !== index) return { ...common, state: 'waiting', cells: waiting(running) };
    return { ...common, state: 'running', cells: currentCells(current) };
  });
}

function waiting(running: boolean): string[] {
  return ['', '', '', '', '', '', running ? l10n.t('waiting') : l10n.t('not begun')];
}

function currentCells({ after, tests, clock }: NonNullable<Comparison['current']>): string[] {
  return [
    after ? grouped(after.tokens) : '',
    after ? grouped(after.bytes) : '',
    grouped(tests),
    '',
    clock.ms > 0 ? seconds(clock.ms) : '',
    '',
    l10n.t('running …'),
  ];
}

function cellsOf(row: Row): string[] {
  const { after, tests, oracleMs, ms } = row;
  return [
    after ? grouped(after.tokens) : '–',
    after ? grouped(after.bytes) : '–',
    grouped(tests),
    seconds(oracleMs),
    seconds(ms),
    speed(row),
    endingOf(row),
  ];
}

function endingOf({ ending, problem, confirmed }: Row): string {
  if (ending === 'failed' || ending === 'broken') return problem ?? l10n.t('Failed');
  const ends = {
    done: l10n.t('done'),
    time: l10n.t('the time is spent'),
    tests: l10n.t('the tests are spent'),
    size: l10n.t('small enough'),
    interrupted: l10n.t('stopped'),
  };
  if (ending === 'interrupted') return ends.interrupted;
  return confirmed ? l10n.t('{0}, confirmed', ends[ending]) : l10n.t('{0}, NOT confirmed', ends[ending]);
}

function chartOf(comparison: Comparison, by: Axis): ComparisonChart | undefined {
  const { contenders, rows } = comparison;
  const lines = contenders.map((_, index) => ({ points: pointsOf(comparison, index, by) }));
  if (lines.every(({ points }) => points.length === 0)) return undefined;
  const best = bestOf(rows);
  return {
    by,
    heading: l10n.t('Size'),
    over: l10n.t('Size over'),
    axes: { tests: l10n.t('Tests'), time: l10n.t('Time') },
    legend: l10n.t('Legend'),
    names: contenders.map(({ name }) => name),
    lines,
    xLabel: by === 'tests' ? l10n.t('tests') : l10n.t('seconds'),
    yLabel: l10n.t('tokens'),
    whole: by === 'tests',
    alternative: best
      ? l10n.t('Size of {0} searches; the smallest is that of {1}. The table has the figures.', rows.length, best.name)
      : l10n.t('Size of {0} searches. The table has the figures.', rows.length),
  };
}

function pointsOf({ rows, current }: Comparison, index: number, by: Axis): Point[] {
  if (current?.index === index) {
    const { course, tests, clock } = current;
    return series(course, { tests, ms: clock.ms }, by);
  }
  const course = rows.at(index)?.course ?? [];
  const last = course.at(-1);
  return last ? series(course, last, by) : [];
}
