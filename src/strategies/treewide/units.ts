/**
 * The pool of the tree-wide search: everything of one parse that may go. A unit is an element; a run of 2, 4, 8, … neighbours, one run
 * at every half of its length, as some elements only go together; several elements, one because of another; an element with the tokens
 * beside it; or an element that one of its descendants replaces.
 */
import { childrenOf, rangeOf, type ElementTree } from '../../syntax/elementTree';
import type { Range } from '../../text/ranges';
import { besides, mayGo, withMargin, type Margin } from '../parsedText';
import { scopeOf, type Fixed } from '../strategy';

/**
 * A number for each unit.
 * - `from`, `to`: its places in `siblings`.
 * - `kind`: index of its kind, see `Kinds`.
 * - `source`: the descendant that takes its place; -1 if it just goes.
 * - `margin`: see `Margin`; 0: nothing beside it goes with it.
 * - `isAlone`: 1 if it is only tested alone: the grammar requires it, it has margins, or a part of it stays.
 */
type Columns = Readonly<Record<'from' | 'to' | 'kind' | 'source' | 'margin' | 'isAlone', Int32Array>>;

export interface Units extends Columns {
  readonly tree: ElementTree;
  readonly count: number;
  /** Elements that may go, those of one parent side by side in the order of the text. */
  readonly siblings: Int32Array;
  /** Elements that go with a unit. */
  readonly company: ReadonlyMap<number, readonly number[]>;
}

/** Kinds have the same index in all parses of a search. */
export class Kinds {
  private readonly indices = new Map<string, number>();

  indexOf(kind: string): number {
    let index = this.indices.get(kind);
    if (index === undefined) this.indices.set(kind, (index = this.indices.size));
    return index;
  }
}

/** The units of a pool besides elements. */
export interface Wanted {
  readonly runs: boolean;
  /** May this element go? All may if unset. */
  readonly isWanted?: (tree: ElementTree, element: number) => boolean;
  /** Is everything in the pool that can be added? */
  readonly last?: boolean;
  /** Elements with the tokens beside them: `= 1`, `-> T`, `(x)`. */
  readonly margins?: boolean;
  /** For an element, the descendants that may take its place. */
  readonly sourcesOf?: (tree: ElementTree, element: number) => readonly number[];
  /** Elements that may go together, wherever they stand. */
  readonly groupsOf?: (tree: ElementTree) => readonly (readonly number[])[];
  /** Do groups also take elements that are no units? */
  readonly withOthers?: boolean;
}

export function unitsOf(tree: ElementTree, fixed: Fixed, kinds: Kinds, wanted: Wanted): Units {
  const families = familiesOf(tree, fixed, wanted);
  const siblings = Int32Array.from(families.flat());
  const rows = { from: [], to: [], kind: [], source: [], margin: [], isAlone: [] } as Record<keyof Columns, number[]>;
  const company = new Map<number, readonly number[]>();
  for (const { at, size = 1, kind, source = -1, margin = 0, group } of unitsIn(
    tree,
    fixed,
    families,
    siblings,
    wanted,
  )) {
    if (group) company.set(rows.from.length, group.slice(1));
    rows.from.push(at);
    rows.to.push(at + size);
    rows.kind.push(kinds.indexOf(kind));
    rows.source.push(source);
    rows.margin.push(margin);
    rows.isAlone.push(Number(tree.slot[siblings[at]] < 0 || source >= 0 || margin > 0));
  }
  const columns = Object.entries(rows).map(([name, values]) => [name, Int32Array.from(values)]);
  return { ...(Object.fromEntries(columns) as Columns), tree, count: rows.from.length, siblings, company };
}

const margins: readonly Margin[] = [1, 2, 3];

/** A file that many others name has to stay more often; so many are many. */
const mostUses = 4;

interface Unit {
  /** Place of its first element in the siblings. */
  readonly at: number;
  /** Number of its elements; 1 if unset. */
  readonly size?: number;
  readonly kind: string;
  readonly source?: number;
  readonly margin?: number;
  readonly group?: readonly number[];
}

function* unitsIn(
  tree: ElementTree,
  fixed: Fixed,
  families: readonly (readonly number[])[],
  siblings: Int32Array,
  wanted: Wanted,
): Generator<Unit> {
  const { runs, sourcesOf, groupsOf, withOthers } = wanted;
  const { parent, types, type } = tree;
  const typeOf = (element: number) => types[type[element]];
  let at = 0;
  for (const family of families) {
    const around = typeOf(parent[family[0]]);
    for (const [index, element] of family.entries()) yield { at: at + index, kind: `${around} > ${typeOf(element)}` };
    for (let size = 2; runs && size < 2 * family.length; size *= 2) {
      for (let from = 0; from === 0 || from + size / 2 < family.length; from += size / 2)
        yield { at: at + from, size: Math.min(size, family.length - from), kind: `${around} > run of ${size}` };
    }
    at += family.length;
  }
  for (const [at, element] of wanted.margins ? siblings.entries() : []) {
    for (const margin of margins)
      if (withMargin(tree, element, margin)) yield { at, margin, kind: `${typeOf(element)} with margin ${margin}` };
  }
  for (const [at, element] of sourcesOf ? siblings.entries() : [])
    for (const source of sourcesOf!(tree, element))
      yield { at, source, kind: `${typeOf(element)} < ${typeOf(source)}` };
  const places = new Map(Array.from(groupsOf ? siblings : [], (element, at) => [element, at]));
  const text = { tree, scope: scopeOf(tree.text.length, fixed) };
  const mayJoin = (element: number) => (withOthers ? mayGo(text, element) : places.has(element));
  for (const group of groupsOf?.(tree) ?? []) {
    const [first, ...others] = group;
    const at = places.get(first);
    const often = typeOf(first).startsWith('file') ? ` ${Math.min(others.length, mostUses)}` : '';
    if (at !== undefined && others.every(mayJoin)) yield { at, group, kind: `${typeOf(first)} with uses${often}` };
  }
}

/** Neighbours of one parent that may go. An element that the grammar requires is in no run. */
function familiesOf(tree: ElementTree, fixed: Fixed, { isWanted = () => true }: Wanted): number[][] {
  const text = { tree, scope: scopeOf(tree.text.length, fixed) };
  const families: number[][] = [];
  for (let parent = 0; parent < tree.count; parent++) {
    let before = -1;
    for (const child of childrenOf(tree, parent)) {
      if (!mayGo(text, child) || !isWanted(tree, child)) continue;
      if (before < 0 || tree.slot[child] < 0 || tree.slot[before] < 0) families.push([]);
      families.at(-1)!.push((before = child));
    }
  }
  return families;
}

export function isRun({ from, to }: Units, unit: number): boolean {
  return to[unit] - from[unit] > 1;
}

/** Is it one element and nothing else? */
export function isElement(units: Units, unit: number): boolean {
  return !isRun(units, unit) && units.source[unit] < 0 && units.margin[unit] === 0 && !units.company.has(unit);
}

/** Marks the elements that go with a unit, none inside another; for a hoist, those beside its source. */
export function goneWith(units: Units, unit: number, mark: (element: number) => void): void {
  const { siblings, from, to, source, tree, company } = units;
  if (source[unit] >= 0) return markBeside(tree, siblings[from[unit]], source[unit], mark);
  for (let at = from[unit]; at < to[unit]; at++) mark(siblings[at]);
  company.get(unit)?.forEach(mark);
}

/** The largest elements in `target` that are neither in `source` nor around it. */
function markBeside({ last }: ElementTree, target: number, source: number, mark: (element: number) => void): void {
  for (let element = target + 1; element <= last[target];) {
    const around = element < source && last[element] >= source;
    if (!around && element !== source) mark(element);
    element = around ? element + 1 : last[element] + 1;
  }
}

/** The text that goes besides elements: around the source of a hoist, in the margins. */
export function cutsBeside({ tree, siblings, from, source, margin }: Units, unit: number): Range[] {
  const element = siblings[from[unit]];
  if (source[unit] >= 0) return besides(tree, element, rangeOf(tree, source[unit]));
  return margin[unit] > 0 ? [withMargin(tree, element, margin[unit] as Margin)!] : [];
}

/** Elements that units of a batch have claimed, so that no two overlap. A unit may have 10⁵ parts; each claim looks at each once. */
export class Claims {
  private readonly taken: Uint8Array;

  constructor(private readonly units: Units) {
    this.taken = new Uint8Array(units.tree.count);
  }

  /** False if another unit has claimed one of its elements; then it claims nothing. */
  claim(unit: number): boolean {
    const { siblings, from, to, company, tree } = this.units;
    const ranges = (company.get(unit) ?? []).map((element) => [element, tree.last[element]]);
    ranges.push([siblings[from[unit]], tree.last[siblings[to[unit] - 1]]]);
    if (ranges.some(([first, last]) => this.taken.subarray(first, last + 1).includes(1))) return false;
    for (const [first, last] of ranges) this.taken.fill(1, first, last + 1);
    return true;
  }
}
