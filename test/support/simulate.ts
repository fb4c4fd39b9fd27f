/** A list search, walked by a driver on a virtual clock. */
import { type Walked, type DriveOptions, walkBy } from '../../src/reduction/drive/drive';
import { modeNamed } from '../../src/reduction/drive/loops';
import { type Kept, draw } from '../../src/reducers/list';
import type { Search } from '../../src/search/search';
import { VirtualClock } from './virtualClock';

export interface Simulation extends Partial<DriveOptions<Kept>> {
  readonly loop: string;
  readonly commit: string;
  readonly jobs: number;
  /** Duration of a test, ms. */
  readonly cost: (candidate: Kept, started: number) => number;
}

export interface Simulated {
  readonly walked: Walked<Kept>;
  readonly kept: number[];
  /** Virtual time from start to end. */
  readonly ms: number;
  /** The commits, in order: candidate, verdict, cached or not. */
  readonly told: string[];
  readonly tests: number;
  readonly started: number;
  /** Largest number of tests at once, and number of tests still running. */
  readonly most: number;
  readonly running: number;
}

export const listKey = (candidate: Kept) => candidate.join();

export async function simulate(
  search: Search<Kept, Kept>,
  property: (kept: ReadonlySet<number>) => boolean,
  { loop, commit, jobs, cost, ...options }: Simulation,
): Promise<Simulated> {
  const clock = new VirtualClock();
  const lab = clock.lab<Kept>((candidate) => property(new Set(candidate)), listKey, cost);
  const told: string[] = [];
  let tests = 0;
  const mode = { ...modeNamed({ loop, commit }), jobs };
  const walked = await walkBy(mode, () => search, lab, {
    signal: new AbortController().signal,
    ...options,
    onCommit(committed) {
      const { candidate, answer, cached } = committed;
      told.push(`${listKey(candidate)} ${answer.verdict} ${cached}`);
      if (!cached) tests++;
      options.onCommit?.(committed);
    },
  });
  return { walked, kept: [...(walked.result ?? [])], ms: clock.now(), told, tests, ...lab.counts };
}

/** Costs drawn from `low`…`high` ms; a candidate always has the same cost. */
export function uniformCost(seed: number, low: number, high: number): (candidate: Kept) => number {
  return (candidate) => {
    const drawn = candidate.reduce((hash, element) => draw(seed, hash, element), candidate.length);
    return low + ((high - low) * drawn) / 2 ** 32;
  };
}
