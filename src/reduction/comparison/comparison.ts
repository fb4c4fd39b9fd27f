/** The result of a comparison, a row for each search: as a table, as Markdown, JSON or CSV, and as a chart. */
import { extname } from 'node:path';
import * as l10n from '@vscode/l10n';
import { type Picture, series } from '../../charts/chart';
import type { Finished, Measured, Row } from '../events/events';
import { counted, endWords, grouped, testCount } from '../events/progress';

export function measured(
  name: string,
  { ending, problem, bytes, tokens, search, oracleMs, ms, confirmed, unverified }: Finished,
): Measured {
  const before = { bytes: bytes.before, tokens: tokens.before };
  const after = { bytes: bytes.after, tokens: tokens.after };
  return { name, ending, problem, before, after, tests: search.tests, oracleMs, ms, confirmed, unverified };
}

/** The smallest result to trust; among equal ones the one with the fewest tests, then the fastest. */
export function bestOf<M extends Measured>(rows: readonly M[]): M | undefined {
  const [best] = rows
    .filter(({ after, confirmed, unverified }) => after && (confirmed || unverified))
    .sort((a, b) => a.after!.tokens - b.after!.tokens || a.tests - b.tests || a.oracleMs - b.oracleMs);
  return best;
}

interface Column {
  readonly heading: () => string;
  readonly cell: (row: Measured) => string;
  /** The editor needs its room for buttons. */
  readonly terminalOnly?: true;
}

/** Columns of the table. The first one has a name, the last has words, the others have numbers. */
export const columns: readonly Column[] = [
  { heading: () => l10n.t('Search'), cell: ({ name }) => name },
  { heading: () => l10n.t('Tokens'), cell: ({ after }) => (after ? grouped(after.tokens) : '–') },
  { heading: () => 'Bytes', cell: ({ after }) => (after ? grouped(after.bytes) : '–'), terminalOnly: true },
  { heading: () => l10n.t('Tests'), cell: ({ tests }) => grouped(tests) },
  { heading: () => l10n.t('Oracle'), cell: ({ oracleMs }) => seconds(oracleMs) },
  { heading: () => l10n.t('Time'), cell: ({ ms }) => seconds(ms) },
  { heading: () => 'Tokens/s', cell: speed, terminalOnly: true },
  { heading: () => l10n.t('End'), cell: endOf },
];

function speed({ before, after, ms }: Measured): string {
  return before && after && ms ? grouped(Math.round((1000 * (before.tokens - after.tokens)) / ms)) : '–';
}

function endOf({ ending, ...row }: Measured): string {
  const isFailed = ending === 'failed' || ending === 'broken';
  return isFailed ? (row.problem ?? l10n.t('failed')) : endWords({ ...row, ending });
}

/** `12.3 s` */
function seconds(ms: number): string {
  const value = ms / 1000;
  return `${value < 100 ? value.toFixed(1) : grouped(Math.round(value))} s`;
}

/** One search on one input. Rounds differ in the seed and in the load of the machine. */
export interface Sample {
  readonly file: string;
  /** From 1. */
  readonly round: number;
  readonly row: Row;
}

/** As JSON or CSV, by the ending of the file; any other is Markdown. */
export function reportFor(path: string, samples: readonly Sample[]): string {
  const formats: Readonly<Record<string, typeof jsonReport>> = { '.json': jsonReport, '.csv': csvReport };
  return (formats[extname(path)] ?? markdownReport)(samples);
}

/** A part for each input and round, in the order of the samples. */
export function markdownReport(samples: readonly Sample[]): string {
  const isRepeated = samples.some(({ round }) => round > 1);
  const titleOf = ({ file, round }: Sample) => (isRepeated ? `${file}, round ${round}` : file);
  const titles = [...new Set(samples.map(titleOf))];
  const rowsOf = (title: string) => samples.filter((sample) => titleOf(sample) === title).map(({ row }) => row);
  return titles.map((title) => comparisonReport(title, rowsOf(title))).join('\n');
}

function jsonReport(samples: readonly Sample[]): string {
  const rows = samples.map(({ file, round, row }) => ({ file, round, ...row }));
  return `${JSON.stringify({ rows }, undefined, 1)}\n`;
}

/** A line for each row (RFC 4180). */
function csvReport(samples: readonly Sample[]): string {
  const head =
    'file,round,search,ending,confirmed,tokens_before,tokens_after,bytes_before,bytes_after,tests,oracle_ms,ms';
  const lines = samples.map(({ file, round, row: { name, ending, confirmed, before, after, tests, oracleMs, ms } }) => {
    const sizes = [before?.tokens, after?.tokens, before?.bytes, after?.bytes];
    return [file, round, name, ending, confirmed, ...sizes, tests, oracleMs, ms].map(csvCell).join(',');
  });
  return [head, ...lines].map((line) => `${line}\r\n`).join('');
}

function csvCell(value: unknown): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** For one input; the best row is bold. The first column and the last have words, the others numbers. */
function comparisonReport(title: string, rows: readonly Row[]): string {
  const best = bestOf(rows);
  const before = rows.find((row) => row.before)?.before;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const cellsOf = (row: Row) => columns.map(({ cell }) => cell(row).replace(/\|/g, '\\|'));
  return [
    `# ${title}: ways to reduce it`,
    '',
    ...(before ? [`The input has ${counted(before.tokens, 'token')}, ${counted(before.bytes, 'byte')}.`, ''] : []),
    line(columns.map(({ heading }) => heading())),
    line(columns.map((_, at) => (at === 0 || at === columns.length - 1 ? '---' : '--:'))),
    ...rows.map((row) => line(row === best ? cellsOf(row).map((cell) => `**${cell}**`) : cellsOf(row))),
    '',
    ...(best ? [`The smallest result: ${best.name}, in ${testCount(best.tests)}.`, ''] : []),
    'Tests: different candidates that the search tested. Oracle: the total time of all test processes. Time: the whole run, with',
    'calibration and verification. Tokens/s: tokens removed per second. Times are those of a single run.',
    '',
  ].join('\n');
}

export function comparisonPicture(fileName: string, rows: readonly Row[]): Picture {
  return {
    title: `${fileName}: size over tests`,
    xLabel: 'tests',
    yLabel: 'tokens',
    whole: true,
    lines: rows.map(({ name, course }) => ({
      name,
      points: course.length > 0 ? series(course, course.at(-1)!, 'tests') : [],
    })),
  };
}
