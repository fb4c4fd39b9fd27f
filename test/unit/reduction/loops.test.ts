/** Laws of the loops and commit rules, with tests that take simulated time. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { commitRules, loops } from '../../../src/reduction/drive/loops';
import { cdd } from '../../../src/reducers/cdd';
import { ddmin, wddmin } from '../../../src/reducers/ddmin';
import type { Kept, ListReducer } from '../../../src/reducers/list';
import { defaultOptions, orders } from '../../../src/reducers/options';
import { probdd } from '../../../src/reducers/probdd';
import type { Phase, Search } from '../../../src/search/search';
import { arbitrary, countWalk, mocks } from '../../support/lists';
import { listKey, simulate, uniformCost } from '../../support/simulate';
import { seldom } from '../../support/seldom';

type Property = (kept: ReadonlySet<number>) => boolean;

const [inOrder, firstFinished] = commitRules.map(({ name }) => name);
const manyAtOnce = loops.filter(({ reach }) => reach !== 'test');
const workers = [1, 2, 16];

/** `minimal`: the result is 1-minimal for every property. */
const variants: { name: string; minimal: boolean; search: (size: number) => Search<Kept, Kept> }[] = [
  ...orders.map((order) => variant(`ddmin ${order}`, ddmin, true, order)),
  variant('wddmin', wddmin, true),
  variant('cdd', cdd, false),
  variant('probdd', probdd, false),
];

function variant(name: string, reducer: ListReducer, minimal: boolean, order = defaultOptions.order) {
  const weight = (element: number) => 1 + (element % 3);
  return { name, minimal, search: (size: number) => reducer.search({ size, weight }, { ...defaultOptions, order }) };
}

/** The mock inputs; properties that need some elements; arbitrary properties. All hold for the whole list. */
const inputs: fc.Arbitrary<{ size: number; property: Property }> = fc.oneof(
  fc.constantFrom(mocks.A, mocks.B, mocks.C),
  fc.record({ size: fc.integer({ min: 1, max: 20 }), drawn: fc.array(fc.nat()) }).map(({ size, drawn }) => ({
    size,
    property: (kept: ReadonlySet<number>) => drawn.every((element) => kept.has(element % size)),
  })),
  fc.record({ size: fc.integer({ min: 1, max: 20 }), salt: fc.integer() }).map(({ size, salt }) => ({
    size,
    property: (kept: ReadonlySet<number>) => kept.size === size || arbitrary(kept, salt),
  })),
);

const seeds = fc.integer({ min: 1, max: 1000 });

function assertMinimal(kept: readonly number[], property: Property): void {
  if (kept.length < 2) return;
  for (const element of kept) assert.ok(!property(new Set(kept.filter((other) => other !== element))), `${element}`);
}

for (const { name, minimal, search } of variants) {
  describe(`loops: ${name}`, function () {
    this.timeout(180_000); // many runs

    const usual = name === 'ddmin complements-only' ? it : seldom.it;
    usual('in order: the same result and the same sequence for every loop and any number of workers', async () => {
      const law = fc.asyncProperty(inputs, seeds, async ({ size, property }, seed) => {
        await assertSameInOrder(search(size), property, seed);
      });
      await fc.assert(law, { numRuns: 20 });
      await assertSameInOrder(search(mocks.D.size), mocks.D.property, 1);
    });

    it(`first finished: the result holds, is a sublist${minimal ? ' and 1-minimal' : ''}; no test keeps running`, async () => {
      const law = fc.asyncProperty(inputs, seeds, async ({ size, property }, seed) => {
        for (const { name: loop } of manyAtOnce) {
          for (const jobs of workers) {
            const mode = { loop, commit: firstFinished, jobs, cost: uniformCost(seed, 1, 3) };
            const { kept, most, running } = await simulate(search(size), property, mode);
            assert.ok(property(new Set(kept)));
            assert.ok(kept.every((element, at) => element < size && (at === 0 || element > kept[at - 1])));
            if (minimal) assertMinimal(kept, property);
            assert.ok(most <= jobs && running === 0, `${most} at once, ${running} left`);
          }
        }
      });
      await fc.assert(law, { numRuns: 30 });
    });

    it('parallel and combined test nothing outside the current phases', async () => {
      const law = fc.asyncProperty(inputs, seeds, fc.constantFrom(2, 16), async ({ size, property }, seed, jobs) => {
        for (const loop of ['parallel', 'combined']) {
          for (const commit of [inOrder, firstFinished]) {
            await assertInside(search(size), property, { loop, commit, jobs, seed });
          }
        }
      });
      await fc.assert(law, { numRuns: 20 });
    });

    for (const [input, { size, property }] of Object.entries(mocks)) {
      if (!minimal) continue;
      it(`first finished: a 1-minimal result of the same size as in order, on ${input}`, async () => {
        for (const { name: loop } of manyAtOnce) {
          for (const jobs of workers) {
            const mode = { loop, commit: firstFinished, jobs, cost: uniformCost(jobs, 1000, 3000) };
            const { kept } = await simulate(search(size), property, mode);
            assert.equal(kept.length, countWalk(search(size), property).kept.length);
            assertMinimal(kept, property);
          }
        }
      });
    }
  });
}

/** Same result as a plain walk, for every loop and any number of workers. */
async function assertSameInOrder(search: Search<Kept, Kept>, property: Property, seed: number): Promise<void> {
  const plain = countWalk(search, property);
  for (const { name: loop } of loops) {
    for (const jobs of workers) {
      const mode = { loop, commit: inOrder, jobs, cost: uniformCost(seed, 1, 3) };
      const { kept, told, tests, most } = await simulate(search, property, mode);
      assert.deepEqual(kept, plain.kept);
      assert.equal(tests, plain.tests);
      assert.deepEqual(
        told.map((line) => line.split(' ')[0]),
        plain.asked.map((asked) => asked.join()),
      );
      assert.ok(most <= (loop === 'sequential' ? 1 : jobs), `${most} at once`);
    }
  }
}

interface Watched {
  readonly loop: string;
  readonly commit: string;
  readonly jobs: number;
  readonly seed: number;
}

/** Every started test belongs to the phase, or joint phases, that the commits so far lead to. */
async function assertInside(search: Search<Kept, Kept>, property: Property, { seed, ...mode }: Watched): Promise<void> {
  const cost = uniformCost(seed, 1, 3);
  const starts: { key: string; commits: number }[] = [];
  let commits = 0;
  const { told } = await simulate(search, property, {
    ...mode,
    cost: (candidate) => {
      starts.push({ key: listKey(candidate), commits });
      return cost(candidate);
    },
    onCommit: () => commits++,
  });
  const inside = atHand(search, told, mode.loop === 'combined');
  for (const { key, commits } of starts) assert.ok(inside[commits].has(key), `${key} after ${commits} commits`);
}

/** The candidates that may be tested before each commit. */
function atHand(search: Search<Kept, Kept>, told: readonly string[], joint: boolean): ReadonlySet<string>[] {
  const inside: ReadonlySet<string>[] = [];
  let current = search;
  while (!current.done) {
    const phases = joint ? jointPhases(current) : [current];
    const ways = phases.flatMap((phase) => keysOf(phase).map((key, index) => ({ phase, index, key })));
    const keys = new Set(ways.map(({ key }) => key));
    let next: Search<Kept, Kept> | undefined;
    for (let asked = 0; !next && asked < ways.length; asked++) {
      const [key, verdict] = told[inside.push(keys) - 1].split(' ');
      const taken = ways.find((way) => way.key === key)!;
      if (verdict === 'holds') next = taken.phase.held(taken.index);
    }
    current = next ?? phases.at(-1)!.none('fails');
  }
  return inside;
}

function jointPhases(first: Phase<Kept, Kept>): Phase<Kept, Kept>[] {
  const next = first.joint ? first.none('fails') : undefined;
  return next && !next.done ? [first, ...jointPhases(next)] : [first];
}

function keysOf({ alternatives }: Phase<Kept, Kept>): string[] {
  const keys: string[] = [];
  for (let candidate = alternatives.at(0); candidate; candidate = alternatives.at(keys.length)) {
    keys.push(listKey(candidate));
  }
  return keys;
}
