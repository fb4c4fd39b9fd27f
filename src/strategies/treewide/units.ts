/**
 * The pool of the tree-wide search: everything of one parse that may go. A unit is an element; or a run of 2, 4, 8, … neighbours
 * that starts at every half of its length, since some things only go together; or several elements, one because of the other; or an
 * element with the tokens beside it, or one that gives way to one of its descendants.
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
  /** 1 if it is tested with no other: what the grammar asks for, what takes tokens along or stays in part. */
  readonly isAlone: Uint8Array;
  /** Elements that go with it. */
  readonly company: ReadonlyMap<number, readonly number[]>;
}

/** Tokens beside an element that go with it. */
export const margins = ['none', 'before', 'after', 'both'] as const;

/** Kinds have the same index in all parses of a search. */
export class Kinds {
  private readonly indices: Map<string, number>;

  constructor(kinds: readonly string[] = []) {
    this.indices = new Map(kinds.map((kind, index) => [kind, index]));
  }

  /** In the order of their indices. */
  all(): string[] {
    return [...this.indices.keys()];
  }

  indexOf(kind: string): number {
    let index = this.indices.get(kind);
    if (index === undefined) this.indices.set(kind, (index = this.indices.size));
    return index;
  }
}

/** Just an element, and nothing beside it? */
export function isElement({ from, to, source, margin, company }: Units, unit: number): boolean {
  return to[unit] - from[unit] === 1 && source[unit] < 0 && margin[unit] === 0 && !company.has(unit);
}

/** The elements that go with a unit, none inside another; of a hoist those beside its source. */
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

/** What several units want, none of which overlap. A unit may have 10⁵ parts: each element is looked at once for each unit. */
export class Claims {
  private readonly taken: Uint8Array;

  constructor(private readonly units: Units) {
    this.taken = new Uint8Array(units.tree.count);
  }

  /** False if an element of the unit is wanted by one before: then it claims nothing. */
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
