/**
 * Tests ahead of the walk, on the likeliest paths: while one candidate is tested, other workers test what the search
 * would ask next if it held and if it did not. The walk commits verdicts in its own order, so the result is the same for
 * any number of workers; what turns out useless is cancelled. `reach` says how far ahead: in this phase, in those joint
 * with it, or anywhere.
 */
import type { OracleAnswer, OracleVerdict } from '../oracle/oracle';
import type { Phase, Search, Verdict } from '../search/search';
import { worst } from '../search/walk';
import type { Lab, Tester } from './drive';
import type { Reach } from './loops';
import { TestPool } from './pool';

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

/** `signal` aborts every test that runs. */
export function testingAhead<C, R>(
  lab: Lab<C>,
  jobs: number,
  signal: AbortSignal,
  reach: Reach = 'tree',
): Tester<C, R> {
  const answers = new Map<string, OracleAnswer>();
  const pool = new TestPool(lab, signal);

  const employ = (wanted: readonly Wanted<C>[]) => {
    const running = [...pool.running];
    const missing = wanted.filter(({ key }) => !running.some((test) => test.key === key));
    const useless = running.filter(({ key }) => !wanted.some((other) => other.key === key));
    for (const test of useless.slice(0, missing.length)) test.cancel();
    for (const { key, candidate } of missing.slice(0, jobs - running.length)) {
      pool.start(key, candidate, (answer) => answers.set(key, answer));
    }
  };
  return {
    async answer(phase, index, key) {
      for (;;) {
        const known = answers.get(key);
        if (known) return known;
        signal.throwIfAborted();
        const here: Point<C, R> = { search: () => phase, index, why: 'rejected', probability: 1 };
        employ(likeliest(here, { lab, answers, count: jobs, reach }));
        await pool.change();
      }
    },
    close: () => pool.close(),
  };
}

/** What is looked for ahead of the walk. */
interface Outlook<C> {
  readonly lab: Lab<C>;
  readonly answers: ReadonlyMap<string, OracleAnswer>;
  /** Candidates wanted, at most. */
  readonly count: number;
  readonly reach: Reach;
}

/** Points looked at for each worker, at most: known verdicts and refusals are followed for nothing, but not for ever. */
const patience = 12;

/** Up to `count` untested candidates within `reach`, those that the walk will most probably ask for first. */
function likeliest<C, R>(from: Point<C, R>, { lab, answers, count, reach }: Outlook<C>): Wanted<C>[] {
  const wanted = new Map<string, Wanted<C>>();
  const frontier: Point<C, R>[] = [from];
  for (let looked = 0; looked < patience * count && wanted.size < count; looked++) {
    const point = takeLikeliest(frontier);
    if (!point) break;
    const phase = point.search();
    if (phase.done) continue;
    const candidate = phase.alternatives.at(point.index);
    if (candidate === undefined) {
      const goesOn = reach === 'tree' || (reach === 'joint' && phase.joint);
      if (goesOn) frontier.push(entrance(() => phase.none(point.why), point.probability));
      continue;
    }
    const key = lab.key(candidate);
    const known = phase.refused?.(point.index) ? 'rejected' : answers.get(key)?.verdict;
    if (known === undefined) wanted.set(key, { key, candidate });
    frontier.push(...waysOn(phase, point, known, reach));
  }
  return [...wanted.values()];
}

/** Where the walk goes on; both ways as long as the verdict is not known. */
function waysOn<C, R>(
  phase: Phase<C, R>,
  point: Point<C, R>,
  known: OracleVerdict | 'rejected' | undefined,
  reach: Reach,
): Point<C, R>[] {
  const { index, probability } = point;
  const chance = known === undefined ? phase.chance(index) : known === 'holds' ? 1 : 0;
  const why = worst(point.why, known === undefined || known === 'holds' ? 'fails' : known);
  const held = entrance(() => phase.held(index), reach === 'tree' ? probability * chance : 0);
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
