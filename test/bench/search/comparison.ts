/** Tables of one subject a line: how every contender ends, and when ours reach what the baselines end with. */
import { percent, table, whole } from '../support/report';
import type { Bench } from './bench';
import { baselines, contenders, ours, type Contender } from './contenders';
import { certificateOf, testsOf, testsUntil, tokensOf, type Trace } from './record';
import type { Subject } from './subject';

export async function tablesOf(bench: Bench, subjects: readonly Subject[]): Promise<string> {
  const ends = await rowsOf(bench, subjects, contenders, (trace) => ending(trace));
  const { hddr, hdd } = baselines;
  const reached = await rowsOf(bench, subjects, [hddr, hdd, ...ours], (trace, subject) =>
    Promise.all([reaching(bench, subject, trace, hddr), reaching(bench, subject, trace, hdd)]).then((both) =>
      both.join(' / '),
    ),
  );
  return [
    'Tests / tokens left (share of the tests after the last success, the certificate):',
    ends,
    `Tests until what ${hddr.name} / ${hdd.name} end with is reached:`,
    reached,
  ].join('\n\n');
}

async function rowsOf(
  bench: Bench,
  subjects: readonly Subject[],
  columns: readonly Contender[],
  cellOf: (trace: Trace, subject: Subject) => string | Promise<string>,
): Promise<string> {
  const rows: string[][] = [];
  for (const subject of subjects) {
    const row = [subject.name];
    for (const contender of columns) row.push(await cellOf(await bench.trace(subject, contender), subject));
    rows.push(row);
  }
  return table(['subject', ...columns.map(({ name }) => name)], rows);
}

export function ending(trace: Trace): string {
  return `${whole(testsOf(trace))} / ${whole(tokensOf(trace))} (${percent(certificateOf(trace), 0)})`;
}

async function reaching(bench: Bench, subject: Subject, trace: Trace, baseline: Contender): Promise<string> {
  return orNever(testsUntil(trace, tokensOf(await bench.trace(subject, baseline))));
}

/** A count of tests that may be infinite. */
export function orNever(tests: number): string {
  return tests === Infinity ? 'never' : whole(tests);
}
