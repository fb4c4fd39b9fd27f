/**
 * What several workers gain on whole reductions, on a virtual clock: the real drivers and searches, the property in this process (its
 * verdicts are kept), tests that take 0.1 to 0.3 s, drawn by their candidate. Beside it stands what the best guess of what comes next could gain.
 */
import { percent, table, whole, type Claim, type Report } from '../../support/report';
import type { Bench } from '../bench';
import { bestFirst } from '../bestFirst';
import { clocked, type Clocked } from '../clocked';
import { baselines, perses, treewide, usual, type Contender } from '../contenders';
import { verdictsOf } from '../verdicts';

const levels = [1, 2, 4, 8, 16];

/** What a test takes, ms. */
function cost(hash: string): number {
  return 100 + (200 * Buffer.from(hash, 'base64url').readUInt32BE(0)) / 2 ** 32;
}

/** Claimed: speed-up of the plain HDDr + CDD by workers. */
const claimed = new Map([
  [2, 1.5],
  [8, 3],
  [16, 4],
]);

const name = 'chunk';

export async function parallel(bench: Bench): Promise<Report> {
  const subject = bench.library.find((one) => one.name === name);
  if (!subject) return { text: `Only with the subject ${name}.`, claims: [], plots: {} };
  const rows: string[][] = [];
  const claims: Claim[] = [];
  const memories = { remember: verdictsOf(`library-${name}`), filter: bench.filter(subject) };
  for (const contender of [baselines.hddr, baselines.hdd, perses, treewide, usual]) {
    // What is only reported is walked for fewer workers: making candidates that are tested in vain takes minutes.
    const reported = contender === baselines.hddr ? levels : levels.filter((jobs) => jobs <= 8);
    const runs: Clocked[] = [];
    for (const jobs of reported) {
      runs.push(await clocked(subject, contender, { jobs, cost, ...memories }));
      console.error(`${contender.name}, ${jobs} workers: ${whole(runs[runs.length - 1].seconds)} virtual s`);
    }
    const [alone] = runs;
    const rate = alone.held / alone.committed;
    const gains = runs.map(({ seconds }) => alone.seconds / seconds);
    const bounds = levels.map((jobs) => bestFirst(rate, jobs));
    const cells = levels.map((_, index) => `${gains[index]?.toFixed(2) ?? '-'} (${bounds[index].toFixed(2)})`);
    rows.push([contender.name, whole(alone.committed), percent(rate, 0), whole(alone.seconds), ...cells]);
    claims.push({
      text: `parallel, ${contender.name}: the same bytes and verdicts for any number of workers`,
      met: runs.every(({ text, committed }) => text === alone.text && committed === alone.committed),
    });
    if (contender === baselines.hddr) claims.push(...gainClaims(contender, gains));
  }
  const head = ['strategy', 'tests', 'held', '1 worker, s', ...levels.map((jobs) => `${jobs}`)];
  return { text: `${subject.name}; speed-up by workers (best guess):\n\n${table(head, rows)}`, claims, plots: {} };
}

function gainClaims({ name: contender }: Contender, gains: readonly number[]): Claim[] {
  return [...claimed].map(([jobs, least]) => {
    const gain = gains[levels.indexOf(jobs)];
    return { text: `parallel, ${contender}: ${jobs} workers ≥ ${least} × (${gain.toFixed(2)})`, met: gain >= least };
  });
}
