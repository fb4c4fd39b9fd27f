/** What proposing costs: time inside the search for each test, on a list of 10⁵ elements of which 1 % must stay. */
import { type Kept, draw } from '../../../src/reducers/list';
import type { Phase, Search } from '../../../src/search/search';
import { marks } from '../support/count';
import { percent, table, whole, type Report } from '../support/report';
import { contenders, linear } from './contenders';

const size = 100_000;
const share = 0.01;

/** Time in a search after which it is left, ms. */
const patience = 10_000;

/** Claimed of reducers of O(n) tests: ms for each test. */
const most = 1;

interface Measured {
  readonly tests: number;
  /** Time inside the search, ms. */
  readonly inside: number;
  /** Undefined if the search was left. */
  readonly kept?: Kept;
}

export function cpu(): Report {
  const required = Array.from({ length: size }, (_, element) => element).filter(
    (element) => draw(1, 0, element) < share * 2 ** 32,
  );
  const list = { size, weight: (element: number) => 1 + (draw(2, 0, element) % 10) };
  const measured = contenders([...linear, 'activecoarsen']).map(({ name, search }) => ({
    name,
    ...measure(() => search(list), required),
  }));
  const rows = measured.map(({ name, tests, inside, kept }) => [
    name,
    whole(tests),
    (inside / tests).toFixed(3),
    kept ? whole(kept.length) : `left after ${whole(patience / 1000)} s`,
  ]);
  return {
    text: `${whole(size)} elements, ${percent(share, 0)} required\n\n${table(['reducer', 'tests', 'ms per test', 'kept'], rows)}`,
    claims: measured
      .filter(({ name }) => linear.includes(name))
      .map(({ name, tests, inside }) => ({
        text: `cpu, ${name}: < ${most} ms for each test (${(inside / tests).toFixed(3)})`,
        met: inside / tests < most,
      })),
    plots: {},
  };
}

/** Walks a search with a stop watch that runs only while the search works. */
function measure(start: () => Search<Kept, Kept>, required: readonly number[]): Measured {
  const needed = marks(size, required);
  let inside = 0;
  let tests = 0;
  const timed = <T>(work: () => T): T => {
    const before = performance.now();
    const made = work();
    inside += performance.now() - before;
    return made;
  };
  const step = (phase: Phase<Kept, Kept>): Search<Kept, Kept> => {
    for (let index = 0; ; index++) {
      const candidate = timed(() => phase.alternatives.at(index));
      if (!candidate) return timed(() => phase.none('fails'));
      tests++;
      if (countOf(candidate, needed) === required.length) return timed(() => phase.held(index));
    }
  };
  let current = timed(start);
  while (!current.done && inside < patience) current = step(current);
  return { tests, inside, kept: current.done ? current.result : undefined };
}

function countOf(candidate: Kept, needed: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < candidate.length; at++) count += needed[candidate[at]];
  return count;
}
