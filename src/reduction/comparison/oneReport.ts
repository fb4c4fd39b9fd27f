/** A comparison on one input, as Markdown and as a chart. */
import { series } from '../../charts/series';
import type { Picture } from '../../charts/svg';
import { counted, testCount } from '../events/progress';
import { bestOf, columns, type Row } from './comparison';
import { queryTable, sweepTable, type Counted, type Table } from './tables';

/** For one input; the best row is bold. */
export function comparisonReport(title: string, rows: readonly Row[]): string {
  const best = bestOf(rows);
  const before = rows.find((row) => row.before)?.before;
  const strong = (cells: readonly string[]) => cells.map((cell) => `**${cell}**`);
  const cellsOf = (row: Row) => columns.map(({ cell }) => cell(row).replace(/\|/g, '\\|'));
  return [
    `# ${title}: ways to reduce it`,
    '',
    ...(before ? [`The input has ${counted(before.tokens, 'token')}, ${counted(before.bytes, 'byte')}.`, ''] : []),
    ...markdownTable(
      {
        head: columns.map(({ heading }) => heading()),
        rows: rows.map((row) => (row === best ? strong(cellsOf(row)) : cellsOf(row))),
      },
      'last too',
    ),
    '',
    ...(best ? [`The smallest result: ${best.name}, in ${testCount(best.tests)}.`, ''] : []),
    'Tests: different candidates that the search tested. Oracle: the total time of all test processes. Time: the whole run, with',
    'calibration and verification. Tokens/s: tokens removed per second. Times are those of a single run.',
    '',
    ...countedParts(rows),
  ].join('\n');
}

/** Tests by kind, and the findings of sweeps. */
export function countedParts(rows: readonly Counted[]): string[] {
  const swept = sweepTable(rows);
  return [
    '## Tests by kind',
    '',
    ...markdownTable(queryTable(rows)),
    '',
    'Complement: tests that keep one part of a list. Revisit: tests of a deletion that failed before, when more text was left. Held:',
    'the share of them for which the property held.',
    '',
    ...(swept ? ['## Elements that single deletions still removed', '', ...markdownTable(swept), ''] : []),
  ];
}

export function markdownTable({ head, rows }: Table, words: 'first' | 'last too' = 'first'): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const isWords = (at: number) => at === 0 || (words === 'last too' && at === head.length - 1);
  return [line(head), line(head.map((_, at) => (isWords(at) ? '---' : '--:'))), ...rows.map(line)];
}

/** Size over tests, with a line per search. */
export function comparisonPicture(fileName: string, rows: readonly Row[]): Picture {
  return {
    title: `${fileName}: size over tests`,
    xLabel: 'tests',
    yLabel: 'tokens',
    whole: true,
    lines: rows.map(({ name, course }) => ({ name, points: courseOf(course) })),
  };
}

function courseOf(course: Row['course']) {
  const last = course.at(-1);
  return last ? series(course, last, 'tests') : [];
}
