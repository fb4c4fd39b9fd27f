/**
 * ddmin (Zeller & Hildebrandt 2002, "Simplifying and Isolating Failure-Inducing Input"), with the orders of Hodován & Kiss 2016
 * ("Practical Improvements to the Minimizing Delta Debugging Algorithm"). 1-minimal in each order.
 *
 * The list is cut into n parts. If one part alone keeps the property, it becomes the list. If the list keeps the property without a
 * part, that part goes and n falls by one. Else n doubles. The search ends after single elements were tried.
 */
import { done, lazy, phase, type Search } from '../search/search';
import { candidatesOf, finer, firstCut, kinds, labelOf, type Cut, type Kind } from './parts/granularity';
import type { Kept, ListReducer } from './list';

export const ddmin: ListReducer = {
  name: 'ddmin',
  description: 'Minimizing delta debugging, the classic: many tests, 1-minimal.',
  source: 'Zeller & Hildebrandt 2002; Hodován & Kiss 2016',
  options: ['order', 'granularity'],
  search: (list, options) => iteration(firstCut(list, options), kinds[options.order]),
};

/** One pass through the main loop: each kind of candidate at this granularity, then a finer granularity. */
function iteration(cut: Cut, order: readonly Kind[], turn = 0): Search<Kept, Kept> {
  const { kept, parts } = cut;
  if (kept.length < 2) return done(kept);
  if (turn === order.length) {
    const next = finer(cut);
    return next ? iteration(next, order) : done(kept);
  }
  const { chance, become } = candidatesOf(order[turn], cut);
  return phase({
    label: labelOf(order[turn], cut),
    kind: order[turn] === 'subsets' ? 'subset' : undefined,
    joint: turn + 1 < order.length,
    alternatives: lazy(parts, (index) => become(index).kept),
    chance: () => chance,
    held: (index) => iteration(become(index), order),
    none: () => iteration(cut, order, turn + 1),
  });
}
