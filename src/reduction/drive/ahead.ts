/**
 * Tests ahead of the walk, on the likeliest paths. While one candidate is tested, other workers test the search's next candidates for
 * both outcomes. The walk commits verdicts in its own order, so the result is the same for any number of workers; useless tests are
 * cancelled. `reach` limits the tests ahead to this phase, to this phase and those joint with it, or not at all. While tests run, the
 * search itself also continues, so that the walk need not wait for it later.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OracleAnswer } from '../../oracle/oracle';
import type { Lab, PhaseTester } from './drive';
import { after, Forecast } from './forecast';
import type { Recent } from './forecast';
import { Lookout } from './lookout';
import type { Wanted } from './lookout';
import type { Reach } from './loops';
import { TestPool } from './pool';
import type { Slots } from './workers';

/** Points visited per worker at once: known verdicts and refusals cost no test, but need a limit. */
const patience = 12;

/** Limit on the points visited while tests run; and number of candidates found in advance per worker. */
const mostBeside = 200;
const stock = 2;

/** Points less probable than this are visited only if a worker is idle. */
const improbable = 0.05;

/** `signal` aborts all running tests; `slots.jobs` may change during the walk. */
export function testingAhead<C, R>(
  lab: Lab<C>,
  slots: Slots,
  signal: AbortSignal,
  reach: Reach = 'tree',
): PhaseTester<C, R> {
  const answers = new Map<string, OracleAnswer>();
  const forecast = new Forecast();
  const pool = new TestPool(lab, signal);
  let recent: Recent = 0;

  const start = ({ key, candidate }: Wanted<C>) => pool.start(key, candidate, (answer) => answers.set(key, answer));
  const employ = (wanted: readonly Wanted<C>[]) => {
    const running = [...pool.running];
    const missing = wanted.filter(({ key }) => !pool.runs(key));
    const useless = running.filter(({ key }) => !wanted.some((other) => other.key === key));
    for (const test of useless.slice(0, missing.length)) test.cancel();
    missing.slice(0, slots.jobs - running.length).forEach(start);
  };
  const isIdle = () => pool.running.size < slots.jobs;
  /** First starts the test that the walk waits for. */
  const startFirst = async (wanted: Wanted<C>) => {
    if (!isIdle() || pool.runs(wanted.key)) return;
    start(wanted);
    await nextTurn();
  };
  /** Looks ahead until a test has ended. */
  const lookOn = async (lookout: Lookout<C, R>, change: Promise<void>) => {
    let changed = false;
    const stop = () => void (changed = true);
    change.then(stop, stop);
    const isEnough = () => lookout.wanted.size >= stock * slots.jobs || lookout.horizon < improbable;
    for (let looked = 0; looked < mostBeside && (isIdle() || !isEnough()); looked++) {
      await nextTurn();
      if (changed || !lookout.look()) break;
      const next = isIdle() && [...lookout.wanted.values()].find(({ key }) => !pool.runs(key));
      if (next) start(next);
    }
    await change;
  };
  return {
    async answer(phase, index, key, skipping) {
      for (;;) {
        const known = answers.get(key);
        if (known) {
          const holds = known.verdict === 'holds';
          forecast.learn(phase.chance(index), recent, holds);
          recent = after(recent, holds);
          return known;
        }
        signal.throwIfAborted();
        skipping.throwIfAborted();
        await startFirst({ key, candidate: phase.alternatives.at(index)! });
        // A fast test has ended by now, and then perhaps no test runs that could be awaited.
        if (answers.has(key)) continue;
        const lookout = new Lookout<C, R>(phase, index, recent, { lab, answers, forecast, reach });
        for (
          let looked = 0;
          looked < patience * slots.jobs && lookout.wanted.size < slots.jobs && lookout.look();
          looked++
        );
        employ([...lookout.wanted.values()]);
        await lookOn(lookout, pool.change(skipping));
      }
    },
    close: () => pool.close(),
  };
}
