/** The units after some elements went. Computed after each success, O(elements + units). */
import type { ElementTree } from '../../syntax/elementTree';
import type { Removed } from '../../syntax/removal';
import { fileNamesOf, namesOf } from '../names/names';
import { fresh, noName, ofAPart, traitsNumber, usedAfter, usedBefore, usedNowhere } from './chances';
import { isRun, type Units } from './units';

export interface View {
  /** Tokens of each unit that go with it; 0 if it is gone, or a run of which one element is left. */
  readonly weight: Int32Array;
  /** First and last element of each unit that is left: the last one is its last descendant. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  /** `usedNowhere`…, see `chances.ts`. */
  readonly reference: Int32Array;
  /** Number of its traits while nothing is known of it, see `traitsNumber`. */
  readonly traits: Int32Array;
  /** Units that may be tried. */
  readonly open: Int32Array;
  /** Tokens of the whole text. */
  readonly tokens: number;
}

export function viewOf(units: Units, names: NameTable, removed: Removed): View {
  const { count, siblings, tree } = units;
  const { dead, tokens } = leftOf(units, removed);
  /** Tokens of the siblings left before each place. */
  const before = new Int32Array(siblings.length + 1);
  siblings.forEach((element, at) => {
    before[at + 1] = before[at] + (dead[element] ? 0 : Math.max(1, tokens[element]));
  });
  const ends = endsOf(names, dead, tree.count);
  const column = () => new Int32Array(count);
  const view = { weight: column(), first: column(), last: column(), reference: column(), traits: column() };
  const open: number[] = [];
  for (let unit = 0; unit < count; unit++) {
    let [from, to] = [units.from[unit], units.to[unit]];
    while (from < to && dead[siblings[from]]) from++;
    while (from < to && dead[siblings[to - 1]]) to--;
    if (to === from || (to === from + 1 && isRun(units, unit))) continue;
    const weight = weightOf(units, unit, dead, tokens, before[to] - before[from]);
    if (weight === 0 || weight === tokens[0]) continue;
    view.weight[unit] = weight;
    const first = (view.first[unit] = siblings[from]);
    const last = (view.last[unit] = tree.last[siblings[to - 1]]);
    view.reference[unit] =
      weight >= veryLong && isUsedAfter(units, unit, names, { first, last }, ends)
        ? ofAPart
        : referenceOf(names.first[siblings[units.from[unit]]], { first, last }, ends);
    view.traits[unit] = traitsNumber(units.kind[unit], view.reference[unit], fresh, weight);
    open.push(unit);
  }
  return { ...view, tokens: tokens[0], open: Int32Array.from(open) };
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

/** `own`: the tokens of its siblings that are left. */
function weightOf({ source, company }: Units, unit: number, dead: Uint8Array, tokens: Int32Array, own: number): number {
  const inner = source[unit];
  if (inner >= 0) return dead[inner] ? 0 : Math.max(1, own - tokens[inner]);
  const others = company.get(unit) ?? [];
  return others.some((other) => dead[other]) ? 0 : others.reduce((sum, other) => sum + tokens[other], own);
}

/** The first and the last element left of each name. */
function endsOf({ occurrences }: NameTable, dead: Uint8Array, none: number) {
  const isLeft = (element: number) => dead[element] === 0;
  return {
    first: occurrences.map((elements) => elements.find(isLeft) ?? none),
    last: occurrences.map((elements) => elements.findLast(isLeft) ?? -1),
  };
}

type Ends = ReturnType<typeof endsOf>;

/** The first and the last element of a unit. */
interface Extent {
  readonly first: number;
  readonly last: number;
}

function referenceOf(name: number, { first, last }: Extent, ends: Ends): number {
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
function isUsedAfter(units: Units, unit: number, names: NameTable, extent: Extent, ends: Ends): boolean {
  const elements = units.siblings.subarray(units.from[unit], units.to[unit]);
  return (
    isRun(units, unit) && elements.some((element) => referenceOf(names.first[element], extent, ends) === usedAfter)
  );
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
  const { open, tokens, weight, traits } = view;
  const loners = byCounting(open, tokens, (unit) => tokens - weight[unit]);
  const sorted = loners.filter((unit) => units.isAlone[unit] === 0);
  /** Equal traits get the same number, 1, 2, … as they come. */
  const numbers = new Int32Array(largestOf(traits) + 1);
  let count = 0;
  for (const unit of sorted) numbers[traits[unit]] ||= ++count;
  const together = byCounting(sorted, count, (unit) => numbers[traits[unit]]);
  const starts: number[] = [];
  for (let at = 0; at < together.length; at++) {
    if (at === 0 || view.traits[together[at]] !== view.traits[together[at - 1]]) starts.push(at);
  }
  return { together, starts: Int32Array.of(...starts, together.length), heads: Int32Array.from(starts), loners };
}

/** Sorted by their keys, 0…`most`; equal ones as they come. */
function byCounting(all: Int32Array, most: number, keyOf: (unit: number) => number): Int32Array {
  const places = new Int32Array(most + 1);
  for (let index = 0; index < all.length; index++) places[keyOf(all[index])]++;
  for (let key = 1; key < places.length; key++) places[key] += places[key - 1];
  const sorted = new Int32Array(all.length);
  for (let index = all.length - 1; index >= 0; index--) sorted[--places[keyOf(all[index])]] = all[index];
  return sorted;
}

function largestOf(values: Int32Array): number {
  let most = 0;
  for (let index = 0; index < values.length; index++) most = Math.max(most, values[index]);
  return most;
}
