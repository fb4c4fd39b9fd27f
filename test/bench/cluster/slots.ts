/**
 * What many slots would gain, on paper: the real driver and search on a virtual clock, generated programs. A test takes half to one
 * and a half times its mean, drawn by its candidate; so one walk is good for oracles of any speed, to which the round trip is added.
 * The client makes the candidates in one thread: a run is never quicker than the processor time of that. For more slots than are
 * walked stands what the best guess would gain, without the client.
 */
import { growthContenders } from '../growth/contenders';
import { requirementOf } from '../growth/requirement';
import { bestFirst } from '../search/bestFirst';
import { aboutASecond, clocked, type Clocked } from '../search/clocked';
import type { Contender } from '../search/contenders';
import type { Subject } from '../search/subject';
import { programOf } from '../support/program';
import { percent, table, whole, type Claim, type Report } from '../support/report';

const levels = [1, 2, 4, 8, 16, 64, 256, 1000];

/** What a test takes, s. */
const oracles = [1, 10, 60];

/** Of a test on a worker, s: what the section `overhead` claims. */
const roundTrip = 0.01;

/** Tokens, about; and up to how many slots the driver is walked: with more the client takes too long. */
const sizes = [
  { size: 3000, most: 256 },
  { size: 30_000, most: 64 },
];

/** Statements that must stay, each with what it uses. */
const required = { count: 10 };

const searches = ['default', 'hddr + cdd'];

export async function slots(): Promise<Report> {
  const texts: string[] = [];
  const claims: Claim[] = [];
  for (const { size, most } of sizes) {
    const { fileName, text } = programOf('javascript', size);
    const subject: Subject = { name: fileName, fileName, text, holds: requirementOf(text, required).holds };
    for (const name of searches) {
      const runs = await walked(subject, growthContenders.get(name)!, most);
      texts.push(`### ${name}, ${whole(size)} tokens, ${heldOf(runs[0])}\n\n${tableOf(runs)}`);
      claims.push({
        text: `slots, ${name}, ${whole(size)} tokens: the same bytes and verdicts for any number of slots`,
        met: runs.every(({ text, walk }) => text === runs[0].text && walk === runs[0].walk),
      });
    }
  }
  return { text: texts.join('\n\n'), claims, plots: {} };
}

/** By level, as far as they are walked. */
async function walked(subject: Subject, contender: Contender, most: number): Promise<Clocked[]> {
  const runs: Clocked[] = [];
  for (const jobs of levels.filter((level) => level <= most)) {
    const run = await clocked(subject, contender, { jobs, cost: aboutASecond });
    console.error(
      `${contender.name}, ${whole(subject.text.length)} characters, ${jobs} slots: ${whole(run.seconds)} lengths of a test, ${whole(run.worked)} s of processor`,
    );
    runs.push(run);
  }
  return runs;
}

function heldOf({ committed, held }: Clocked): string {
  return `${whole(committed)} tests, of which ${percent(held / committed, 0)} held`;
}

function tableOf(runs: readonly Clocked[]): string {
  const [alone] = runs;
  const head = [
    'slots',
    'tests begun',
    'client, s',
    'gain',
    'best guess',
    ...oracles.map((one) => `tests of ${one} s`),
  ];
  const rows = levels.map((jobs, at) => {
    const run = runs.at(at);
    const guess = bestFirst(alone.held / alone.committed, jobs);
    const cells = run
      ? [whole(run.started), run.worked.toFixed(1), (alone.seconds / run.seconds).toFixed(2)]
      : ['–', '–', '–'];
    return [jobs, ...cells, guess.toFixed(2), ...oracles.map((oracle) => gain(alone, oracle, run, guess).toFixed(2))];
  });
  return table(head, rows);
}

/** Against one slot on this machine, which has no round trip. */
function gain(alone: Clocked, oracle: number, run: Clocked | undefined, guess: number): number {
  const here = alone.seconds * oracle + alone.worked;
  if (!run) return here / ((alone.seconds / guess) * (oracle + roundTrip));
  return here / Math.max(run.seconds * (oracle + roundTrip), run.worked);
}
