/**
 * The pool of the tree-wide search: everything of one parse that may go. A unit is an element; a run of 2, 4, 8, … neighbours, one run
 * at every half of its length, as some elements only go together; several elements, one because of another; an element with the tokens
 * beside it; or an element that one of its descendants replaces.
 */
import type { ElementTree } from '../../syntax/elementTree';

export interface Units {
  readonly tree: ElementTree;
  readonly count: number;
  /** Elements that may go, those of one parent side by side in the order of the text; a unit is `from`…`to` of it. */
  readonly siblings: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Index of its kind, see `Kinds`. */
  readonly kind: Int32Array;
  /** The descendant that takes its place; -1 if it just goes. */
  readonly source: Int32Array;
  /** Index into `margins`. */
  readonly margin: Uint8Array;
  /** 1 if it is only tested alone: the grammar requires it, it has margins, or a part of it stays. */
  readonly isAlone: Uint8Array;
  /** Elements that go with it. */
  readonly company: ReadonlyMap<number, readonly number[]>;
  /** Units whose company are the uses of a definition. */
  readonly withUses: ReadonlySet<number>;
}

/** Tokens beside an element that go with it. */
export const margins = ['none', 'before', 'after', 'both'] as const;

/** Kinds have the same index in all parses of a search. */
export class Kinds {
  private readonly indices = new Map<string, number>();

  indexOf(kind: string): number {
    let index = this.indices.get(kind);
    if (index === undefined) this.indices.set(kind, (index = this.indices.size));
    return index;
  }
}

/** Is it one element and nothing else? */
export function isElement({ from, to, source, margin, company }: Units, unit: number): boolean {
  return to[unit] - from[unit] === 1 && source[unit] < 0 && margin[unit] === 0 && !company.has(unit);
}

/** Marks the elements that go with a unit, none inside another; for a hoist, those beside its source. */
export function goneWith(units: Units, unit: number, mark: (element: number) => void): void {
  const { siblings, from, to, source, tree, company } = units;
  if (source[unit] >= 0) return besides(tree, siblings[from[unit]], source[unit], mark);
  for (let at = from[unit]; at < to[unit]; at++) mark(siblings[at]);
  company.get(unit)?.forEach(mark);
}

/** The largest elements in `target` that are neither in `source` nor around it. */
function besides({ last }: ElementTree, target: number, source: number, mark: (element: number) => void): void {
  for (let element = target + 1; element <= last[target];) {
    const around = element < source && last[element] >= source;
    if (!around && element !== source) mark(element);
    element = around ? element + 1 : last[element] + 1;
  }
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
    const others = company.get(unit) ?? none;
    const [first, last] = [siblings[from[unit]], tree.last[siblings[to[unit] - 1]]];
    if (this.isTaken(first, last) || others.some((element) => this.isTaken(element, tree.last[element]))) return false;
    this.taken.fill(1, first, last + 1);
    for (const element of others) this.taken.fill(1, element, tree.last[element] + 1);
    return true;
  }

  private isTaken(first: number, last: number): boolean {
    for (let element = first; element <= last; element++) if (this.taken[element] === 1) return true;
    return false;
  }
}

const none: readonly number[] = [];

/** A unit of a batch, with its traits and chance when it was chosen. */
export interface Member {
  readonly unit: number;
  /** Its number, see `traitsNumber`. */
  readonly traits: number;
  /** Chance that it has to stay. */
  readonly required: number;
}

export function jointChance(batch: readonly Member[]): number {
  return batch.reduce((chance, { required }) => chance * (1 - required), 1);
}

/** If not all of them can go together: how many of the first go with an even chance. */
export function firstPart(batch: readonly Member[]): number {
  const wanted = (1 + jointChance(batch)) / 2;
  let chance = 1;
  for (let size = 1; size < batch.length; size++) {
    chance *= 1 - batch[size - 1].required;
    if (chance * (1 - batch[size].required) < wanted) return size;
  }
  return batch.length - 1;
}
