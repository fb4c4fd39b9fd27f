import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Commit, walkBy } from '../../../src/reduction/drive/drive';
import { type Mode, defaultCommitRule, defaultLoop } from '../../../src/reduction/drive/loops';
import type { Lab } from '../../../src/reduction/drive/pool';
import type { OracleAnswer } from '../../../src/oracle/oracle';
import { defaultOptions } from '../../../src/reducers/options';
import type { Kept, ListReducer } from '../../../src/reducers/list';
import { ddmin } from '../../../src/reducers/ddmin';
import { rejecting } from '../../../src/search/compose';
import { done, lazy, phase, type Search } from '../../../src/search/search';
import { complement } from '../../../src/text/ranges';
import { countWalk, variants } from '../../support/lists';
import { VirtualClock } from '../../support/virtualClock';

type Property = (kept: ReadonlySet<number>) => boolean;

/** A lab that answers after a few turns of the event loop; the delay varies. */
class SlowLab implements Lab<Kept> {
  started = 0;
  atOnce = 0;
  most = 0;
  cancelled = 0;

  constructor(
    private readonly property: Property,
    private readonly turns: (key: string) => number,
    readonly removal?: Lab<Kept>['removal'],
  ) {}

  key(candidate: Kept): string {
    return candidate.join();
  }

  async test(candidate: Kept, signal: AbortSignal): Promise<OracleAnswer> {
    this.started++;
    this.most = Math.max(this.most, ++this.atOnce);
    try {
      for (let turn = this.turns(this.key(candidate)); turn >= 0; turn--) {
        if (signal.aborted) {
          this.cancelled++;
          throw signal.reason;
        }
        await new Promise((resolve) => setImmediate(resolve));
      }
      return { verdict: this.property(new Set(candidate)) ? 'holds' : 'fails', ms: 1 };
    } finally {
      this.atOnce--;
    }
  }
}

/** Elements as ranges of length 1. */
function removalFrom(size: number): Lab<Kept>['removal'] {
  const range = (element: number) => ({ start: element, end: element + 1 });
  return (candidate) => ({ ranges: complement(Array.from(candidate, range), size), adds: false });
}

const by = (jobs: number): Mode => ({ loop: defaultLoop, commit: defaultCommitRule, jobs });

const uneven = (key: string) => (key.length * 7) % 5;

async function driven(reducer: ListReducer, size: number, property: Property, jobs: number, options = defaultOptions) {
  const lab = new SlowLab(property, uneven, removalFrom(size));
  const { signal } = new AbortController();
  const commits: Commit<Kept>[] = [];
  const search = reducer.search({ size, weight: () => 1 }, options);
  const walked = await walkBy(by(jobs), () => search, lab, { signal, onCommit: (commit) => commits.push(commit) });
  const told = commits.map(({ candidate, answer, cached }) => `${candidate.join()} ${answer.verdict} ${cached}`);
  return { lab, walked, told };
}

describe('drivers', () => {
  for (const { name, reducer, options } of variants) {
    it(`commit the same sequence for 1, 2 and 16 workers as a plain walk: ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 24 }), fc.array(fc.nat()), async (size, drawn) => {
          const required = drawn.map((element) => element % size);
          const property = (kept: ReadonlySet<number>) => required.every((element) => kept.has(element));
          const plain = countWalk(reducer.search({ size, weight: () => 1 }, options), property);
          const one = await driven(reducer, size, property, 1, options);
          assert.equal(one.lab.started, plain.tests);
          assert.deepEqual([...one.walked.result!], plain.kept);
          for (const jobs of [2, 16]) {
            const many = await driven(reducer, size, property, jobs, options);
            assert.deepEqual(many.told, one.told);
            assert.ok(many.lab.most <= jobs, `${many.lab.most} at once`);
          }
        }),
        { numRuns: 20 },
      );
    });
  }

  it('test ahead: four workers wait less than one', async () => {
    const waits = async (jobs: number) => {
      let turns = 0;
      let counting = true;
      const count = () => setImmediate(() => (turns++, counting && count()));
      count();
      const { lab } = await driven(ddmin, 60, (kept) => kept.has(7) && kept.has(40) && kept.has(59), jobs);
      counting = false;
      return { turns, lab };
    };
    const one = await waits(1);
    const four = await waits(4);
    assert.ok(four.turns < 0.7 * one.turns, `${four.turns} against ${one.turns}`);
    assert.ok(four.lab.started > one.lab.started, 'some of it in vain');
    assert.equal(four.lab.atOnce, 0, 'nothing runs on');
  });

  it('test less in vain if candidates tell what they lack', async () => {
    const property = (kept: Kept) => [7, 40, 41, 130, 222].every((element) => kept.includes(element));
    const begun = async (removal?: Lab<Kept>['removal']) => {
      const lab = new VirtualClock().lab<Kept>(property, String, () => 1000);
      const { signal } = new AbortController();
      const search = ddmin.search({ size: 300, weight: () => 1 }, defaultOptions);
      await walkBy(by(8), () => search, { ...lab, removal }, { signal });
      return lab.counts.started;
    };
    const [blind, seeing] = [await begun(), await begun(removalFrom(300))];
    assert.ok(seeing < 0.9 * blind, `${seeing} against ${blind}`);
  });

  it('stop at once when aborted', async () => {
    for (const jobs of [1, 3]) {
      const controller = new AbortController();
      const lab = new SlowLab((kept) => kept.has(3), uneven);
      const { signal } = controller;
      const search = ddmin.search({ size: 64, weight: () => 1 }, defaultOptions);
      let held = 0;
      let last: Kept | undefined;
      const onCommit = ({ candidate, answer }: Commit<Kept>) => {
        last = candidate;
        if (answer.verdict === 'holds' && ++held === 3) controller.abort();
      };
      const walked = await walkBy(by(jobs), () => search, lab, { signal, onCommit });
      assert.deepEqual(walked, { ending: 'interrupted' });
      assert.equal(last!.length, 8);
      assert.equal(lab.atOnce, 0);
    }
  });

  it('stop after the maximum number of tests; repeated content is free', async () => {
    const { signal } = new AbortController();
    const lab = new SlowLab((kept) => kept.has(3), uneven);
    const search = ddmin.search({ size: 64, weight: () => 1 }, defaultOptions);
    let tests = 0;
    const onCommit = ({ cached }: Commit<Kept>) => void (cached || tests++);
    const walked = await walkBy(by(1), () => search, lab, { signal, maxTests: 4, onCommit });
    assert.deepEqual([walked.ending, tests, lab.started], ['tests', 4, 4]);
  });

  it('stop at an error of the lab', async () => {
    for (const jobs of [1, 2]) {
      const lab: Lab<Kept> = {
        key: (candidate) => candidate.join(),
        test: (candidate) =>
          candidate.length > 8 ? Promise.resolve({ verdict: 'holds', ms: 1 }) : Promise.reject(new Error('disk full')),
      };
      const { signal } = new AbortController();
      const search = ddmin.search({ size: 64, weight: () => 1 }, defaultOptions);
      const { ending, problem } = await walkBy(by(jobs), () => search, lab, { signal });
      assert.deepEqual([ending, problem?.message], ['broken', 'disk full']);
    }
  });

  it('make a search only as far ahead as they test', async () => {
    const lab = new SlowLab(() => false, uneven);
    const { signal } = new AbortController();
    let made = 0;
    const heavy: Search<Kept, Kept> = phase({
      alternatives: lazy(200, (index) => Int32Array.of(index)),
      chance: () => 0.001,
      held: (index) => (made++, done(Int32Array.of(index))),
      none: () => done(new Int32Array()),
    });
    await walkBy(by(4), () => heavy, lab, { signal });
    assert.equal(lab.started, 200);
    assert.ok(made <= 8, `${made} made`);
  });

  it('see to tests that have ended before they make many candidates, which may take long', async () => {
    let made = 0;
    const next = (left: number): Search<Kept, Kept> =>
      left === 0
        ? done(new Int32Array())
        : phase({
            alternatives: lazy(1, () => {
              made++;
              const end = performance.now() + 6;
              while (performance.now() < end);
              return Int32Array.of(left);
            }),
            chance: () => 0.1,
            held: () => next(left - 1),
            none: () => next(left - 1),
          });
    const { signal } = new AbortController();
    let madeThen: number | undefined;
    const onCommit = () => (madeThen ??= made);
    const lab = new SlowLab(
      () => false,
      () => 3,
    );
    await walkBy(by(64), () => next(100), lab, { signal, onCommit });
    assert.ok(madeThen! <= 12, `${madeThen} made before the first verdict`);
  });

  it('never test refused candidates', async () => {
    const lab = new SlowLab((kept) => kept.size > 2, uneven);
    const { signal } = new AbortController();
    const search = rejecting(ddmin.search({ size: 16, weight: () => 1 }, defaultOptions), () => true);
    const walked = await walkBy(by(1), () => search, lab, { signal });
    assert.deepEqual([walked.ending, walked.result!.length, lab.started], ['done', 16, 0]);
  });
});
