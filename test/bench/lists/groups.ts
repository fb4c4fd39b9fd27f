/**
 * Group testing against the least number of tests that any way to ask must need, and against the others: required elements drawn
 * one by one, and in runs. Claimed is that `groups` stays near that number and never loses.
 */
import { mean } from 'd3-array';
import { inRuns, independent, leastTests } from '../../support/required';
import { defaultOptions } from '../../../src/reducers/options';
import { countTests } from '../support/count';
import { table, whole, type Claim, type Report } from '../support/report';
import { contenders, type Contender } from './contenders';
import type { Options } from '../support/suite';

/** Numbers of required elements by size of the list. */
const counts = { 100: [2, 3, 10], 1000: [2, 3, 10, 100], 3000: [2, 3, 10, 100, 300] };

/** Lengths of the runs of 100 required elements of 1,000. */
const runs = [2, 4, 8, 16, 32, 100];

/** Lists of the weighted simulation for each draw here. */
const scale = 125;

/** Claimed: at most this many tests for each that is needed, and a few more. */
const limitOf = (least: number) => 1.15 * least + 12;

/** Claimed for runs: at most this many tests for each of the best other reducer of O(n) tests. */
const mostOfOthers = 1.1;

const probdd = contenders(['probdd'])[0];
const reducers: readonly Contender[] = [
  ...contenders(['groups', 'cdd']),
  probdd,
  {
    name: 'probdd no-random',
    search: (list) => probdd.search(list, { ...defaultOptions, ties: 'no-random' }),
  },
  contenders(['ddmin'])[0],
];
const others = ['cdd', 'probdd', 'probdd no-random'];

export function groups({ lists }: Options): Report {
  const draws = Array.from({ length: Math.ceil(lists / scale) }, (_, draw) => draw);
  const parts = [alone(draws), together(draws)];
  return {
    text: [`Tests, mean over ${whole(draws.length)} draws`, ...parts.map(({ text }) => text)].join('\n\n'),
    claims: parts.flatMap(({ claims }) => claims),
    plots: {},
  };
}

type Part = Pick<Report, 'text' | 'claims'>;

/** Required elements drawn one by one. */
function alone(draws: readonly number[]): Part {
  const lists = Object.entries(counts).flatMap(([n, ks]) => ks.map((k) => ({ n: Number(n), k })));
  const rows = lists.map(({ n, k }) => {
    const tests = measured(n, draws, (draw) => independent(n, k, draw));
    const least = leastTests(n, k);
    return {
      cells: [whole(n), k, least.toFixed(0), limitOf(least).toFixed(0), ...cells(tests)],
      claim: {
        text: `groups, ${k} of ${n}: ≤ ${limitOf(least).toFixed(0)} tests, and fewest (${tests.groups.toFixed(1)})`,
        met: tests.groups <= limitOf(least) && others.every((other) => tests.groups < tests[other]),
      },
    };
  });
  return partOf('Independent', ['n', 'required', 'log₂ C(n, k)', 'claimed'], rows);
}

/** Required elements in runs. */
function together(draws: readonly number[]): Part {
  const rows = runs.map((run) => {
    const tests = measured(1000, draws, (draw) => inRuns(1000, 100, run, draw));
    const limit = mostOfOthers * Math.min(...others.map((other) => tests[other]));
    return {
      cells: [run, limit.toFixed(0), ...cells(tests)],
      claim: {
        text: `groups, runs of ${run}: ≤ ${limit.toFixed(0)} tests (${tests.groups.toFixed(1)})`,
        met: tests.groups <= limit,
      },
    };
  });
  return partOf('100 of 1,000 elements required, in runs', ['length of the runs', 'claimed'], rows);
}

interface Row {
  readonly cells: readonly (string | number)[];
  readonly claim: Claim;
}

function partOf(title: string, head: readonly string[], rows: readonly Row[]): Part {
  const names = reducers.map(({ name }) => name);
  const text = table(
    [...head, ...names],
    rows.map((row) => row.cells),
  );
  return { text: `### ${title}\n\n${text}`, claims: rows.map(({ claim }) => claim) };
}

/** Mean of the tests by name of the reducer. */
function measured(
  size: number,
  draws: readonly number[],
  drawn: (draw: number) => readonly number[],
): Record<string, number> {
  const tests = (reducer: Contender) =>
    mean(draws, (draw) => countTests(reducer.search({ size, weight: () => 1 }), size, drawn(draw)).tests)!;
  return Object.fromEntries(reducers.map((reducer) => [reducer.name, tests(reducer)]));
}

function cells(tests: Readonly<Record<string, number>>): string[] {
  return reducers.map(({ name }) => (name === 'groups' ? tests[name].toFixed(1) : whole(tests[name])));
}
