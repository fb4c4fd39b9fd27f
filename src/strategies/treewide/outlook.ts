/**
 * The units of a view that may still be tried, sorted so that the most promising ones are found without a look at all of them: there may
 * be 10⁵ units, and each test needs a choice. Units only drop out, until a success makes another view.
 */
import type { Units } from './units';
import type { View } from './view';

export interface Outlook {
  /** Units that may be tested together, those with the same traits side by side, the heaviest of them first. */
  readonly together: Int32Array;
  /** Where the units of each traits number start in `together`, and where the last ones end. */
  readonly starts: Int32Array;
  /** The first unit of each traits number that may still be tested together. */
  readonly heads: Int32Array;
  /** Units that may be tested alone, the heaviest first. */
  readonly loners: Int32Array;
}

export function outlookOf(units: Units, view: View): Outlook {
  const loners = byCounting(
    view.open,
    view.open.map((unit) => view.tokens - view.weight[unit]),
  );
  const sorted = loners.filter((unit) => units.isAlone[unit] === 0);
  const numbers = numbered(sorted.map((unit) => view.traits[unit]));
  const together = byCounting(sorted, numbers);
  const starts: number[] = [];
  for (let at = 0; at < together.length; at++) {
    if (at === 0 || view.traits[together[at]] !== view.traits[together[at - 1]]) starts.push(at);
  }
  return { together, starts: Int32Array.of(...starts, together.length), heads: Int32Array.from(starts), loners };
}

/** Equal values get the same number, 0, 1, 2, … as they come. */
function numbered(values: Int32Array): Int32Array {
  const known = new Int32Array(largestOf(values) + 1);
  let count = 0;
  return values.map((value) => {
    if (known[value] === 0) known[value] = ++count;
    return known[value] - 1;
  });
}

/** Sorted by their keys, small whole numbers; equal ones as they come. */
function byCounting(all: Int32Array, keys: Int32Array): Int32Array {
  const places = new Int32Array(largestOf(keys) + 1);
  for (let index = 0; index < keys.length; index++) places[keys[index]]++;
  for (let key = 1; key < places.length; key++) places[key] += places[key - 1];
  const sorted = new Int32Array(all.length);
  for (let index = all.length - 1; index >= 0; index--) sorted[--places[keys[index]]] = all[index];
  return sorted;
}

function largestOf(values: Int32Array): number {
  let most = 0;
  for (let index = 0; index < values.length; index++) most = Math.max(most, values[index]);
  return most;
}
