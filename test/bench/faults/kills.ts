/** Kills fifty reductions in place with SIGKILL and looks whether the next start restores the file. */
import { killOne, makeInput, type KilledRun } from '../../support/killed';
import { table, type Report } from '../support/report';
import type { Section } from '../support/suite';
import { apart } from './apart';

const rounds = 50;

export const kills: Section = {
  name: 'kills',
  title: 'Killed in place',
  run: () =>
    apart(async (makeWork) => {
      const work = makeWork('work');
      makeInput(work);
      const runs: KilledRun[] = [];
      for (let round = 0; round < rounds; round++) {
        // Every fifth while Whittle starts and makes the backup, the others among the tests.
        const moment = round % 5 === 0 ? 'start' : 'candidate';
        const candidates = runs.filter(({ left }) => left === 'candidate').map(({ ms }) => ms);
        const most = moment === 'start' ? Math.max(400, ...candidates) : 400;
        runs.push(await killOne(work, Math.random() * most, moment));
      }
      return reportOf(runs);
    }),
};

function reportOf(runs: readonly KilledRun[]): Report {
  const rows = (['original', 'candidate'] as const).map((left) => {
    const those = runs.filter((run) => run.left === left);
    const times = those.map(({ ms }) => ms);
    const intact = those.filter((run) => run.intact).length;
    return [left, those.length, `${Math.min(...times)} to ${Math.max(...times)}`, intact, those.length - intact];
  });
  const intact = runs.filter((run) => run.intact).length;
  return {
    text: table(['in the file after the kill', 'kills', 'ms after the start', 'intact', 'lost'], rows),
    claims: [
      { text: `faults: the file is restored after each of ${rounds} kills (${intact})`, met: intact === rounds },
    ],
    plots: {},
  };
}
