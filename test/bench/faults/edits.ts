/** Saves the file in the middle of reductions in place and looks whether what was saved is there afterwards. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { editOne, type EditedRun, type Way } from '../../support/edited';
import { makeInput } from '../../support/killed';
import { table, type Report } from '../support/report';
import type { Section } from '../support/suite';
import { apart } from './apart';
import { hasStrace, withoutStrace } from './strace';

/** Runs that are under way at once. */
const lanes = 2;

interface Plan {
  readonly edits: Readonly<Record<Way, number>>;
  /** The save comes so many ms after the first candidate, at most. */
  readonly within: number;
  /** Then it waits for the next candidate, and so many ms at most. */
  readonly aimed?: number;
  readonly by?: readonly string[];
}

export const edits: Section = {
  name: 'edits',
  title: 'Saved while it is tested in place',
  run: () => edited({ edits: { write: 200, rename: 200, append: 100 }, within: 20, aimed: 2 }),
};

/** As on a slow disk: the moments in which a save could get lost become long. */
export const slowEdits: Section = {
  name: 'slow-edits',
  title: 'Saved while it is tested in place, on a disk that takes 400 ms to sync',
  run: async () => {
    if (!hasStrace()) return withoutStrace();
    const by = ['strace', '-f', '-qq', '-o', '/dev/null', '-e', 'trace=fdatasync'];
    by.push('-e', 'inject=fdatasync:delay_exit=400000');
    return edited({ edits: { write: 8, rename: 8, append: 8 }, within: 1500, by });
  },
};

async function edited(plan: Plan): Promise<Report> {
  const list = Object.entries(plan.edits).flatMap(([way, count]) => Array<Way>(count).fill(way as Way));
  const runs: EditedRun[] = [];
  await apart(async (work) => {
    const lane = async (_: unknown, number: number) => {
      const directory = work(`lane-${number}`);
      for (let way = list.pop(); way; way = list.pop()) runs.push(await editedOnce(directory, way, plan));
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  });
  return reportOf(runs);
}

/** Again if the run was over before the save. */
async function editedOnce(directory: string, way: Way, plan: Plan): Promise<EditedRun> {
  const text = `work of an hour ${Math.random()}\n`;
  for (;;) {
    rmSync(join(directory, 'input.txt'), { force: true });
    makeInput(directory);
    const after = Math.random() * plan.within;
    const aimed = plan.aimed && Math.random() * plan.aimed;
    const run = await editOne(directory, { way, text, after, aimed, by: plan.by });
    if (run) return run;
  }
}

function reportOf(runs: readonly EditedRun[]): Report {
  const ways = [...new Set(runs.map(({ way }) => way))].sort();
  const rows = ways.map((way) => {
    const those = runs.filter((run) => run.way === way);
    const lost = those.filter(({ kept }) => !kept);
    const silent = those.filter(({ code }) => code === 0).length;
    return [way, those.length, lost.length, lost.filter(({ code }) => code === 0).length, silent];
  });
  const lost = runs.filter(({ kept }) => !kept).length;
  const silent = runs.filter(({ code }) => code === 0).length;
  return {
    text: table(['saved by', 'edits', 'lost', 'of these with exit code 0', 'runs with exit code 0'], rows),
    claims: [
      { text: `faults: no edit is lost of ${runs.length} (${lost})`, met: lost === 0 },
      { text: `faults: no run ends with 0 of ${runs.length} that were edited (${silent})`, met: silent === 0 },
    ],
    plots: {},
  };
}
