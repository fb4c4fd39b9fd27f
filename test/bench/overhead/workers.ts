/** What many workers gain where tests sleep, so that more of them than cores are of use. */
import { percent, table, whole, type Report } from '../support/report';
import { functionsText, reduced, required, timeOutside } from './run';

const workers = [1, 2, 4, 8];

/** Claimed of so many workers: times as quick as one. */
const gained = { jobs: 4, least: 2.5 };

export async function manyWorkers(runs: number): Promise<Report> {
  const numbers = required.join('|');
  const test = `sleep 0.1; test $(grep -cE 'f(${numbers})\\(.*(${numbers})' {}) = ${required.length}`;
  const rows: { jobs: number; cells: string[]; ms: number }[] = [];
  for (const jobs of workers) {
    const finished = await reduced('input.js', functionsText(Math.max(50, runs / 200)), test, jobs);
    console.error(`${jobs} workers: ${whole(finished.tests)} tests, ${(finished.ms / 1000).toFixed(1)} s`);
    const gain = (rows[0]?.ms ?? finished.ms) / finished.ms;
    const figures = [(finished.ms / 1000).toFixed(1), gain.toFixed(2), percent(timeOutside(finished, jobs))];
    rows.push({ jobs, ms: finished.ms, cells: [whole(finished.tests), ...figures] });
  }
  const gain = rows[0].ms / rows.find(({ jobs }) => jobs === gained.jobs)!.ms;
  return {
    text: table(
      ['workers', 'tests', 'wall, s', 'times as quick', 'not in tests'],
      rows.map(({ jobs, cells }) => [jobs, ...cells]),
    ),
    claims: [
      { text: `workers: ${gained.jobs} workers ≥ ${gained.least} × (${gain.toFixed(2)})`, met: gain >= gained.least },
    ],
    plots: {},
  };
}
