/**
 * Wddmin (Zhou et al. 2025): ddmin with parts halved by weight, so that a heavy element is soon alone in its part. After every success
 * the scan starts again; single deletions end the search. 1-minimal, O(n²) tests.
 */
import { then } from '../search/compose';
import { iterate, type Cut } from './ddmin';
import { minus, wholeList, type Kept, type ListReducer } from './list';
import { oneLess } from './sweep';

export const wddmin: ListReducer = {
  name: 'wddmin',
  description: 'Weighted ddmin: halves lists by tokens, not by number of elements; 1-minimal.',
  source: 'Zhou et al. 2025, weighted delta debugging',
  options: [],
  search(list) {
    const kept = wholeList(list);
    const weight = (element: number) => list.weight(element);
    return then(iterate(weightedCut(kept, halve([kept], weight), weight), 'subsets-first'), oneLess);
  },
};

type Weight = (element: number) => number;

/** `parts`: those of `kept` that may still go whole; an element that was alone in its part is in none. */
function weightedCut(kept: Kept, parts: readonly Kept[], weight: Weight): Cut {
  return {
    kept,
    parts: parts.length,
    subsets: (part) => weightedCut(parts[part], halve([parts[part]], weight), weight),
    complements: (part) => weightedCut(minus(kept, parts[part]), parts.toSpliced(part, 1), weight),
    finer: () => weightedCut(kept, halve(parts, weight), weight),
  };
}

/** Every part cut in two of nearly equal weight; a part of one element is dropped. */
function halve(parts: readonly Kept[], weight: Weight): Kept[] {
  return parts
    .filter((part) => part.length > 1)
    .flatMap((part) => {
      const middle = middleOf(part, weight);
      return [part.subarray(0, middle), part.subarray(middle)];
    });
}

/** Where to cut a part of two elements or more: neither side is empty. */
function middleOf(part: Kept, weight: Weight): number {
  const total = part.reduce((sum, element) => sum + weight(element), 0);
  let [middle, left] = [1, weight(part[0])];
  const nearer = () => Math.abs(total - 2 * (left + weight(part[middle]))) < Math.abs(total - 2 * left);
  while (middle + 1 < part.length && nearer()) left += weight(part[middle++]);
  return middle;
}
