/** What the page of a study shows, in words. */
import { l10n } from 'vscode';
import type { Axis } from '../../charts/series';
import { chartOf } from './chart';
import type { ComparisonSnapshot, PageAction, Turns } from './messages';
import { columnsOf, shownRows } from './rows';
import type { Shown } from './rows';
import type { Order } from './sorting';
import type { Study, Turn } from './study';
import { summaryOf, titleOf } from './summaryWords';
import { shownTables } from './tables';

export function comparisonSnapshot(
  study: Study,
  turn: Turn | undefined,
  by: Axis,
  order: Order | undefined,
): ComparisonSnapshot {
  const { running, samples } = study;
  const shown = shownOf(study, turn);
  return {
    title: titleOf(study),
    summary: summaryOf(study),
    note: l10n.t(
      'Tests: different candidates that the search tested. Oracle: the total time of all test processes. Time: the whole run, with calibration and verification. Each search has the whole budget and uses no verdict of another. Times vary from run to run: compare tests instead.',
    ),
    running,
    actions: actions(running, samples.length > 0),
    turns: turnsOf(study, turn),
    problems: problemsOf(study),
    columns: columnsOf(order),
    rows: isEmpty(turn) ? [] : shownRows(shown, order),
    chart: chartOf(shown, by),
    tables: shownTables(samples),
  };
}

function shownOf({ contenders, running }: Study, turn: Turn | undefined): Shown {
  const { comparison } = turn ?? {};
  if (!comparison) return { contenders, rows: [], current: undefined, running };
  // What broke off has not ended.
  const current = comparison.running ? comparison.current : undefined;
  return { contenders, rows: comparison.rows, current, running: comparison.running };
}

/** Nothing came of it, and nothing will. */
function isEmpty(turn: Turn | undefined): boolean {
  return turn?.problem !== undefined && !turn.comparison?.rows.length;
}

function problemsOf(study: Study): string[] {
  return study.turns.flatMap((turn) =>
    turn.problem === undefined ? [] : l10n.t('{0}: {1}', study.titleOf(turn), turn.problem),
  );
}

function actions(running: boolean, hasRows: boolean): PageAction[] {
  if (running) return [{ id: 'stop', label: l10n.t('Stop') }];
  if (!hasRows) return [];
  return [
    {
      id: 'again',
      label: l10n.t('Another Round'),
      hint: l10n.t('Compare again with the next seed. The median of the rounds counts.'),
    },
    { id: 'copy', label: l10n.t('Copy as Markdown') },
    { id: 'save', label: l10n.t('Save As…'), hint: l10n.t('As Markdown, CSV, JSON or SVG') },
  ];
}

function turnsOf(study: Study, turn: Turn | undefined): Turns | undefined {
  const { turns } = study;
  if (turns.length < 2 || !turn) return undefined;
  return {
    label: l10n.t('Shown'),
    names: turns.map((one) => turnWords(study, one)),
    shown: turns.indexOf(turn),
  };
}

function turnWords(study: Study, turn: Turn): string {
  const title = study.titleOf(turn);
  if (turn.problem !== undefined) return l10n.t('{0} (failed)', title);
  if (!turn.comparison) return l10n.t('{0} (waiting)', title);
  return turn.comparison.running ? l10n.t('{0} (running)', title) : title;
}
