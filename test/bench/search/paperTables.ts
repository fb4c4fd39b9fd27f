/** Tables of the section `papers`. */
import { geometricMean, signedRankP } from '../support/statistics';
import { percent, table, whole } from '../support/report';
import { textbook } from '../lists/contenders';
import { kinds, type Kind } from '../support/queryKinds';
import type { PaperRun } from './paperRuns';

/** The paper's ddmin: subsets, then complements; the scan goes on after a success. */
export const baseline = 'ddmin subsets-first';

/** The same, but for its scan: that starts over after a success. */
export const startingOver = textbook.name;

export const runsBy = (runs: readonly PaperRun[], reducer: string) => runs.filter((run) => run.reducer === reducer);

const names = <T extends string>(all: readonly T[]) => [...new Set(all)];
const reducersOf = (runs: readonly PaperRun[]) => names(runs.map(({ reducer }) => reducer));

/** Geometric mean over subjects of a figure as a ratio to that of `other`. */
export function ratio(runs: readonly PaperRun[], reducer: string, other: string, figure: 'tests' | 'tokens'): number {
  const base = runsBy(runs, other);
  return geometricMean(
    runsBy(runs, reducer).map((run, at) => Math.max(1, run[figure]) / Math.max(1, base[at][figure])),
  );
}

/** Are the tests of two reducers the same, by their ranks? */
export function probability(runs: readonly PaperRun[], one: string, other: string): number {
  const tests = (reducer: string) => runsBy(runs, reducer).map((run) => run.tests);
  return signedRankP(tests(one), tests(other));
}

/** Tests / tokens left, a subject a line. */
export function runTable(runs: readonly PaperRun[]): string {
  const rows = names(runs.map(({ subject }) => subject)).map((subject) => [
    subject,
    ...runs.filter((run) => run.subject === subject).map(({ tests, tokens }) => `${whole(tests)} / ${whole(tokens)}`),
  ]);
  return `Tests / tokens left:\n\n${table(['subject', ...reducersOf(runs)], rows)}`;
}

export function meanTable(runs: readonly PaperRun[]): string {
  const rows = reducersOf(runs).map((reducer) => [
    reducer,
    whole(geometricMean(runsBy(runs, reducer).map(({ tests }) => tests))),
    ratio(runs, reducer, baseline, 'tests').toFixed(3),
    reducer === baseline ? '–' : probability(runs, reducer, baseline).toFixed(3),
    ratio(runs, reducer, baseline, 'tokens').toFixed(3),
  ]);
  const head = ['reducer', 'tests (geometric mean)', `ratio to ${baseline}`, 'Wilcoxon p', 'ratio of tokens'];
  return table(head, rows);
}

/** Share of a kind among all tests of a reducer, and of those how many held. */
export function shareOf(runs: readonly PaperRun[], reducer: string, which: readonly Kind[]) {
  const sum = (of: readonly Kind[], figure: 'tests' | 'held') =>
    runsBy(runs, reducer).reduce(
      (all, { queries }) => all + of.reduce((one, kind) => one + queries[kind][figure], 0),
      0,
    );
  return { share: sum(which, 'tests') / sum(kinds, 'tests'), success: sum(which, 'held') / sum(which, 'tests') };
}

export function kindTable(runs: readonly PaperRun[]): string {
  const rows = reducersOf(runs).map((reducer) => [
    reducer,
    ...kinds.flatMap((kind) => {
      const { share, success } = shareOf(runs, reducer, [kind]);
      return [percent(share), percent(success, 2)];
    }),
  ]);
  return `Tests by kind, all subjects:\n\n${table(['reducer', ...kinds.flatMap((kind) => [kind, 'that held'])], rows)}`;
}
