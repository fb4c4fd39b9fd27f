/** A real test that shows its bug in 55 % of the runs: is each result right, and does no sentence of a run contradict another? */
import { runOfHalf, type HalfRun } from '../../support/halfOracle';
import { table, type Report } from '../support/report';
import type { Section } from '../support/suite';
import { apart } from './apart';

const times = 20;

export const half: Section = {
  name: 'half',
  title: 'A test that shows its bug in 55 % of the runs',
  run: () =>
    apart(async (work) => {
      const home = work('half');
      const runs: HalfRun[] = [];
      for (let run = 0; run < times; run++) runs.push(await runOfHalf(home));
      return reportOf(runs);
    }),
};

function reportOf(runs: readonly HalfRun[]): Report {
  const right = runs.filter(({ problems }) => problems.length === 0).length;
  const smallest = runs.filter(({ isSmallest }) => isSmallest).length;
  const rows = runs.map(({ isSmallest, problems }, at) => [
    at + 1,
    isSmallest ? 'yes' : 'no',
    problems.join('; ') || '–',
  ]);
  return {
    text: table(['run', 'as small as can be', 'problems'], rows),
    claims: [
      {
        text: `faults: runs with a test that shows its bug in 55% of the runs are right, and their sentences agree (${right} of ${times})`,
        met: right === times,
      },
      {
        text: `faults: at least half of their results are as small as can be (${smallest})`,
        met: smallest >= times / 2,
      },
    ],
    plots: {},
  };
}
