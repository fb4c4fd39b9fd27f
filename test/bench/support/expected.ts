/** Counts that must not change unnoticed: what a quick bench measured beside what is committed in test/bench/expected. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { table, whole } from './report';

/** Whole numbers by what was measured, say `D, cdd`, and by what was counted, say `tests`. */
export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface Difference {
  readonly row: string;
  readonly figure: string;
  /** Undefined if it is not there. */
  readonly expected?: number;
  readonly measured?: number;
}

export function differences(expected: Counts, measured: Counts): Difference[] {
  const rows = union(Object.keys(expected), Object.keys(measured));
  return rows.flatMap((row) => {
    const [before, now] = [expected[row] ?? {}, measured[row] ?? {}];
    return union(Object.keys(before), Object.keys(now))
      .filter((figure) => before[figure] !== now[figure])
      .map((figure) => ({ row, figure, expected: before[figure], measured: now[figure] }));
  });
}

function union(left: readonly string[], right: readonly string[]): string[] {
  return [...new Set([...left, ...right])];
}

export function differenceTable(found: readonly Difference[]): string {
  const cell = (count: number | undefined) => (count === undefined ? '–' : whole(count));
  return table(
    ['', 'count', 'expected', 'measured'],
    found.map(({ row, figure, expected, measured }) => [row, figure, cell(expected), cell(measured)]),
  );
}

const fileOf = (bench: string) => `test/bench/expected/${bench}.json`;

export function readExpected(bench: string): Counts {
  return existsSync(fileOf(bench)) ? (JSON.parse(readFileSync(fileOf(bench), 'utf8')) as Counts) : {};
}

export async function writeExpected(bench: string, counts: Counts): Promise<void> {
  const rows = Object.entries(counts).map(([row, figures]) => `${JSON.stringify(row)}: ${JSON.stringify(figures)}`);
  writeFileSync(fileOf(bench), await format(`{\n${rows.join(',\n')}\n}`, { parser: 'json', printWidth: 120 }));
}
