/** The driver that takes the first test to finish, and its virtual clock. */
import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Commit, walkBy } from '../../../src/reduction/drive/drive';
import { modeNamed } from '../../../src/reduction/drive/loops';
import { ddmin } from '../../../src/reducers/ddmin';
import type { Kept } from '../../../src/reducers/list';
import { defaultOptions, orders } from '../../../src/reducers/options';
import { rejecting } from '../../../src/search/compose';
import { done, lazy, phase, type Search } from '../../../src/search/search';
import { mocks } from '../../support/lists';
import { listKey, simulate, uniformCost } from '../../support/simulate';
import { VirtualClock } from '../../support/virtualClock';

const { size, property } = mocks.D;
const cost = uniformCost(1, 1000, 3000);
const mode = { loop: 'combined', commit: 'first-finished', jobs: 8, cost };

const searchOf = (elements: number, order = defaultOptions.order) =>
  ddmin.search({ size: elements, weight: () => 1 }, { ...defaultOptions, order });

describe('first finished', function () {
  this.timeout(180_000); // simulates many runs

  it('takes the first test to finish, and ends the others at once', async () => {
    const alternatives = lazy(3, (index) => Int32Array.of(index));
    const held = (index: number): Search<Kept, Kept> => done(Int32Array.of(index));
    const one = phase({ alternatives, chance: () => 0.5, held, none: () => done(new Int32Array()) });
    const costs = { ...mode, cost: (candidate: Kept) => [50, 20, 30][candidate[0]] };
    const { kept, ms, told, started, running } = await simulate(one, (set) => !set.has(1), costs);
    assert.deepEqual([kept, ms, started, running], [[2], 30, 3, 0]);
    assert.deepEqual(told, ['1 fails false', '2 holds false'], 'in order of finishing');
  });

  it('tests equal candidates once: at two parts the complements are the subsets', async () => {
    const { told, started } = await simulate(searchOf(2, 'subsets-first'), (set) => set.size === 2, mode);
    assert.equal(started, 2);
    assert.deepEqual(told.sort(), ['0 fails false', '0 fails true', '1 fails false', '1 fails true']);
  });

  it('tests in order with one worker', async () => {
    for (const order of orders) {
      const inOrder = await simulate(searchOf(size, order), property, { ...mode, commit: 'in-order', jobs: 1 });
      const clock = new VirtualClock();
      const lab = clock.lab<Kept>((candidate) => property(new Set(candidate)), listKey, cost);
      const told: string[] = [];
      const onCommit = ({ candidate, answer, cached }: Commit<Kept>) =>
        void told.push(`${listKey(candidate)} ${answer.verdict} ${cached}`);
      const { signal } = new AbortController();
      await walkBy({ ...modeNamed(mode), jobs: 1 }, () => searchOf(size, order), lab, { signal, onCommit });
      const tested = (line: string) => line.endsWith('false');
      assert.deepEqual(told.filter(tested), inOrder.told.filter(tested));
    }
  });

  it('reports each phase that it reaches', async () => {
    const labels: string[] = [];
    const onPhase = (label: string) => labels.push(label);
    await simulate(searchOf(2, 'subsets-first'), (set) => set.size === 2, { ...mode, onPhase });
    assert.deepEqual(labels, ['Trying subsets, 2 parts', 'Trying complements, 2 parts']);
  });

  it('stops at an abort with the best so far, and leaves no test running', async () => {
    for (const loop of ['parallel', 'combined']) {
      const controller = new AbortController();
      let best: Kept | undefined;
      const { walked, running } = await simulate(searchOf(size), property, {
        ...mode,
        loop,
        signal: controller.signal,
        cost: (candidate, started) => (started === 100 && controller.abort(), cost(candidate)),
        onCommit: ({ candidate, answer }) => void (answer.verdict === 'holds' && (best = candidate)),
      });
      assert.deepEqual([walked.ending, walked.result, running], ['interrupted', undefined, 0]);
      assert.ok(best!.length < size);
    }
  });

  it('stops after the maximum number of tests, with none wasted; repeated content is free', async () => {
    for (const maxTests of [1, 5, 37]) {
      const { walked, tests, running } = await simulate(searchOf(size), property, { ...mode, maxTests });
      assert.deepEqual([walked.ending, tests, running], ['tests', maxTests, 0]);
    }
    const failing = await simulate(searchOf(size), () => false, { ...mode, maxTests: 20 });
    assert.deepEqual([failing.tests, failing.started], [20, 20]);
  });

  it('stops at an error of the lab', async () => {
    const breaking = (kept: ReadonlySet<number>) => {
      if (kept.size <= 8) throw new Error('disk full');
      return true;
    };
    const { walked, running } = await simulate(searchOf(64), breaking, mode);
    assert.deepEqual([walked.ending, walked.problem?.message, running], ['broken', 'disk full', 0]);
  });

  it('never tests refused candidates', async () => {
    const odd = (candidate: Kept) => candidate.length % 2 === 1;
    const refusing = rejecting(searchOf(16), odd);
    const { kept, told } = await simulate(refusing, (set) => set.has(3), mode);
    assert.ok(told.every((line) => line.split(' ')[0].split(',').length % 2 === 0));
    assert.equal(kept.length, 2);
    const all = await simulate(
      rejecting(searchOf(16), () => true),
      () => true,
      mode,
    );
    assert.deepEqual([all.kept.length, all.started], [16, 0]);
  });

  it('saves three quarters of the time with 64 workers, as published: complements only, example D', async () => {
    const timeOf = async (loop: string, commit: string, jobs: number) =>
      (await simulate(searchOf(size), property, { loop, commit, jobs, cost })).ms;
    const sequential = await timeOf('sequential', 'in-order', 64);
    for (const [loop, commit] of [
      ['parallel', 'in-order'],
      ['parallel', 'first-finished'],
      ['ahead', 'in-order'],
    ]) {
      const ms = await timeOf(loop, commit, 64);
      const percent = Math.round(100 - (100 * ms) / sequential);
      assert.ok(percent >= 75, `${loop} ${commit}: ${percent} %`);
    }
  });
});

describe('the virtual clock', () => {
  it('waits for a driver that yields to the event loop', async () => {
    const clock = new VirtualClock();
    const lab = clock.lab<number>(
      () => true,
      String,
      (ms) => ms,
    );
    const { signal } = new AbortController();
    const ends: number[] = [];
    const run = async (ms: number, turns: number) => {
      for (let turn = 0; turn < turns; turn++) await nextTurn();
      await lab.test(ms, signal);
      ends.push(clock.now());
    };
    await Promise.all([run(30, 0), run(20, 5), run(10, 10)]);
    assert.deepEqual(ends, [10, 20, 30]);
  });

  it('ends an aborted test at the time of the abort', async () => {
    const clock = new VirtualClock();
    const lab = clock.lab<number>(
      () => true,
      String,
      (ms) => ms,
    );
    const controller = new AbortController();
    const long = assert.rejects(lab.test(1000, controller.signal), { name: 'AbortError' });
    await lab.test(5, new AbortController().signal);
    controller.abort();
    await long;
    assert.deepEqual([clock.now(), lab.counts.running], [5, 0]);
  });
});
