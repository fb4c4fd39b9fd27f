/**
 * What several workers gain on whole reductions, on a virtual clock: the real drivers and searches, the property in this process (its
 * verdicts are kept), tests that take 0.1 to 0.3 s, drawn by their candidate. Beside it stands what the best guess of what comes next could gain.
 */
import { walkBy } from '../../../../src/reduction/drive/walkBy';
import { modeOf } from '../../../../src/reduction/plan';
import { candidateText } from '../../../../src/text/candidate';
import type { Candidate } from '../../../../src/text/candidate';
import { render, sourceText } from '../../../../src/text/source';
import { VirtualClock } from '../../../support/virtualClock';
import { percent, table, whole } from '../../support/report';
import type { Claim, Report } from '../../support/report';
import type { Bench } from '../bench';
import { baselines, perses, treewide, usual } from '../contenders';
import type { Contender } from '../contenders';
import { contextOf, readerOf } from '../measure';
import { rememberingFilter } from '../refusals';
import type { Subject } from '../subject';
import { hashOf, verdictsOf } from '../verdicts';
import type { Remember } from '../verdicts';

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

interface Run {
  readonly seconds: number;
  readonly text: string;
  readonly committed: number;
  readonly held: number;
}

export async function parallel(bench: Bench): Promise<Report> {
  const subject = bench.library.find((one) => one.name === name);
  if (!subject) return { text: `Only with the subject ${name}.`, claims: [], plots: {} };
  const rows: string[][] = [];
  const claims: Claim[] = [];
  const memories = { remember: verdictsOf(`library-${name}`), filter: bench.filter(subject) };
  for (const contender of [baselines.hddr, baselines.hdd, perses, treewide, usual]) {
    // What is only reported is walked for fewer workers: making candidates that are tested in vain takes minutes.
    const reported = contender === baselines.hddr ? levels : levels.filter((jobs) => jobs <= 8);
    const runs: Run[] = [];
    for (const jobs of reported) {
      runs.push(await walked(subject, contender, jobs, memories));
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

/** Verdicts of the property and of the parse filter that were given before. */
interface Memories {
  readonly remember: Remember;
  readonly filter: Remember;
}

async function walked(
  subject: Subject,
  contender: Contender,
  jobs: number,
  { remember, filter }: Memories,
): Promise<Run> {
  const keys = new WeakMap<Candidate, string>();
  const key = (candidate: Candidate) => {
    const known = keys.get(candidate) ?? hashOf(candidateText(candidate));
    keys.set(candidate, known);
    return known;
  };
  const holds = (candidate: Candidate) => remember(key(candidate), () => subject.holds(candidateText(candidate)));
  const clock = new VirtualClock();
  const lab = clock.lab<Candidate>(holds, key, (candidate) => cost(key(candidate)));
  const reader = await readerOf(subject);
  let [committed, held] = [0, 0];
  const search = contender.strategy.search(
    sourceText(subject.text),
    contextOf(contender, reader, reader.filter && rememberingFilter(reader.filter.isWorse, filter)),
  );
  const { result } = await walkBy(modeOf({ jobs }), search, lab, {
    signal: new AbortController().signal,
    onCommit({ answer, cached }) {
      if (cached) return;
      committed++;
      held += Number(answer.verdict === 'holds');
    },
  }).finally(() => reader.dispose());
  return { seconds: clock.now() / 1000, text: render(result!), committed, held };
}

/**
 * The speed-up that testing the likeliest points first can reach where each test holds with the same chance and takes as long:
 * the sum of the probabilities of the `jobs` likeliest points of the tree.
 */
function bestFirst(rate: number, jobs: number): number {
  const points = [1];
  let sum = 0;
  for (let taken = 0; taken < jobs; taken++) {
    points.sort((a, b) => b - a);
    const best = points.shift()!;
    sum += best;
    points.push(best * rate, best * (1 - rate));
  }
  return sum;
}
