/** Random lists with required elements, and the least number of tests that can find them. */
import { draw } from '../../src/reducers/list';

/** `count` of `size` elements, each set equally probable; the same for the same arguments. Ascending. */
export function independent(size: number, count: number, number: number): number[] {
  const lots = Array.from({ length: size }, (_, element) => ({ element, lot: draw(number, 7, element) }));
  const drawn = lots.sort((a, b) => a.lot - b.lot).slice(0, count);
  return drawn.map(({ element }) => element).sort((a, b) => a - b);
}

/** `count` of `size` elements in runs of `run` neighbours, the last one shorter; runs may touch. */
export function inRuns(size: number, count: number, run: number, number: number): number[] {
  const runs = Math.ceil(count / run);
  const starts = independent(size - count + runs, runs, number);
  return starts.flatMap((start, index) => {
    const length = Math.min(run, count - index * run);
    return Array.from({ length }, (_, at) => start + index * (run - 1) + at);
  });
}

/** log₂ C(n, k): no procedure finds k of n elements in fewer tests, on average over all sets. */
export function leastTests(n: number, k: number): number {
  return Array.from({ length: k }, (_, i) => Math.log2((n - i) / (i + 1))).reduce((sum, bits) => sum + bits, 0);
}
