/** Searches over several inputs or rounds: geometric means, and tests of differences from the first search. */
import type { Row } from './comparison';
import { geometricMean, median, signedRankP } from './statistics';

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

/** Quantities compared over inputs; for several rounds on one input, the median counts. */
export const measures = ['tokens', 'tests', 'oracleMs', 'ms'] as const;

export type Measure = (typeof measures)[number];

export interface Summary {
  readonly name: string;
  /** Number of inputs with a result. */
  readonly inputs: number;
  readonly means: Readonly<Record<Measure, number>>;
  /** Compared with the first search, over the inputs on which both have a result; unset for the first. */
  readonly againstFirst?: {
    readonly inputs: number;
    /** Geometric means of ratios to the first search. */
    readonly ratios: Readonly<Record<Measure, number>>;
    /** Wilcoxon's signed-rank test, two-sided. */
    readonly p: Readonly<Record<Measure, number>>;
  };
}

/** One per search, in the order of the samples. */
export function summaries(samples: readonly Sample[]): Summary[] {
  const names = [...new Set(samples.map(({ row }) => row.name))];
  const all = names.map((name) => ({ name, values: valuesOf(samples.filter(({ row }) => row.name === name)) }));
  const [first] = all;
  return all.map(({ name, values }) => ({
    name,
    inputs: values.size,
    means: each((measure) => geometricMean([...values.values()].map((value) => value[measure]))),
    againstFirst: name === first.name ? undefined : against(values, first.values),
  }));
}

type Values = Readonly<Record<Measure, number>>;

/** By file. Values below 1 count as 1: a geometric mean needs positive numbers. */
function valuesOf(samples: readonly Sample[]): Map<string, Values> {
  const values = new Map<string, Values>();
  for (const file of new Set(samples.map((sample) => sample.file))) {
    const rows = samples.filter((sample) => sample.file === file && sample.row.after).map(({ row }) => row);
    if (rows.length === 0) continue;
    const figure = (row: Row, measure: Measure) => (measure === 'tokens' ? row.after!.tokens : row[measure]);
    values.set(
      file,
      each((measure) => Math.max(1, median(rows.map((row) => figure(row, measure))))),
    );
  }
  return values;
}

function against(ours: ReadonlyMap<string, Values>, theirs: ReadonlyMap<string, Values>): Summary['againstFirst'] {
  const files = [...ours.keys()].filter((file) => theirs.has(file));
  const side = (values: ReadonlyMap<string, Values>, measure: Measure) =>
    files.map((file) => values.get(file)![measure]);
  const pairs = (measure: Measure) => [side(ours, measure), side(theirs, measure)] as const;
  return {
    inputs: files.length,
    ratios: each((measure) => {
      const [left, right] = pairs(measure);
      return geometricMean(left.map((value, at) => value / right[at]));
    }),
    p: each((measure) => signedRankP(...pairs(measure))),
  };
}

function each(valueOf: (measure: Measure) => number): Values {
  return Object.fromEntries(measures.map((measure) => [measure, valueOf(measure)])) as unknown as Values;
}
