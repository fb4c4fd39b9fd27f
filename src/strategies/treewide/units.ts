/**
 * The pool of the tree-wide search: everything of one parse that may go. A unit is an element, or a run of 2, 4, 8, … neighbours
 * that starts at every half of its length: what only goes together goes.
 */
import type { ElementTree } from '../../syntax/elementTree';
import { sourcesOf } from '../hoist';
import { namesOf } from '../names';
import { deletableIn } from '../pass';
import type { Fixed } from '../strategy';

export interface Units {
  readonly tree: ElementTree;
  readonly count: number;
  /** Elements, those of one parent side by side in the order of the text; a unit is `from`…`to` of it. */
  readonly siblings: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Rows of the tree that it covers, both included. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  /** Index of its kind: type of the parent and its own, or the length of a run. */
  readonly kind: Int32Array;
  /** The descendant that takes its place, -1 if it just goes. */
  readonly source: Int32Array;
  /** The first name in it, -1 if there is none. */
  readonly name: Int32Array;
  /** For each name, the rows where it occurs. */
  readonly names: readonly (readonly number[])[];
}

/** Kinds have the same index in all parses of a search. */
export class Kinds {
  private readonly indices = new Map<string, number>();

  indexOf(kind: string): number {
    let index = this.indices.get(kind);
    if (index === undefined) this.indices.set(kind, (index = this.indices.size));
    return index;
  }

  get size(): number {
    return this.indices.size;
  }
}

export function unitsOf(tree: ElementTree, fixed: Fixed, kinds: Kinds, hoisting: boolean): Units {
  const { siblings, families } = familiesOf(tree, fixed);
  const from: number[] = [];
  const to: number[] = [];
  const kind: number[] = [];
  const source: number[] = [];
  const typeOf = (element: number) => tree.types[tree.type[element]];
  for (const { start, end } of families) {
    const parent = typeOf(tree.parent[siblings[start]]);
    for (let at = start; at < end; at++) {
      from.push(at);
      to.push(at + 1);
      kind.push(kinds.indexOf(`${parent} > ${typeOf(siblings[at])}`));
      source.push(-1);
    }
    for (let length = 2; length < 2 * (end - start); length *= 2) {
      const runs = kinds.indexOf(`${parent} > run of ${length}`);
      for (let at = start; at === start || at + length / 2 < end; at += length / 2) {
        from.push(at);
        to.push(Math.min(end, at + length));
        kind.push(runs);
        source.push(-1);
      }
    }
  }
  for (let at = 0; hoisting && at < siblings.length; at++) {
    for (const descendant of sourcesOf(tree, siblings[at])) {
      from.push(at);
      to.push(at + 1);
      kind.push(kinds.indexOf(`hoist ${typeOf(siblings[at])} < ${typeOf(descendant)}`));
      source.push(descendant);
    }
  }
  const { first, names } = firstNames(tree);
  const rowOf = (at: number) => siblings[at];
  return {
    tree,
    count: from.length,
    siblings,
    from: Int32Array.from(from),
    to: Int32Array.from(to),
    first: Int32Array.from(from, rowOf),
    last: Int32Array.from(to, (at) => tree.last[rowOf(at - 1)]),
    kind: Int32Array.from(kind),
    source: Int32Array.from(source),
    name: Int32Array.from(from, (at) => first[rowOf(at)]),
    names,
  };
}

/** Neighbours of one parent that may go. */
function familiesOf(tree: ElementTree, fixed: Fixed) {
  const children: number[][] = Array.from({ length: tree.count }, () => []);
  for (let element = 1; element < tree.count; element++) {
    if (deletableIn(tree, fixed, element)) children[tree.parent[element]].push(element);
  }
  const siblings: number[] = [];
  const families: { start: number; end: number }[] = [];
  for (const family of children) {
    let start = siblings.length;
    const close = () => {
      if (siblings.length > start) families.push({ start, end: siblings.length });
      start = siblings.length;
    };
    for (const child of family) {
      if (tree.slot[child] < 0) close();
      siblings.push(child);
      if (tree.slot[child] < 0) close();
    }
    close();
  }
  return { siblings: Int32Array.from(siblings), families };
}

/** For each element the index of the first name in it. */
function firstNames(tree: ElementTree) {
  const names = [...namesOf(tree).values()].map(({ occurrences }) => occurrences);
  const first = new Int32Array(tree.count).fill(-1);
  names.forEach((occurrences, name) => {
    for (const element of occurrences) first[element] = name;
  });
  for (let element = tree.count - 1; element > 0; element--) {
    if (first[element] >= 0) first[tree.parent[element]] = first[element];
  }
  return { first, names };
}
