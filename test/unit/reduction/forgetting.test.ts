/** A walk of thousands of tests keeps the states near it and no others: each may be as large as the input. */
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { defaultCommitRule, defaultLoop, firstToFinish, type Mode } from '../../../src/reduction/drive/loops';
import { walkBy } from '../../../src/reduction/drive/drive';
import type { Lab } from '../../../src/reduction/drive/pool';
import { reduce } from '../../../src/reduction/reduce';
import { done, trial, type Search } from '../../../src/search/search';
import { jobWith } from '../../support/jobs';

interface State {
  readonly at: number;
}

const length = 300;

/** That may still be there: what is tested ahead, and what garbage collection missed. */
const most = 60;

/** A search of so many phases, every third of which holds; `states` are all that were made. */
function searchOf(states: WeakRef<State>[], at = 0): Search<State, number> {
  if (at === length) return done(at);
  const state: State = { at };
  states.push(new WeakRef(state));
  const next = () => searchOf(states, state.at + 1);
  return trial(() => state, 0.4, next, next);
}

const holds = ({ at }: State) => at % 3 === 0;

/** Of the states that were made, those that can still be reached. */
async function alive(states: readonly WeakRef<State>[]): Promise<number> {
  await collected();
  return states.filter((state) => state.deref()).length;
}

async function collected(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // What a reference was made to is kept until the turn ends; and the first ends a collection under way, which keeps what it began with.
  for (let round = 0; round < 3; round++) {
    await setImmediate();
    collect();
  }
}

/** The lab looks at the end of the walk how many states there still are. */
class WatchingLab implements Lab<State> {
  readonly states: WeakRef<State>[] = [];
  left = 0;

  key({ at }: State): string {
    return String(at);
  }

  async test(state: State) {
    await setImmediate();
    if (state.at === length - 1 && !this.left) this.left = await alive(this.states);
    return { verdict: holds(state) ? ('holds' as const) : ('fails' as const), ms: 1 };
  }
}

const modes: Record<string, Mode> = {
  'one test at a time': { jobs: 1, loop: defaultLoop, commit: defaultCommitRule },
  'tests ahead': { jobs: 4, loop: defaultLoop, commit: defaultCommitRule },
  'first to finish': { jobs: 4, loop: defaultLoop, commit: firstToFinish },
};

/** A whole run, of which nothing may go: bytes of arrays that it has after so many tests. */
async function arraysAfter(counts: readonly number[]): Promise<number[]> {
  const text = Array.from({ length: 200 }, (_, at) => `let a${at} = f(${at}, a${at} + ${at});`).join('\n');
  const found: number[] = [];
  const stop = new AbortController();
  let tests = 0;
  const call = async (candidate: string) => {
    if (counts.includes(++tests)) {
      await collected();
      found.push(process.memoryUsage().arrayBuffers);
      if (found.length === counts.length) stop.abort();
    }
    return candidate === text;
  };
  const oracle = { kind: 'function', property: { call } } as const;
  await reduce(jobWith({ text, oracle }), () => undefined, stop.signal);
  return found;
}

describe('what is behind a walk is forgotten', () => {
  for (const [name, mode] of Object.entries(modes)) {
    it(name, async () => {
      const lab = new WatchingLab();
      const { signal } = new AbortController();
      const { result } = await walkBy(mode, () => searchOf(lab.states), lab, { signal, onCommit: () => {} });
      assert.equal(result, length);
      assert.ok(lab.left > 0 && lab.left <= most, `${lab.left} of ${lab.states.length} states are kept`);
    });
  }

  it('in a whole run', async () => {
    const [before, after] = await arraysAfter([100, 1500]);
    assert.ok(after - before < 5e6, `${after - before} bytes more`);
  });
});
