/**
 * CHISEL's ddmin (Heo et al. 2018): the phases of ddmin, with a decision tree learned from the verdicts so far. The tree orders the
 * candidates of a phase and skips hopeless ones. Single deletions end the search: 1-minimal.
 *
 * An inner node of the tree asks whether an element is present; a leaf knows the lists that reached it. Every list that kept the
 * property contains all the elements left. A list that lacks the element of a node therefore meets failures only. The tree grows along
 * its "present" side; each new node is the element that most of the failures lack.
 */
import { then } from '../search/compose';
import { firstCut, iterate, type Memory } from './ddmin';
import { type Kept, type ListReducer, minus, singleDeletions } from './list';

/** The missing elements of a list, of those still there; ascending. */
type Lack = Kept;

export const chisel: ListReducer = {
  name: 'chisel',
  description: 'ddmin with learning: a decision tree orders the candidates and skips hopeless ones; 1-minimal.',
  source: 'Heo et al. 2018, Effective Program Debloating via Reinforcement Learning',
  options: ['order', 'granularity'],
  search: (list, options) =>
    then(iterate(firstCut(list, options), options.order, memoryOf([])), (kept) => singleDeletions(kept)),
};

/** `failures`: for each failed list the elements it lacks, of those that are still in the current list; none lacks nothing. */
function memoryOf(failures: readonly Lack[]): Memory {
  return {
    /** The candidates that are not hopeless, those with the fewest failures at their leaf first. */
    rank(kept, count, candidate) {
      const tree = growTree(failures);
      return Array.from({ length: count }, (_, index) => ({ index, ...predict(tree, minus(kept, candidate(index))) }))
        .filter(({ hopeless }) => !hopeless)
        .sort((a, b) => a.failures - b.failures || a.index - b.index);
    },
    learn(kept, failed, left) {
      const all = [...failures, ...failed().map((list) => minus(kept, list))];
      if (left === kept) return memoryOf(all);
      const isLeft = new Set(left);
      const lacks = all.map((lack) => lack.filter((element) => isLeft.has(element)));
      return memoryOf(lacks.filter((lack) => lack.length > 0));
    },
  };
}

/** Nodes from the root along "present"; the leaf at the end is for lists that lack nothing. */
type VerdictTree = readonly VerdictNode[];

interface VerdictNode {
  readonly element: number;
  /** The failures that lack it. */
  readonly absent: readonly Lack[];
}

/** The tree of these failures; each of them lacks something. */
export function growTree(failures: readonly Lack[]): VerdictTree {
  const tree: VerdictNode[] = [];
  for (let open = failures; open.length > 0;) {
    const element = mostLacked(open);
    tree.push({ element, absent: open.filter((lack) => lack.includes(element)) });
    open = open.filter((lack) => !lack.includes(element));
  }
  return tree;
}

function mostLacked(failures: readonly Lack[]): number {
  const counts = new Map<number, number>();
  for (const lack of failures) for (const element of lack) counts.set(element, (counts.get(element) ?? 0) + 1);
  return [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most))[0];
}

/** A failed list makes this one hopeless only above this share: less would rule out elements that only go together. */
const largePart = 0.5;

/**
 * `failures`: at the leaf that the list reaches. `hopeless`: a list that lacked a large part of the same elements, and nothing else,
 * failed; this list will fail too.
 */
export function predict(tree: VerdictTree, lack: Lack): { failures: number; hopeless: boolean } {
  const lacks = new Set(lack);
  const leaves = tree.filter(({ element }) => lacks.has(element));
  const saysAll = (failed: Lack) =>
    failed.length > largePart * lack.length && failed.every((element) => lacks.has(element));
  return { failures: leaves[0]?.absent.length ?? 0, hopeless: leaves.some(({ absent }) => absent.some(saysAll)) };
}
