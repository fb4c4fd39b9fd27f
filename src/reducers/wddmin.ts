/**
 * Wddmin (Zhou et al. 2025): ddmin with parts halved by weight, so that a heavy element is soon alone in its part. After every success
 * the scan starts again; single deletions end the search. 1-minimal, O(n²) tests.
 */
import * as l10n from '@vscode/l10n';
import { then } from '../search/compose';
import { done, lazy, phase, type Search } from '../search/search';
import { minus, wholeList, type ElementList, type Kept, type ListReducer } from './list';
import { oneLess } from './naive';

interface State {
  readonly kept: Kept;
  /** The parts of `kept` that may still go whole; an element that was alone in its part is in none. */
  readonly parts: readonly Kept[];
  readonly weight: (element: number) => number;
}

export const wddmin: ListReducer = {
  name: 'wddmin',
  description: 'Weighted ddmin: halves lists by tokens, not by number of elements; 1-minimal.',
  source: 'Zhou et al. 2025, weighted delta debugging',
  options: [],
  search: (list) => then(subsets(wholeState(list)), oneLess),
};

function wholeState(list: ElementList): State {
  const kept = wholeList(list);
  return halve({ kept, parts: [kept], weight: (element) => list.weight(element) });
}

/** "Is there a part that keeps the property alone?" */
function subsets(state: State): Search<Kept, Kept> {
  const { kept, parts } = state;
  if (parts.length === 0) return done(kept);
  return phase({
    label: l10n.t('Trying subsets, {0} parts', parts.length),
    kind: 'subset',
    joint: true,
    alternatives: lazy(parts.length, (index) => parts[index]),
    chance: () => 1 / (2 * parts.length),
    held: (index) => subsets(halve({ ...state, kept: parts[index], parts: [parts[index]] })),
    none: () => complements(state),
  });
}

/** "Is there a part that the list can do without?" */
function complements(state: State): Search<Kept, Kept> {
  const { kept, parts } = state;
  const complement = (index: number) => minus(kept, parts[index]);
  const others = (index: number) => parts.filter((_, other) => other !== index);
  return phase({
    label: l10n.t('Trying complements, {0} parts', parts.length),
    alternatives: lazy(parts.length, complement),
    chance: () => 1 / (parts.length + 1),
    held: (index) => subsets({ ...state, kept: complement(index), parts: others(index) }),
    none: () => subsets(halve(state)),
  });
}

/** Every part cut in two of nearly equal weight; a part of one element is dropped. */
function halve(state: State): State {
  const cut = (part: Kept) => {
    const middle = middleOf(part, state.weight);
    return [part.subarray(0, middle), part.subarray(middle)];
  };
  return { ...state, parts: state.parts.filter((part) => part.length > 1).flatMap(cut) };
}

/** Where to cut a part of two elements or more: neither side is empty. */
function middleOf(part: Kept, weight: (element: number) => number): number {
  const total = part.reduce((sum, element) => sum + weight(element), 0);
  let best = 1;
  let left = 0;
  let nearest = Infinity;
  for (let middle = 1; middle < part.length; middle++) {
    left += weight(part[middle - 1]);
    const distance = Math.abs(total - 2 * left);
    if (distance >= nearest) break;
    nearest = distance;
    best = middle;
  }
  return best;
}
