/** Pause, resume and skip, with the drivers of one job and of several. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { SandboxError } from '../../../src/oracle/places/place';
import { Controls, deadline, pausing } from '../../../src/reduction/controls';
import { type Commit, walkBy } from '../../../src/reduction/drive/drive';
import type { Lab } from '../../../src/reduction/drive/pool';
import { commitRules, loops, type Mode } from '../../../src/reduction/drive/loops';
import { defaultOptions } from '../../../src/reducers/options';
import { wholeList, type Kept } from '../../../src/reducers/list';
import { ddmin } from '../../../src/reducers/ddmin';
import { withLabel, makeSkippable, then } from '../../../src/search/compose';
import { done, type Search } from '../../../src/search/search';

const list = { size: 40, weight: () => 1 };

/** Two stages: one that finds 7 and 20, and one that is done at once. */
const search = (): Search<Kept, Kept> => {
  const first = makeSkippable(
    ddmin.search(list, defaultOptions),
    () => wholeList(list),
    (kept) => kept,
  );
  return then(
    withLabel(first, () => 'first'),
    (kept) => done(kept),
  );
};

class Tests implements Lab<Kept> {
  started = 0;
  running = 0;
  cancelled = 0;

  key(candidate: Kept): string {
    return candidate.join();
  }

  async test(candidate: Kept, signal: AbortSignal) {
    this.started++;
    this.running++;
    try {
      for (let turn = 0; turn < 3; turn++) {
        await new Promise((resolve) => setImmediate(resolve));
        signal.throwIfAborted();
      }
      const isRight = candidate.includes(7) && candidate.includes(20);
      return { verdict: isRight ? ('holds' as const) : ('fails' as const), ms: 1 };
    } catch (error) {
      this.cancelled++;
      throw error;
    } finally {
      this.running--;
    }
  }
}

const modes: readonly Mode[] = [
  { loop: loops[0], commit: commitRules[0], jobs: 1 },
  { loop: loops[0], commit: commitRules[0], jobs: 4 },
  { loop: loops[3], commit: commitRules[1], jobs: 4 },
];

const nameOf = ({ jobs, commit }: Mode) => `${jobs} jobs ${commit.name}`;

/** `act` is called after each commit. */
async function walked(mode: Mode, act: (committed: number, controls: Controls, lab: Tests) => void) {
  const lab = new Tests();
  const controls = new Controls();
  const skipped: string[] = [];
  const told: string[] = [];
  let best: Kept = wholeList(list);
  const onCommit = ({ candidate, answer }: Commit<Kept>) => {
    if (answer.verdict === 'holds') best = candidate;
    told.push(`${candidate.join()} ${answer.verdict}`);
    act(told.length, controls, lab);
  };
  const { signal } = new AbortController();
  const options = { signal, controls, onCommit, onSkip: (label: string) => void skipped.push(label) };
  const outcome = await walkBy(mode, search, pausing(lab, controls), options);
  return { lab, told, skipped, best, ...outcome };
}

describe('a paused run', () => {
  for (const mode of modes) {
    it(`starts no test until it is resumed, and ends as if it had not been paused: ${nameOf(mode)}`, async () => {
      const plain = await walked(mode, () => {});
      let during: number[] = [];
      const paused = await walked(mode, (committed, controls, lab) => {
        if (committed !== 5) return;
        controls.pause();
        void sleep(30).then(async () => {
          during = [lab.running, lab.started];
          await sleep(30);
          during.push(lab.running, lab.started);
          controls.resume();
        });
      });
      const [running, started, runningLater, startedLater] = during;
      assert.deepEqual([running, runningLater, startedLater], [0, 0, started]);
      assert.equal(paused.ending, 'done');
      if (mode.commit === commitRules[0]) assert.deepEqual(paused.told, plain.told);
      assert.deepEqual([...paused.result!], [7, 20]);
    });

    it(`can be stopped: ${nameOf(mode)}`, async () => {
      const controls = new Controls();
      controls.pause();
      const stopping = new AbortController();
      setTimeout(() => stopping.abort(), 10);
      const lab = new Tests();
      const { ending } = await walkBy(mode, search, pausing(lab, controls), { signal: stopping.signal, controls });
      assert.deepEqual([ending, lab.started], ['interrupted', 0]);
    });
  }

  it('does not use up its time', async () => {
    const controls = new Controls();
    const timer = deadline(new AbortController().signal, 100, controls);
    controls.pause();
    await sleep(200);
    assert.equal(timer.signal.aborted, false);
    controls.resume();
    await sleep(300);
    assert.equal(timer.signal.aborted, true);
    timer.release();
  });
});

describe('a test that cannot be made', () => {
  /** Every test from the fifth on fails so, until it is mended. */
  class Trouble extends Tests {
    mended = false;

    override test(candidate: Kept, signal: AbortSignal) {
      if (this.started >= 4 && !this.mended) return Promise.reject(new SandboxError('No room: make some.'));
      return super.test(candidate, signal);
    }
  }

  for (const mode of modes) {
    it(`pauses a run that somebody attends, and is made again: ${nameOf(mode)}`, async () => {
      const plain = await walked(mode, () => {});
      const lab = new Trouble();
      const controls = new Controls();
      controls.attended = true;
      const problems: (string | undefined)[] = [];
      controls.watch(() => {
        problems.push(controls.problem);
        if (!controls.paused) return;
        setTimeout(() => {
          lab.mended = true;
          controls.resume();
        }, 20);
      });
      const told: string[] = [];
      const onCommit = ({ candidate, answer }: Commit<Kept>) => void told.push(`${candidate.join()} ${answer.verdict}`);
      const { signal } = new AbortController();
      const { ending } = await walkBy(mode, search, pausing(lab, controls), { signal, controls, onCommit });
      assert.equal(ending, 'done');
      assert.deepEqual(problems, ['No room: make some.', undefined]);
      if (mode.commit === commitRules[0]) assert.deepEqual(told, plain.told);
    });

    it(`ends a run that nobody attends: ${nameOf(mode)}`, async () => {
      const controls = new Controls();
      const { signal } = new AbortController();
      const { ending, problem } = await walkBy(mode, search, pausing(new Trouble(), controls), { signal, controls });
      assert.deepEqual([ending, problem?.message, controls.paused], ['broken', 'No room: make some.', false]);
    });
  }
});

describe('a skip', () => {
  for (const mode of modes) {
    it(`gives up the phase at once, with what it has reached: ${nameOf(mode)}`, async () => {
      const { ending, result, best, skipped, told, lab } = await walked(mode, (committed, controls) => {
        if (committed === 6) setImmediate(() => controls.skip());
      });
      assert.deepEqual([ending, skipped], ['done', ['first']]);
      assert.deepEqual([...result!], [...best]);
      assert.ok(told.length < 12, `${told.length} committed`);
      assert.ok(lab.cancelled > 0 || mode.jobs === 1);
      assert.equal(lab.running, 0);
    });
  }

  it('comes through a pause', async () => {
    const controls = new Controls();
    controls.pause();
    setTimeout(() => controls.skip(), 10);
    const lab = new Tests();
    const { signal } = new AbortController();
    const { ending, result } = await walkBy(modes[0], search, pausing(lab, controls), { signal, controls });
    assert.deepEqual([ending, result!.length, lab.started], ['done', 40, 0]);
  });

  it('of what cannot be given up is forgotten', async () => {
    const controls = new Controls();
    controls.skip();
    const { signal } = new AbortController();
    const bare = ddmin.search(list, defaultOptions);
    const { ending, result } = await walkBy(modes[0], () => bare, new Tests(), { signal, controls });
    assert.deepEqual([ending, [...result!]], ['done', [7, 20]]);
    assert.equal(controls.skipping.aborted, false);
  });
});
