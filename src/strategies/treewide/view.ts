/** The units after some elements went. Computed after each success, O(elements + units). */
import type { ElementTree } from '../../syntax/elementTree';
import type { Removed } from '../../syntax/removal';
import { fileNamesOf, namesOf } from '../names/names';
import { fresh, noName, ofAPart, traitsNumber, usedAfter, usedBefore, usedNowhere } from './chances';
import type { Units } from './units';

export interface View {
  /** Tokens of each unit that go with it; 0 if it is gone, or a run of which one element is left. */
  readonly weight: Int32Array;
  /** First and last element of each unit that is left: the last one is its last descendant. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  /** `usedNowhere`…, see `chances.ts`. */
  readonly reference: Uint8Array;
  /** Number of its traits while nothing is known of it, see `traitsNumber`. */
  readonly traits: Int32Array;
  /** Units that may be tried. */
  readonly open: Int32Array;
  /** Tokens of the whole text. */
  readonly tokens: number;
}

export function viewOf(units: Units, names: NameTable, removed: Removed): View {
  const { count, siblings } = units;
  const { dead, tokens } = leftOf(units, removed);
  const sums = sumsOf(siblings, dead, tokens);
  const ends = endsOf(names, dead, units.tree.count);
  const view = {
    weight: new Int32Array(count),
    first: new Int32Array(count),
    last: new Int32Array(count),
    reference: new Uint8Array(count),
    traits: new Int32Array(count),
    tokens: tokens[0],
  };
  const open: number[] = [];
  for (let unit = 0; unit < count; unit++) {
    const weight = weightOf(units, unit, dead, tokens, sums);
    if (weight === 0 || weight === tokens[0]) continue;
    view.weight[unit] = weight;
    view.first[unit] = siblings[sums.next[units.from[unit]]];
    view.last[unit] = units.tree.last[siblings[sums.previous[units.to[unit]]]];
    view.reference[unit] =
      weight >= veryLong && isUsedAfter(units, unit, names, view, ends)
        ? ofAPart
        : referenceOf(names.first[siblings[units.from[unit]]], view.first[unit], view.last[unit], ends);
    view.traits[unit] = traitsNumber(units.kind[unit], view.reference[unit], fresh, weight);
    open.push(unit);
  }
  return { ...view, open: Int32Array.from(open) };
}

/** The elements that are gone, and the tokens left of each. */
function leftOf({ tree: { count, parent, weight } }: Units, removed: Removed) {
  const dead = removed.slice();
  for (let element = 1; element < count; element++) if (dead[parent[element]]) dead[element] = 1;
  const gone = new Int32Array(count);
  for (let element = count - 1; element > 0; element--) {
    if (dead[element]) gone[element] = weight[element];
    gone[parent[element]] += gone[element];
  }
  return { dead, tokens: weight.map((tokens, element) => tokens - gone[element]) };
}

/** For each place: count and tokens of the siblings left before it, and the nearest siblings that are left. */
interface Sums {
  readonly count: Int32Array;
  readonly tokens: Int32Array;
  readonly next: Int32Array;
  readonly previous: Int32Array;
}

function sumsOf(siblings: Int32Array, dead: Uint8Array, tokens: Int32Array): Sums {
  const size = siblings.length;
  const column = (value: number) => new Int32Array(size + 1).fill(value);
  const sums = { count: column(0), tokens: column(0), next: column(size), previous: column(-1) };
  for (let at = 0; at < size; at++) {
    const left = 1 - dead[siblings[at]];
    sums.count[at + 1] = sums.count[at] + left;
    sums.tokens[at + 1] = sums.tokens[at] + (left ? Math.max(1, tokens[siblings[at]]) : 0);
    sums.previous[at + 1] = left ? at : sums.previous[at];
  }
  for (let at = size - 1; at >= 0; at--) sums.next[at] = dead[siblings[at]] ? sums.next[at + 1] : at;
  return sums;
}

function weightOf(units: Units, unit: number, dead: Uint8Array, tokens: Int32Array, sums: Sums): number {
  const [from, to, source] = [units.from[unit], units.to[unit], units.source[unit]];
  const left = sums.count[to] - sums.count[from];
  if (left === 0 || (left === 1 && to - from > 1)) return 0;
  let weight = sums.tokens[to] - sums.tokens[from];
  if (source >= 0) weight = dead[source] ? 0 : Math.max(1, weight - tokens[source]);
  if (units.company.size === 0) return weight;
  for (const other of units.company.get(unit) ?? []) weight = dead[other] ? 0 : weight && weight + tokens[other];
  return weight;
}

/** The first and the last element left of each name. */
function endsOf({ occurrences }: NameTable, dead: Uint8Array, none: number) {
  return {
    first: Int32Array.from(occurrences, (elements) => elements.find((element) => !dead[element]) ?? none),
    last: Int32Array.from(occurrences, (elements) => elements.findLast((element) => !dead[element]) ?? -1),
  };
}

type Ends = ReturnType<typeof endsOf>;

function referenceOf(name: number, first: number, last: number, ends: Ends): number {
  if (name < 0) return noName;
  if (ends.first[name] < first) return usedBefore;
  return ends.last[name] > last ? usedAfter : usedNowhere;
}

/**
 * From this weight on, in tokens, all names of a run count: if thousands of definitions use each other, only the last ones may go, after
 * many long runs. Tuned on generated C and JavaScript of 10⁶ tokens; lower bounds need as many tests there, and more in one case
 * of the corpus.
 */
export const veryLong = 32_768;

/** Is the first name of one of its elements used after the run? */
function isUsedAfter(
  { siblings, from, to }: Units,
  unit: number,
  names: NameTable,
  view: Pick<View, 'first' | 'last'>,
  ends: Ends,
): boolean {
  if (to[unit] - from[unit] === 1) return false;
  for (let at = from[unit]; at < to[unit]; at++) {
    const name = names.first[siblings[at]];
    if (name >= 0 && ends.first[name] >= view.first[unit] && ends.last[name] > view.last[unit]) return true;
  }
  return false;
}

/** Where the names of a text occur: a name that is still used is the strongest sign that its unit has to stay. */
export interface NameTable {
  /** For each element the index of the first name in it, -1 if there is none. */
  readonly first: Int32Array;
  /** For each name the elements that are it, in the order of the text. */
  readonly occurrences: readonly (readonly number[])[];
}

export function nameTable(tree: ElementTree): NameTable {
  const occurrences = [...namesOf(tree).values(), ...fileNamesOf(tree)].map((name) => name.occurrences);
  const first = new Int32Array(tree.count).fill(-1);
  occurrences.forEach((elements, name) => {
    for (const element of elements) first[element] = name;
  });
  for (let element = tree.count - 1; element > 0; element--) {
    const parent = tree.parent[element];
    if (first[element] >= 0 && !(tree.names?.has(parent) && first[parent] >= 0)) first[parent] = first[element];
  }
  return { first, occurrences };
}

/**
 * The units of a view that may still be tried, sorted so that the most promising ones are found without a look at all of them: there may
 * be 10⁵ units, and each test needs a choice. Units only drop out, until a success makes another view.
 */
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
