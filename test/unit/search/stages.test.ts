/** Searches whose property has a dear stage, walked over every list reducer. */
import assert from 'node:assert/strict';
import { complete, inStages, partial, type Confidence } from '../../../src/search/stages';
import { variants, reduceList, type Variant } from '../../support/lists';
import { drawing } from '../../support/random';
import { walk } from '../../support/walk';

const size = 40;

interface Staged {
  readonly kept: number[];
  /** Different lists that the dear stage was asked for. */
  readonly dear: number;
  /** The list of the last verdict "holds". */
  readonly last: number[] | undefined;
  /** Lists that the cheap stage took. */
  readonly taken: number;
}

/** The dear stage runs only if the cheap one holds. */
function inTwo(
  { reducer, options }: Variant,
  cheap: (kept: List) => boolean,
  dear: (kept: List) => boolean,
  confidence: Confidence = partial,
): Staged {
  const asked = new Set<string>();
  const taken = new Set<string>();
  let last: number[] | undefined;
  const search = inStages(reducer.search({ size, weight: () => 1 }, options), confidence);
  const kept = walk(search, ({ candidate, whole }) => {
    if (!cheap(candidate)) return 'fails';
    taken.add(candidate.join());
    if (whole) {
      asked.add(candidate.join());
      if (!dear(candidate)) return 'fails';
    }
    last = [...candidate];
    return true;
  });
  return { kept: [...kept], dear: asked.size, last, taken: taken.size };
}

type List = Pick<readonly number[], 'includes' | 'join'>;

const holdsAll = (needed: readonly number[]) => (kept: List) => needed.every((one) => kept.includes(one));

describe('a property in two stages', function () {
  this.timeout(180_000); // every reducer, many samples

  for (const variant of variants) {
    it(`${variant.name}: the result is that of both stages at once, if the dear one refuses all parts of what it refuses`, () => {
      const draw = drawing(7);
      for (let sample = 0; sample < 20; sample++) {
        const some = (count: number) => Array.from({ length: count }, () => draw(size));
        const [cheap, dear] = [holdsAll(some(4)), holdsAll(some(draw(3)))];
        const { kept, last } = inTwo(variant, cheap, dear, sample % 2 ? complete : partial);
        const both = (set: ReadonlySet<number>) => cheap([...set]) && dear([...set]);
        assert.deepEqual(kept, reduceList(variant.reducer, size, both, variant.options).kept);
        if (last) assert.deepEqual(last, kept);
      }
    });

    it(`${variant.name}: a result always holds for both stages`, () => {
      for (let seed = 1; seed <= 20; seed++) {
        const draw = drawing(seed);
        const known = new Map<string, boolean>([[Array.from({ length: size }, (_, at) => at).join(), true]]);
        const dear = (kept: List) => {
          const key = kept.join();
          if (!known.has(key)) known.set(key, draw(3) > 0);
          return known.get(key)!;
        };
        const { kept, last } = inTwo(variant, holdsAll([3, 17, 29]), dear, seed % 2 ? complete : partial);
        assert.ok(holdsAll([3, 17, 29])(kept) && dear(kept));
        if (last) assert.deepEqual(last, kept);
      }
    });
  }

  it('the dear one is asked seldom while it holds, and often where it refuses', () => {
    const naive = variants.find(({ name }) => name === 'naive')!;
    const always = inTwo(naive, holdsAll([39]), () => true);
    assert.deepEqual([always.kept, always.taken, always.dear], [[39], 39, 9]);
    assert.equal(inTwo(naive, holdsAll([39]), () => true, complete).dear, 5);
    const needed = Array.from({ length: 20 }, (_, at) => 2 * at);
    const refusing = inTwo(naive, () => true, holdsAll(needed));
    // After each refusal four times as many are tested whole.
    assert.deepEqual([refusing.kept, refusing.dear], [needed, 252]);
  });
});
