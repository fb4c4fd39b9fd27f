/**
 * Comparisons on several inputs, or in several rounds, as Markdown, JSON or CSV. The build puts this and the statistics into a file of
 * their own, which only a comparison loads.
 */
import { grouped } from '../events/progress';
import { seconds } from './comparison';
import { queryKinds } from './queries';
import { comparisonReport, countedParts, markdownTable } from './oneReport';
import { inTurns, measures, summaries, type Measure, type Sample } from './summary';
import { pooled, type Table } from './tables';

/** The formats of a report, by file name ending; any other is Markdown. */
export const reportFormats: Readonly<Record<string, (samples: readonly Sample[]) => string>> = {
  '.md': markdownReport,
  '.json': jsonReport,
  '.csv': csvReport,
};

/** A part for each input and round; for several of them also their means and the sums of their tests by kind. */
export function markdownReport(samples: readonly Sample[]): string {
  const turns = inTurns(samples);
  const isRepeated = turns.some(({ round }) => round > 1);
  const parts = turns.map(({ file, round, rows }) =>
    comparisonReport(isRepeated ? `${file}, round ${round}` : file, rows),
  );
  return [...parts, ...(parts.length > 1 ? [overall(samples)] : [])].join('\n');
}

function overall(samples: readonly Sample[]): string {
  return [
    '# Means',
    '',
    ...markdownTable(summaryTable(samples)),
    '',
    'Geometric means over inputs; of several rounds the median counts. × first: the mean ratio to the first search. p: two-sided',
    'Wilcoxon signed-rank test, the probability of such differences if both searches are equally good.',
    '',
    ...countedParts(pooled(samples.map(({ row }) => row))),
  ].join('\n');
}

/** Every row with its file and round, and the means. */
function jsonReport(samples: readonly Sample[]): string {
  const rows = samples.map(({ file, round, row }) => ({ file, round, ...row }));
  return `${JSON.stringify({ rows, summaries: summaries(samples) }, undefined, 1)}\n`;
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

const headings: Readonly<Record<Measure, string>> = {
  tokens: 'Tokens',
  tests: 'Tests',
  oracleMs: 'Oracle',
  ms: 'Time',
};

/** Geometric means over inputs, their ratios to the first search, and p by Wilcoxon's signed-rank test. */
export function summaryTable(samples: readonly Sample[]): Table {
  return {
    head: ['Search', 'Inputs', ...measures.flatMap((measure) => [headings[measure], '× first', 'p'])],
    rows: summaries(samples).map(({ name, inputs, means, againstFirst }) => [
      name,
      grouped(inputs),
      ...measures.flatMap((measure) => [
        figure(measure, means[measure]),
        againstFirst ? ratio(againstFirst.ratios[measure]) : '1',
        againstFirst ? probability(againstFirst.p[measure], againstFirst.inputs) : '–',
      ]),
    ]),
  };
}

function figure(measure: Measure, value: number): string {
  if (Number.isNaN(value)) return '–';
  return measure === 'tokens' || measure === 'tests' ? grouped(Math.round(value)) : seconds(value);
}

function ratio(value: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(3);
}

/** With fewer than six pairs p cannot be below 0.05. */
function probability(p: number, pairs: number): string {
  if (pairs < 6) return '–';
  return p < 0.001 ? '< 0.001' : p.toFixed(3);
}
