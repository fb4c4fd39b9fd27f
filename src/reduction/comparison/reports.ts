/** Comparisons as Markdown, JSON or CSV, and as a chart; their tables of tests by kind and of sweeps. */
import { series } from '../../charts/series';
import type { Picture } from '../../charts/svg';
import { counted, grouped, testCount } from '../events/progress';
import { type Queries, type Row, type Tests, bestOf, columns, queryKinds } from './comparison';

/** The formats of a report, by file name ending; any other is Markdown. */
export const reportFormats: Readonly<Record<string, (samples: readonly Sample[]) => string>> = {
  '.md': markdownReport,
  '.json': jsonReport,
  '.csv': csvReport,
};

/** A part for each input and round; for several of them also the sums of their tests by kind. */
export function markdownReport(samples: readonly Sample[]): string {
  const turns = inTurns(samples);
  const isRepeated = turns.some(({ round }) => round > 1);
  const parts = turns.map(({ file, round, rows }) =>
    comparisonReport(isRepeated ? `${file}, round ${round}` : file, rows),
  );
  return [...parts, ...(parts.length > 1 ? [overall(samples)] : [])].join('\n');
}

function overall(samples: readonly Sample[]): string {
  return ['# All together', '', ...countedParts(pooled(samples.map(({ row }) => row)))].join('\n');
}

/** Every row with its file and round. */
function jsonReport(samples: readonly Sample[]): string {
  const rows = samples.map(({ file, round, row }) => ({ file, round, ...row }));
  return `${JSON.stringify({ rows }, undefined, 1)}\n`;
}

const csvFields: Readonly<Record<string, (sample: Sample) => unknown>> = {
  file: ({ file }) => file,
  round: ({ round }) => round,
  search: ({ row }) => row.name,
  ending: ({ row }) => row.ending,
  confirmed: ({ row }) => row.confirmed,
  tokens_before: ({ row }) => row.before?.tokens,
  tokens_after: ({ row }) => row.after?.tokens,
  bytes_before: ({ row }) => row.before?.bytes,
  bytes_after: ({ row }) => row.after?.bytes,
  tests: ({ row }) => row.tests,
  oracle_ms: ({ row }) => row.oracleMs,
  ms: ({ row }) => row.ms,
  ...Object.fromEntries(
    queryKinds.flatMap((kind) => [
      [`${kind}_tests`, ({ row }: Sample) => row.queries[kind].tests],
      [`${kind}_held`, ({ row }: Sample) => row.queries[kind].held],
    ]),
  ),
  lists_swept: ({ row }) => row.swept?.lists,
  lists_not_minimal: ({ row }) => row.swept?.notMinimal,
  sweep_tests: ({ row }) => row.swept?.tests,
  sweep_held: ({ row }) => row.swept?.held,
};

/** A line for each row (RFC 4180). */
function csvReport(samples: readonly Sample[]): string {
  const fields = Object.entries(csvFields);
  const lines = [fields.map(([name]) => name), ...samples.map((sample) => fields.map(([, of]) => of(sample)))];
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(value: unknown): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** For one input; the best row is bold. */
function comparisonReport(title: string, rows: readonly Row[]): string {
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
function countedParts(rows: readonly Counted[]): string[] {
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

function markdownTable({ head, rows }: Table, words: 'first' | 'last too' = 'first'): string[] {
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

/** The first column has words, the others numbers. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Counts of a search. */
type Counted = Pick<Row, 'name' | 'queries' | 'swept'>;

/** One row per search, with the sums over all its rows: on several inputs, or in several rounds. */
export function pooled(rows: readonly Counted[]): Counted[] {
  const names = [...new Set(rows.map(({ name }) => name))];
  return names.map((name) => {
    const own = rows.filter((row) => row.name === name);
    const swept = own.flatMap((row) => row.swept ?? []);
    return {
      name,
      queries: Object.fromEntries(
        queryKinds.map((kind) => [kind, summed(own.map(({ queries }) => queries[kind]))]),
      ) as unknown as Queries,
      swept: swept.length > 0 ? summed(swept) : undefined,
    };
  });
}

/** Sum of each number. */
function summed<T extends object>(all: readonly T[]): T {
  const sum = (name: string) => all.reduce((total, one) => total + (one as Record<string, number>)[name], 0);
  return Object.fromEntries(Object.keys(all[0]).map((name) => [name, sum(name)])) as T;
}

/** Number of tests of each kind, and the share that held. */
export function queryTable(rows: readonly Counted[]): Table {
  const cells = ({ tests, held }: Tests, all: number) => [percent(tests / all), percent(held / tests)];
  return {
    head: ['Search', 'Tests', ...queryKinds.flatMap((kind) => [capitalised(kind), 'Held'])],
    rows: rows.map(({ name, queries }) => {
      const all = queryKinds.reduce((sum, kind) => sum + queries[kind].tests, 0);
      return [name, grouped(all), ...queryKinds.flatMap((kind) => cells(queries[kind], all))];
    }),
  };
}

/** Undefined if no list was swept. */
export function sweepTable(rows: readonly Counted[]): Table | undefined {
  const swept = rows.flatMap(({ name, swept }) => (swept ? [{ name, ...swept }] : []));
  if (swept.length === 0) return undefined;
  return {
    head: ['Search', 'Lists swept', 'Not 1-minimal', 'Elements each', 'Tests of sweeps'],
    rows: swept.map(({ name, lists, notMinimal, held, tests }) => [
      name,
      grouped(lists),
      percent(notMinimal / lists, 2),
      notMinimal === 0 ? '–' : (held / notMinimal).toFixed(2),
      grouped(tests),
    ]),
  };
}

function capitalised(word: string): string {
  return word[0].toUpperCase() + word.slice(1);
}

function percent(share: number, digits = 1): string {
  return Number.isNaN(share) ? '–' : `${(100 * share).toFixed(digits)}%`;
}

/** One search on one input. Rounds differ in the seed and in the load of the machine. */
export interface Sample {
  readonly file: string;
  /** From 1. */
  readonly round: number;
  readonly row: Row;
}

/** The rows of each input and round, in the order of the samples. */
export function inTurns(samples: readonly Sample[]): (Omit<Sample, 'row'> & { readonly rows: readonly Row[] })[] {
  const turns = new Map<string, { file: string; round: number; rows: Row[] }>();
  for (const { file, round, row } of samples) {
    const key = JSON.stringify([file, round]);
    const turn = turns.get(key) ?? { file, round, rows: [] };
    turns.set(key, turn);
    turn.rows.push(row);
  }
  return [...turns.values()];
}
