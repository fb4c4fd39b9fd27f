/**
 * Tests ahead of the walk, on the likeliest paths: while one candidate is tested, other workers test what the search
 * would ask next if it held and if it did not. The walk commits verdicts in its own order, so the result is the same for
 * any number of workers; what turns out useless is cancelled.
 */
import type { OracleAnswer, OracleVerdict } from '../oracle/oracle';
import type { Phase, Search, Verdict } from '../search/search';
import { worst } from '../search/walk';
import { childController } from './abort';
import type { ChildController } from './abort';
import type { Lab, Tester } from './drive';

/** A candidate that the walk may come to ask for. */
interface Wanted<C> {
  readonly key: string;
  readonly candidate: C;
}

/** A point that the walk may come to, and how probable that is. `search` may take time to make: only the likeliest are. */
interface Point<C, R> {
  readonly search: () => Search<C, R>;
  readonly index: number;
  readonly why: Verdict;
  readonly probability: number;
}

interface Running {
  readonly controller: ChildController;
  readonly settled: Promise<void>;
}

/** `signal` aborts every test that runs. */
export function testingAhead<C, R>(lab: Lab<C>, jobs: number, signal: AbortSignal): Tester<C, R> {
  const answers = new Map<string, OracleAnswer>();
  const running = new Map<string, Running>();
  let failure: unknown;

  const start = ({ key, candidate }: Wanted<C>) => {
    const controller = childController(signal);
    const settled = lab
      .test(candidate, controller.signal)
      .then((answer) => void answers.set(key, answer))
      .catch((error: unknown) => {
        if (!controller.signal.aborted) failure ??= error;
      })
      .finally(() => {
        controller.release();
        running.delete(key);
      });
    running.set(key, { controller, settled });
  };
  const employ = (wanted: readonly Wanted<C>[]) => {
    const missing = wanted.filter(({ key }) => !running.has(key));
    const useless = [...running].filter(([key]) => !wanted.some((other) => other.key === key));
    for (const [, { controller }] of useless.slice(0, missing.length)) controller.abort();
    // What was cancelled keeps its place until it has ended.
    for (const next of missing.slice(0, jobs - running.size)) start(next);
  };
  return {
    async answer(phase, index, key) {
      for (;;) {
        const known = answers.get(key);
        if (known) return known;
        if (failure) throw failure;
        signal.throwIfAborted();
        employ(likeliest({ search: () => phase, index, why: 'rejected', probability: 1 }, lab, answers, jobs));
        await Promise.race([...running.values()].map((run) => run.settled));
      }
    },
    async close() {
      for (const { controller } of running.values()) controller.abort();
      await Promise.all([...running.values()].map((run) => run.settled));
    },
  };
}

/** Points looked at for each worker, at most: known verdicts and refusals are followed for nothing, but not for ever. */
const patience = 12;

/** Up to `count` untested candidates, those that the walk will most probably ask for first. */
function likeliest<C, R>(
  from: Point<C, R>,
  lab: Lab<C>,
  answers: ReadonlyMap<string, OracleAnswer>,
  count: number,
): Wanted<C>[] {
  const wanted = new Map<string, Wanted<C>>();
  const frontier: Point<C, R>[] = [from];
  for (let looked = 0; looked < patience * count && wanted.size < count; looked++) {
    const point = takeLikeliest(frontier);
    if (!point) break;
    const phase = point.search();
    if (phase.done) continue;
    const candidate = phase.alternatives.at(point.index);
    if (candidate === undefined) {
      frontier.push(entrance(() => phase.none(point.why), point.probability));
      continue;
    }
    const key = lab.key(candidate);
    const known = phase.refused?.(point.index) ? 'rejected' : answers.get(key)?.verdict;
    if (known === undefined) wanted.set(key, { key, candidate });
    frontier.push(...waysOn(phase, point, known));
  }
  return [...wanted.values()];
}

/** Where the walk goes on; both ways as long as the verdict is not known. */
function waysOn<C, R>(
  phase: Phase<C, R>,
  point: Point<C, R>,
  known: OracleVerdict | 'rejected' | undefined,
): Point<C, R>[] {
  const { index, probability } = point;
  const chance = known === undefined ? phase.chance(index) : known === 'holds' ? 1 : 0;
  const why = worst(point.why, known === undefined || known === 'holds' ? 'fails' : known);
  const held = entrance(() => phase.held(index), probability * chance);
  const other = { search: () => phase, index: index + 1, why, probability: probability * (1 - chance) };
  return [held, other].filter((way) => way.probability > 0);
}

function entrance<C, R>(search: () => Search<C, R>, probability: number): Point<C, R> {
  return { search, index: 0, why: 'rejected', probability };
}

function takeLikeliest<C, R>(frontier: Point<C, R>[]): Point<C, R> | undefined {
  let best = 0;
  for (let at = 1; at < frontier.length; at++) {
    if (frontier[at].probability > frontier[best].probability) best = at;
  }
  return frontier.splice(best, 1)[0];
}
