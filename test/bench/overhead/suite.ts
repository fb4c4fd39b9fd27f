/** What the oracle takes on top of the commands that it runs; in a temporary directory of its own, so that leftovers can be counted. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../support/report';
import type { Suite } from '../support/suite';
import { endurance } from './endurance';
import { idle } from './idle';
import { libraryRates } from './library';
import { limits } from './limits';
import { scale } from './scale';
import { spawns } from './spawns';
import { manyWorkers } from './workers';

export const overhead: Suite = {
  name: 'overhead',
  description: 'What the oracle takes on top of the commands that it runs.',
  open: ({ runs: wanted }) => {
    // Lines of the tables are tenths and hundredths of them.
    const runs = Math.max(100, wanted);
    return [
      { name: 'spawn', title: 'A test and a bare process', run: () => aside(() => spawns(runs)) },
      { name: 'idle', title: 'A run and its tests', run: () => aside(() => idle(runs)) },
      { name: 'limits', title: 'Limits', run: limits },
      { name: 'scale', title: 'Large inputs', run: () => aside(() => scale(runs)) },
      { name: 'workers', title: 'Many workers', run: () => aside(() => manyWorkers(runs)) },
      { name: 'library', title: 'The library with a trivial property', run: libraryRates },
      { name: 'endurance', title: 'Many tests in one go', run: () => aside(() => endurance(runs)) },
    ];
  },
};

async function aside(run: () => Promise<Report>): Promise<Report> {
  const before = process.env.TMPDIR;
  const directory = mkdtempSync(join(tmpdir(), 'whittle-bench-'));
  process.env.TMPDIR = directory;
  try {
    return await run();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(directory, { recursive: true, force: true });
  }
}
