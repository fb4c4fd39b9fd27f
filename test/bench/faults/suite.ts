/** Kills fifty reductions in place with SIGKILL and looks whether the next start restores the file. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killOne, makeInput } from '../../support/killed';
import type { KilledRun } from '../../support/killed';
import { table } from '../support/report';
import type { Report } from '../support/report';
import type { Suite } from '../support/suite';
import { wrongYes } from './wrongYes';

const rounds = 50;

export const faults: Suite = {
  name: 'faults',
  description: 'Kills reductions in place and looks whether the file is restored.',
  open: () => [
    { name: 'kills', title: 'Killed in place', run: kills },
    { name: 'wrong-yes', title: 'Oracles that say yes wrongly', run: wrongYes },
  ],
};

async function kills(): Promise<Report> {
  const home = mkdtempSync(join(tmpdir(), 'whittle-faults-'));
  const { XDG_STATE_HOME, TMPDIR } = process.env;
  Object.assign(process.env, { XDG_STATE_HOME: join(home, 'state'), TMPDIR: home });
  const work = join(home, 'work');
  mkdirSync(work);
  makeInput(work);
  const runs: KilledRun[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      // Every fifth while Whittle starts and makes the backup, the others among the tests.
      const moment = round % 5 === 0 ? 'start' : 'candidate';
      runs.push(await killOne(work, Math.random() * 400, moment));
    }
  } finally {
    for (const [name, value] of Object.entries({ XDG_STATE_HOME, TMPDIR })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    rmSync(home, { recursive: true, force: true });
  }
  return reportOf(runs);
}

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
