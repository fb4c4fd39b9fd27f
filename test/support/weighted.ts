/** The synthetic lists of Zhou et al. 2025, and the ddmin of their comparison. */
import { type Kept, draw, without } from '../../src/reducers/list';
import { partStart } from '../../src/reducers/ddmin';
import { done, lazy, phase, type Search } from '../../src/search/search';

export interface WeightedList {
  readonly weights: readonly number[];
  /** An element of weight w can go with probability p₀^w; these cannot. */
  readonly required: readonly number[];
}

/** Distribution of the tokens beyond one per element: cut at uniform points, or each on a random element. */
export type Spread = 'cuts' | 'each';

/** List `number` of `size` elements; the same for the same arguments. */
export function weightedList(number: number, size: number, spread: Spread): WeightedList {
  let drawn = 0;
  const random = () => draw(number, size, drawn++) / 2 ** 32;
  const extra = Math.floor(random() * (9 * size + 1));
  const weights = new Array<number>(size).fill(1);
  if (spread === 'each') for (let token = 0; token < extra; token++) weights[Math.floor(random() * size)]++;
  else cutsOf(extra, size, random).forEach((length, element) => (weights[element] += length));
  const p0 = random();
  const required = weights.flatMap((weight, element) => (random() < p0 ** weight ? [] : [element]));
  return { weights, required };
}

function cutsOf(extra: number, size: number, random: () => number): number[] {
  const inner = Array.from({ length: size - 1 }, () => Math.floor(random() * (extra + 1)));
  const points = [0, ...inner, extra].sort((a, b) => a - b);
  return points.slice(1).map((point, index) => point - points[index]);
}

/** ddmin as first published: subsets, then complements, each scanned from the first part after every success. */
export function textbookDdmin(kept: Kept, n = 2): Search<Kept, Kept> {
  if (kept.length < 2) return done(kept);
  const bounds = (part: number) => [partStart(kept.length, n, part), partStart(kept.length, n, part + 1)] as const;
  const subset = (part: number) => kept.slice(...bounds(part));
  const complement = (part: number) => without(kept, ...bounds(part));
  return phase({
    label: `subsets, ${n} parts`,
    alternatives: lazy(n, subset),
    chance: () => 0.5,
    held: (part) => textbookDdmin(subset(part)),
    none: () =>
      phase({
        label: `complements, ${n} parts`,
        alternatives: lazy(n, complement),
        chance: () => 0.5,
        held: (part) => textbookDdmin(complement(part), Math.max(n - 1, 2)),
        none: () => (n < kept.length ? textbookDdmin(kept, Math.min(kept.length, 2 * n)) : done(kept)),
      }),
  });
}
