/** What is said of all files and rounds of a study, beside the rows: means, tests by kind, and what sweeps found. */
import { l10n } from 'vscode';
import { summaryTable } from '../../reduction/comparison/exports';
import { inTurns, summaries } from '../../reduction/comparison/summary';
import type { Sample } from '../../reduction/comparison/summary';
import { pooled, queryTable, sweepTable } from '../../reduction/comparison/tables';
import type { Counted } from '../../reduction/comparison/tables';
import type { ShownTable } from './messages';

/** Those that have something to say. */
export function shownTables(samples: readonly Sample[]): ShownTable[] {
  const counted = pooled(samples.map(({ row }) => row));
  const tables = [inTurns(samples).length > 1 && means(samples), counted.length > 0 && kinds(counted), sweeps(counted)];
  return tables.filter((table) => table !== false && table !== undefined);
}

function means(samples: readonly Sample[]): ShownTable {
  const compared = [l10n.t('× first'), 'p'];
  return {
    id: 'means',
    heading: l10n.t('Means'),
    note: l10n.t(
      'Geometric means over files, from the median of the rounds on each file. × first: the mean ratio to the first search. p: two-sided Wilcoxon signed-rank test for six or more files, the probability of such differences if both searches are equally good.',
    ),
    folded: false,
    head: [
      l10n.t('Search'),
      l10n.t('Files'),
      ...[l10n.t('Tokens'), l10n.t('Tests'), l10n.t('Oracle'), l10n.t('Time')].flatMap((measure) => [
        measure,
        ...compared,
      ]),
    ],
    rows: summaryTable(summaries(samples)).rows,
  };
}

function kinds(counted: readonly Counted[]): ShownTable {
  const held = l10n.t('Held');
  return {
    id: 'kinds',
    heading: l10n.t('Tests by kind'),
    note: [
      l10n.t(
        'Complement: tests that keep one part of a list. Revisit: tests of a deletion that failed before, when more text was left. Held: the share of them for which the property held.',
      ),
      ...(counted.some(({ swept }) => swept)
        ? []
        : [l10n.t('Set whittle.sweep to on to see how many lists were not 1-minimal.')]),
    ].join(' '),
    folded: true,
    head: [
      l10n.t('Search'),
      l10n.t('Tests'),
      ...[l10n.t('Complement'), l10n.t('Revisit'), l10n.t('Other')].flatMap((kind) => [kind, held]),
    ],
    rows: queryTable(counted).rows,
  };
}

/** Undefined if no list was swept. */
function sweeps(counted: readonly Counted[]): ShownTable | undefined {
  const table = sweepTable(counted);
  return (
    table && {
      id: 'sweeps',
      heading: l10n.t('Elements that single deletions still removed'),
      note: l10n.t(
        'Lists swept: lists that ended with single deletions. Not 1-minimal: the share of them that single deletions still made smaller, and by how many elements each.',
      ),
      folded: true,
      head: [
        l10n.t('Search'),
        l10n.t('Lists swept'),
        l10n.t('Not 1-minimal'),
        l10n.t('Elements each'),
        l10n.t('Tests of sweeps'),
      ],
      rows: table.rows,
    }
  );
}
